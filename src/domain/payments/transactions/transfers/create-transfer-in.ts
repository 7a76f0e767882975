/** Transfers in: money pulled from an external account into an internal one. */
import { bareId, wireId } from '../../../../core/ids.ts'
import { notFound } from '../../../../core/refusal.ts'
import { command, type Read } from '../../../../engine/command.ts'
import type { Rows } from '../../../../engine/rows.ts'
import { enqueue } from '../../../../infra/jobs/enqueue.ts'
import { move } from '../../../../infra/state-machines/move.ts'
import type { TransferVerdict } from '../../../../providers/rails/port.ts'
import { accounts } from '../../../accounts/internal-account.ts'
import { moveMoney } from '../../../accounts/move-money.ts'
import { balances } from '../../../ledger/balance.ts'
import { house } from '../../../ledger/house.ts'
import { creditObstacle } from '../../../ledger/post.ts'
import { refuseOutOfLimits, TRANSFER_FIELDS } from '../../../platform/limits.ts'
import { externalAccounts } from '../../external-accounts/external-account.ts'
import type { PayoutUpdate } from '../advance-payout.ts'
import { beginPayment } from '../begin-payment.ts'
import { askToCredit } from '../refunds/release-suspense.ts'
import { type Transaction, transactionMachine, transactions } from '../transaction.ts'
import { transferEnds, transferReads } from './transfer-ends.ts'

export interface TransferIn {
  /** Wire ids. */
  readonly sourceId: string
  readonly destinationId: string
  /** Minor units. */
  readonly amount: bigint
  /** The agent that requests it, if any. */
  readonly agentId?: string
  /** The rail's answer about the external account, from before the command. */
  readonly verdict: TransferVerdict
}

/** The failure reason of every refused pull: a rail's own reasons are defined for outgoing payments only. */
const PULL_FAILED = 'QUOTE_EXECUTION_FAILED'

/** Pulls money from an external account over the rail; it is credited on arrival. @throws Refusal as `transferEnds`, AMOUNT_OUT_OF_RANGE */
export const createTransferIn = command({
  reads: (seen, { sourceId, destinationId }: TransferIn) =>
    transferReads(seen, { internal: destinationId, external: sourceId }),
  run(rows, { sourceId, destinationId, amount, agentId, verdict }): Transaction {
    refuseForeignSource(rows, bareId(sourceId), bareId(destinationId))
    const { account } = transferEnds(rows, { internal: destinationId, external: sourceId })
    const { currency } = account
    refuseOutOfLimits(rows, currency, 'INCOMING', amount, TRANSFER_FIELDS)
    const payment = beginPayment(rows, 'PENDING', {
      type: 'INCOMING',
      customerId: account.customerId,
      platformCustomerId: account.platformCustomerId,
      sourceType: 'ACCOUNT',
      sourceId,
      sourceCurrency: currency,
      destinationType: 'ACCOUNT',
      destinationId: wireId('InternalAccount', account.id),
      destinationCurrency: currency,
      sentAmount: amount,
      receivedAmount: amount,
      agentId: agentId ?? null,
    })
    if (verdict.refused)
      return move(rows, transactionMachine, payment, 'fail', { failureReason: PULL_FAILED, updatedAt: rows.now })
    enqueue(rows, 'pullTransfer', rows.now, payment.id)
    return payment
  },
})

/** Money is not pulled from one customer's account for another: the account looks like an unknown one, whatever its state. */
function refuseForeignSource(rows: Rows, sourceId: string, destinationId: string): void {
  const payee = rows.get(accounts, destinationId).customerId
  const payer = rows.peek(externalAccounts, sourceId)?.customerId ?? null
  if (payer !== null && payee !== null && payer !== payee) throw notFound('ExternalAccount')
}

/** Applies a rail's report on a pull. The same report twice changes nothing the second time. */
export const advancePull = command({
  reads: (seen, { transactionId }: PayoutUpdate) => [
    [transactions, transactionId],
    ...pullReads(seen.lastSeen(transactions, transactionId)),
  ],
  run(rows, { transactionId, report }): void {
    const payment = rows.get(transactions, transactionId)
    if (payment.status !== 'PENDING') return
    if (report.state === 'IN_TRANSIT') {
      enqueue(rows, 'askPull', rows.now + report.askAgainInMs, payment.id)
      return
    }
    if (report.state !== 'DELIVERED') {
      move(rows, transactionMachine, payment, 'fail', { failureReason: PULL_FAILED, updatedAt: rows.now })
      return
    }
    const account = bareId(payment.destinationId)
    const { destinationCurrency: currency, receivedAmount: amount } = payment
    // Money for an account that cannot receive it goes to suspense until an operator acts (decision 20).
    const obstacle = creditObstacle(rows.get(balances, account), amount)
    const to = obstacle ? house('suspense', currency) : account
    moveMoney(rows, payment, [{ from: house('rails', currency), to, currency, amount }])
    move(rows, transactionMachine, payment, 'complete', { settledAt: rows.now, updatedAt: rows.now })
    if (obstacle) askToCredit(rows, payment, obstacle)
  },
})

/** The balance that the money is credited to. */
const pullReads = (payment: Transaction | undefined): Read[] =>
  payment === undefined ? [] : [[balances, bareId(payment.destinationId)]]
