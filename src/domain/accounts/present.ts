/** Owns how an internal account looks on the wire. */
import type { InternalAccount } from '../../../contract/internal-accounts.ts'
import { presentMoney } from '../../core/currency.ts'
import { wireId } from '../../core/ids.ts'
import { isoTime } from '../../core/time.ts'
import type { Balance } from '../ledger/tables.ts'
import { fundingInstructions } from './funding-instructions.ts'
import type { Account } from './tables.ts'

export function presentInternalAccount(account: Account, balance: Balance): InternalAccount {
  return {
    id: wireId('InternalAccount', account.id),
    type: account.type,
    status: balance.status,
    balance: presentMoney(balance.posted - balance.held, account.currency),
    totalBalance: presentMoney(balance.posted, account.currency),
    fundingPaymentInstructions: fundingInstructions(account),
    ...(account.customerId !== null && { customerId: wireId('Customer', account.customerId) }),
    ...(balance.privateEnabled !== null && { privateEnabled: balance.privateEnabled }),
    createdAt: isoTime(account.createdAt),
    updatedAt: isoTime(balance.updatedAt),
  }
}
