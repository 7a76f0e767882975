/** Owns simulated deposits: money appears from the rails (decision 66). */
import { wireId } from '../../core/ids.ts'
import type { Rows } from '../../engine/rows.ts'
import { type Account, accounts } from '../accounts/internal-account.ts'
import { moveMoney } from '../accounts/move-money.ts'
import { type Balance, balances } from '../ledger/balance.ts'
import { house } from '../ledger/house.ts'
import { beginPayment } from '../payments/transactions/begin-payment.ts'

/** @param amount minor units of the account's currency. @throws Refusal ACCOUNT_NOT_ACTIVE, AMOUNT_OUT_OF_RANGE */
export function fundAccount(rows: Rows, accountId: string, amount: bigint): { account: Account; balance: Balance } {
  const account = rows.get(accounts, accountId)
  rows.get(balances, accountId)
  const { currency } = account
  const deposit = beginPayment(rows, 'COMPLETED', {
    type: 'INCOMING',
    customerId: account.customerId,
    platformCustomerId: account.platformCustomerId,
    sourceType: 'REALTIME_FUNDING',
    sourceId: null,
    sourceCurrency: currency,
    destinationType: 'ACCOUNT',
    destinationId: wireId('InternalAccount', accountId),
    destinationCurrency: currency,
    sentAmount: amount,
    receivedAmount: amount,
  })
  moveMoney(rows, deposit, [{ from: house('rails', currency), to: accountId, currency, amount }])
  return { account, balance: rows.get(balances, accountId) }
}
