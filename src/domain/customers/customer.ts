/** Customer resource: table, state machine, presenter. */
import type { BeneficialOwner } from '../../../contract/customers/beneficial-owners.ts'
import { customerLifecycle } from '../../../contract/customers/customer-lifecycle.ts'
import type { Customer as WireCustomer } from '../../../contract/customers/customers.ts'
import type { StateOf } from '../../../contract/lifecycle.ts'
import { wireId } from '../../core/ids.ts'
import { isoTime } from '../../core/time.ts'
import { int, json, orNull, type Row, table, text, time, uuid } from '../../engine/table.ts'
import type { Machine } from '../../infra/state-machines/move.ts'
import type { CustomerProfile } from './profile.ts'

export const customers = table(
  'customers',
  {
    id: uuid,
    platformCustomerId: text(),
    type: text<'INDIVIDUAL' | 'BUSINESS'>(),
    /** KYC of an individual, KYB of a business. */
    status: text<StateOf<typeof customerLifecycle>>(),
    umaAddress: text(),
    email: orNull(text()),
    region: orNull(text()),
    currencies: orNull(json<readonly string[]>()),
    /** Personal and business data. */
    profile: json<CustomerProfile>(),
    version: int,
    createdAt: time,
    updatedAt: time,
    deletedAt: orNull(time),
  },
  {
    resource: 'Customer',
    changing: ['status', 'umaAddress', 'email', 'currencies', 'profile', 'version', 'updatedAt', 'deletedAt'],
    cached: true,
  },
)
export type Customer = Row<typeof customers>

export const customerMachine: Machine<Customer, keyof typeof customerLifecycle.moves> = {
  lifecycle: customerLifecycle,
  table: customers,
  eventType: ({ type }, event) => `CUSTOMER.${type === 'INDIVIDUAL' ? 'KYC' : 'KYB'}_${event}`,
  present: (row) => presentCustomer(row),
}

/** @param owners of a business; without them its `beneficialOwners` are left out */
export function presentCustomer(row: Customer, owners?: readonly BeneficialOwner[]): WireCustomer {
  const common = {
    id: wireId('Customer', row.id),
    platformCustomerId: row.platformCustomerId,
    umaAddress: row.umaAddress,
    ...(row.region !== null && { region: row.region }),
    ...(row.currencies !== null && { currencies: [...row.currencies] }),
    ...(row.email !== null && { email: row.email }),
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    isDeleted: row.deletedAt !== null,
    ...row.profile,
  }
  return row.type === 'INDIVIDUAL'
    ? { ...common, customerType: 'INDIVIDUAL', kycStatus: row.status }
    : {
        ...common,
        customerType: 'BUSINESS',
        kybStatus: row.status,
        ...(owners && { beneficialOwners: [...owners] }),
      }
}
