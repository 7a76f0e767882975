/** Customer deletion use case: the record remains, hidden from lists; the names are free again, and the accounts are closed. */
import { refuse } from '../../core/refusal.ts'
import { command, type Read } from '../../engine/command.ts'
import { accounts, closeAccount } from '../accounts/internal-account.ts'
import { findFirstAccounts, firstAccountReads } from '../accounts/open-account.ts'
import { balances } from '../ledger/balance.ts'
import { claims, releaseClaim } from '../platform/name-claim.ts'
import { type Customer, customers } from './customer.ts'
import { platformCustomerIdClaim, umaAddressClaim } from './customer-names.ts'

interface Deletion {
  readonly customerId: string
  /**
   * The customer's internal accounts (bare ids) as read before the command; first accounts opened since are found too.
   */
  readonly knownAccountIds: readonly string[]
}

/**
 * Money that is later returned for one of the accounts goes to suspense, as for any account that is not ACTIVE
 * (decision 20).
 * @throws Refusal USER_NOT_FOUND, CUSTOMER_DELETED the second time, CONFLICT while an account holds money
 */
export const deleteCustomerById = command({
  reads: (seen, { customerId, knownAccountIds }: Deletion) => {
    const customer = seen.lastSeen(customers, customerId)
    const names = customer ? claimedNames(customer) : []
    return [
      [customers, customerId],
      ...names.map((name): Read => [claims, name]),
      ...firstAccountReads(customerId),
      ...knownAccountIds.flatMap((id): Read[] => [
        [accounts, id],
        [balances, id],
      ]),
    ]
  },
  run(rows, { customerId, knownAccountIds }): Customer {
    const accountIds = new Set([...knownAccountIds, ...findFirstAccounts(rows, customerId)])
    const customer = rows.get(customers, customerId)
    if (customer.deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
    for (const accountId of accountIds) closeAccount(rows, accountId)
    for (const name of claimedNames(customer)) releaseClaim(rows, name, customerId)
    return rows.change(customers, customer, { deletedAt: rows.now, updatedAt: rows.now })
  },
})

const claimedNames = ({ platformCustomerId, umaAddress }: Customer): string[] => [
  platformCustomerIdClaim(platformCustomerId),
  umaAddressClaim(umaAddress),
]
