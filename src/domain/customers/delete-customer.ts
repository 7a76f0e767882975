/** Owns the end of a customer: kept for the records, hidden from lists, its names free again. */
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { unclaim } from '../platform/claim.ts'
import { platformCustomerIdClaim, umaAddressClaim } from './create-customer.ts'
import { type Customer, customers } from './tables.ts'

/** @throws Refusal CUSTOMER_DELETED the second time */
export function deleteCustomer(rows: Rows, customerId: string): Customer {
  const customer = rows.get(customers, customerId)
  if (customer.deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
  unclaim(rows, platformCustomerIdClaim(customer.platformCustomerId), customer.id)
  unclaim(rows, umaAddressClaim(customer.umaAddress), customer.id)
  return rows.change(customers, customer, { deletedAt: rows.now, updatedAt: rows.now })
}
