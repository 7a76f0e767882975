/** Deposit: money from outside that is credited to an internal account. */
import type { HouseRole } from '../../../../contract/ledger/house-accounts.ts'
import { wireId } from '../../../core/ids.ts'
import { refuse } from '../../../core/refusal.ts'
import type { Read } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { accounts } from '../../accounts/internal-account.ts'
import { moveMoney } from '../../accounts/move-money.ts'
import { balances } from '../../ledger/balance.ts'
import { house } from '../../ledger/house.ts'
import { beginPayment } from './begin-payment.ts'
import type { Transaction } from './transaction.ts'

export interface Deposit {
  /** Bare id. */
  readonly accountId: string
  /** Minor units of the account's currency. */
  readonly amount: bigint
  /** House account that the money is in: *rails* on arrival, *suspense* on release. */
  readonly from: Extract<HouseRole, 'rails' | 'suspense'>
  /** Absent: that of the account. */
  readonly currency?: string
}

/** Rows that `deposit` reads. */
export const depositReads = (accountId: string): Read[] => [
  [accounts, accountId],
  [balances, accountId],
]

/**
 * Credits an account with a completed incoming payment.
 * @throws Refusal INTERNAL_ACCOUNT_NOT_FOUND, INVALID_CURRENCY, ACCOUNT_NOT_ACTIVE, AMOUNT_OUT_OF_RANGE
 */
export function deposit(rows: Rows, { accountId, amount, from, currency }: Deposit): Transaction {
  const account = rows.get(accounts, accountId)
  if (currency !== undefined && currency !== account.currency)
    refuse('INVALID_CURRENCY', `The account holds ${account.currency}, not ${currency}`)
  const payment = beginPayment(rows, 'COMPLETED', {
    type: 'INCOMING',
    customerId: account.customerId,
    platformCustomerId: account.platformCustomerId,
    sourceType: 'REALTIME_FUNDING',
    sourceId: null,
    sourceCurrency: account.currency,
    destinationType: 'ACCOUNT',
    destinationId: wireId('InternalAccount', accountId),
    destinationCurrency: account.currency,
    sentAmount: amount,
    receivedAmount: amount,
  })
  moveMoney(rows, payment, [{ from: house(from, account.currency), to: accountId, currency: account.currency, amount }])
  return payment
}
