/** Deposit simulation use case: money arrives from the rails (decision 66). */
import { command } from '../../engine/command.ts'
import { type Account, accounts } from '../accounts/internal-account.ts'
import { type Balance, balances } from '../ledger/balance.ts'
import { deposit, depositReads } from '../payments/transactions/deposit.ts'

export interface SimulatedDeposit {
  /** Bare id. */
  readonly accountId: string
  /** Minor units of the account's currency. */
  readonly amount: bigint
}

/** Credits an account with a completed incoming payment. @throws Refusal INTERNAL_ACCOUNT_NOT_FOUND, ACCOUNT_NOT_ACTIVE, AMOUNT_OUT_OF_RANGE */
export const sandboxFundInternalAccount = command({
  reads: (_seen, { accountId }: SimulatedDeposit) => depositReads(accountId),
  run(rows, { accountId, amount }): { account: Account; balance: Balance } {
    deposit(rows, { accountId, amount, from: 'rails' })
    return { account: rows.get(accounts, accountId), balance: rows.get(balances, accountId) }
  },
})
