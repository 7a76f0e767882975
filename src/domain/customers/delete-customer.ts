/** Owns the end of a customer: kept for the records, hidden from lists, its names free again and its accounts closed. */
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { closeAccount } from '../accounts/close-account.ts'
import { balances } from '../ledger/tables.ts'
import { unclaim } from '../platform/claim.ts'
import { platformCustomerIdClaim, umaAddressClaim } from './create-customer.ts'
import { type Customer, customers } from './tables.ts'

/**
 * Money that comes back later for an account of theirs is kept in suspense, as for any that is not ACTIVE (decision 20).
 * @param accountIds the customer's internal accounts
 * @throws Refusal CUSTOMER_DELETED the second time, CONFLICT while an account holds money
 */
export function deleteCustomer(rows: Rows, customerId: string, accountIds: readonly string[]): Customer {
  rows.together([customers, customerId], ...accountIds.map((id) => [balances, id] as const))
  const customer = rows.get(customers, customerId)
  if (customer.deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
  for (const accountId of accountIds) closeAccount(rows, accountId)
  unclaim(rows, platformCustomerIdClaim(customer.platformCustomerId), customer.id)
  unclaim(rows, umaAddressClaim(customer.umaAddress), customer.id)
  return rows.change(customers, customer, { deletedAt: rows.now, updatedAt: rows.now })
}
