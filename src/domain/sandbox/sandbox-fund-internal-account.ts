/** Deposit simulation use case: money arrives from the rails (decision 66). */
import { wireId } from '../../core/ids.ts'
import { command } from '../../engine/command.ts'
import { type Account, accounts } from '../accounts/internal-account.ts'
import { moveMoney } from '../accounts/move-money.ts'
import { type Balance, balances } from '../ledger/balance.ts'
import { house } from '../ledger/house.ts'
import { beginPayment } from '../payments/transactions/begin-payment.ts'

export interface Deposit {
  /** Bare id. */
  readonly accountId: string
  /** Minor units of the account's currency. */
  readonly amount: bigint
}

/** Credits an account with a completed incoming payment. @throws Refusal INTERNAL_ACCOUNT_NOT_FOUND, ACCOUNT_NOT_ACTIVE, AMOUNT_OUT_OF_RANGE */
export const sandboxFundInternalAccount = command({
  reads: (_cache, { accountId }: Deposit) => [
    [accounts, accountId],
    [balances, accountId],
  ],
  run(rows, { accountId, amount }): { account: Account; balance: Balance } {
    const account = rows.get(accounts, accountId)
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
  },
})
