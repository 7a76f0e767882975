/** Account opening use case of the sandbox: another account of a customer in one currency. */
import type { InternalAccount } from '../../../contract/accounts/internal-accounts.ts'
import type { Contract } from '../../../contract/contract.ts'
import type { BodyOf } from '../../../contract/operation.ts'
import { bareId, newId } from '../../core/ids.ts'
import type { Command } from '../../engine/rows.ts'
import type { Custodian } from '../../providers/custodian/port.ts'
import type { Funding } from '../accounts/funding-instructions.ts'
import { presentInternalAccount } from '../accounts/internal-account.ts'
import { openCustomerAccount } from '../customers/open-customer-account.ts'
import { balances } from '../ledger/balance.ts'

interface Needs {
  readonly custodian: Custodian
  readonly rails: Funding
  readonly now: () => number
}

/**
 * Creates the keys of a wallet first, where the currency is USDB.
 * @returns the command that opens the account; it throws Refusal USER_NOT_FOUND, CUSTOMER_DELETED, USER_NOT_READY, INVALID_CURRENCY
 */
export async function sandboxCreateInternalAccount(
  { custodian, rails, now }: Needs,
  platformId: string,
  { customerId, currency }: BodyOf<Contract['sandboxCreateInternalAccount']>,
): Promise<Command<InternalAccount>> {
  const holderId = bareId(customerId)
  const wallet =
    currency === 'USDB' ? await custodian.makeWallet({ platformId, holderId, walletId: newId(now()) }) : undefined
  return (rows) => {
    const account = openCustomerAccount(rows, { customerId: holderId, currency, wallet })
    return presentInternalAccount(rails, account, rows.get(balances, account.id), wallet?.sparkAddress)
  }
}
