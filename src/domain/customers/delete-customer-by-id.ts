/** Owns the end of a customer: kept for the records, hidden from lists, its names free again and its accounts closed. */
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { closeAccount } from '../accounts/internal-account.ts'
import { firstAccounts } from '../accounts/open-account.ts'
import { balances } from '../ledger/balance.ts'
import { releaseClaim } from '../platform/claim.ts'
import { platformCustomerIdClaim, umaAddressClaim } from './create-customer.ts'
import { type Customer, customers } from './customer.ts'

/**
 * Money that comes back later for an account of theirs is kept in suspense, as for any that is not ACTIVE (decision 20).
 * @param knownIds the customer's internal accounts as they were read before the command; first accounts that were opened since are found
 * @throws Refusal CUSTOMER_DELETED the second time, CONFLICT while an account holds money
 */
export function deleteCustomerById(rows: Rows, customerId: string, knownIds: readonly string[]): Customer {
  const accountIds = [...new Set([...knownIds, ...firstAccounts(rows, customerId)])]
  rows.together([customers, customerId], ...accountIds.map((id) => [balances, id] as const))
  const customer = rows.get(customers, customerId)
  if (customer.deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
  for (const accountId of accountIds) closeAccount(rows, accountId)
  releaseClaim(rows, platformCustomerIdClaim(customer.platformCustomerId), customer.id)
  releaseClaim(rows, umaAddressClaim(customer.umaAddress), customer.id)
  return rows.change(customers, customer, { deletedAt: rows.now, updatedAt: rows.now })
}
