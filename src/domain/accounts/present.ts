/** Owns how an internal account looks on the wire. */
import type { InternalAccount } from '../../../contract/accounts/internal-accounts.ts'
import { presentMoney } from '../../core/currency.ts'
import { wireId } from '../../core/ids.ts'
import { isoTime } from '../../core/time.ts'
import type { Balance } from '../ledger/tables.ts'
import { fundingInstructions } from './funding-instructions.ts'
import type { Account } from './tables.ts'

/** @param sparkAddress of a wallet; undefined: the account is none, or has no key yet */
export function presentInternalAccount(account: Account, balance: Balance, sparkAddress?: string): InternalAccount {
  const shown: { [Name in keyof InternalAccount]: InternalAccount[Name] | undefined } = {
    id: wireId('InternalAccount', account.id),
    type: account.type,
    status: balance.status,
    balance: presentMoney(balance.posted - balance.held, account.currency),
    totalBalance: presentMoney(balance.posted, account.currency),
    fundingPaymentInstructions: fundingInstructions(account, sparkAddress),
    customerId: account.customerId === null ? undefined : wireId('Customer', account.customerId),
    privateEnabled: balance.privateEnabled ?? undefined,
    createdAt: isoTime(account.createdAt),
    updatedAt: isoTime(balance.updatedAt),
  }
  return shown as InternalAccount
}
