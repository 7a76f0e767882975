/** Owns customers as things that move. */

import { customerLifecycle } from '../../../contract/customers/customer-lifecycle.ts'
import type { Machine } from '../../infra/states/move.ts'
import { presentCustomer } from './present.ts'
import { type Customer, customers } from './tables.ts'

export const customerMachine: Machine<Customer, keyof typeof customerLifecycle.moves> = {
  lifecycle: customerLifecycle,
  table: customers,
  eventType: ({ type }, event) => `CUSTOMER.${type === 'INDIVIDUAL' ? 'KYC' : 'KYB'}_${event}`,
  present: (row) => presentCustomer(row),
}
