/** Transfers out: money from an internal account to an external one. */
import { bareId, wireId } from '../../../../core/ids.ts'
import { refuse, refuseField } from '../../../../core/refusal.ts'
import { command } from '../../../../engine/command.ts'
import type { Rows } from '../../../../engine/rows.ts'
import { enqueue } from '../../../../infra/jobs/enqueue.ts'
import { move } from '../../../../infra/state-machines/move.ts'
import type { TransferVerdict } from '../../../../providers/rails/port.ts'
import type { Account } from '../../../accounts/internal-account.ts'
import { moveMoney } from '../../../accounts/move-money.ts'
import { balances } from '../../../ledger/balance.ts'
import { house } from '../../../ledger/house.ts'
import { refuseUnlessActive } from '../../../ledger/post.ts'
import { refuseOutOfLimits, TRANSFER_FIELDS } from '../../../platform/limits.ts'
import { beginPayment, type NewPayment } from '../begin-payment.ts'
import type { Transaction } from '../transaction.ts'
import { transactionMachine } from '../transaction.ts'
import { transferEnds, transferReads } from './transfer-ends.ts'

export interface TransferOut {
  /** Wire ids. */
  readonly sourceId: string
  readonly destinationId: string
  /** Minor units; absent: the whole available balance, taken under the lock (decision 21). */
  readonly amount: bigint | undefined
  /** The agent that requests it, if any. */
  readonly agentId?: string
  readonly details?: TransferDetails
  /** The rail's answer about the external account, from before the command. */
  readonly verdict: TransferVerdict
}

/** Details of a transfer for the receiver and the rail. */
export type TransferDetails = Pick<NewPayment, 'remittanceInformation' | 'purposeOfPayment'>

/**
 * Debits the source and submits the money to a rail. What the rail refuses beforehand fails immediately, and no money moves (decision 27).
 * @throws Refusal ACCOUNT_NOT_ACTIVE, INSUFFICIENT_BALANCE, INVALID_AMOUNT (nothing to send), AMOUNT_OUT_OF_RANGE, and as `payingAccount`
 */
export const createTransferOut = command({
  reads: (seen, { sourceId, destinationId }: TransferOut) => [
    ...transferReads(seen, { internal: sourceId, external: destinationId }),
    [balances, bareId(sourceId)],
  ],
  run(rows, { sourceId, destinationId, amount, agentId, details, verdict }): Transaction {
    const account = payingAccount(rows, { sourceId, destinationId })
    const balance = rows.get(balances, account.id)
    refuseUnlessActive(balance)
    const sent = amount ?? balance.posted - balance.held
    if (sent <= 0n) refuse('INVALID_AMOUNT', 'The account is empty: there is nothing to send')
    if (sent > balance.posted - balance.held)
      refuse('INSUFFICIENT_BALANCE', 'The account does not hold enough for this transfer')
    refuseOutOfLimits(rows, account.currency, 'OUTGOING', sent, TRANSFER_FIELDS)
    return beginTransferOut(
      rows,
      { account, destinationId, amount: sent, ...(agentId !== undefined && { agentId }), ...(details && { details }) },
      verdict,
    )
  },
})

/** The account that pays, whatever it holds. @throws Refusal as `transferEnds`, and INVALID_INPUT for a wallet */
export function payingAccount(
  rows: Rows,
  { sourceId, destinationId }: Pick<TransferOut, 'sourceId' | 'destinationId'>,
): Account {
  const { account } = transferEnds(rows, { internal: sourceId, external: destinationId })
  // A quote shows its holder what they sign; a transfer has no payload to sign.
  if (account.type === 'EMBEDDED_WALLET')
    refuseField(
      'INVALID_INPUT',
      'source.accountId',
      'is an embedded wallet: pay from it by a quote, which its holder signs',
    )
  return account
}

interface CoveredTransfer {
  readonly account: Account
  /** Wire id of the external account. */
  readonly destinationId: string
  /** Minor units; the account holds at least this. */
  readonly amount: bigint
  /** The payment whose reference this one shares. */
  readonly referenceId?: string
  readonly agentId?: string
  readonly details?: TransferDetails
}

/** Starts a transfer that has been checked. */
export function beginTransferOut(
  rows: Rows,
  { account, destinationId, amount: sent, referenceId, agentId, details }: CoveredTransfer,
  verdict: TransferVerdict,
): Transaction {
  const { currency } = account
  const payment = beginPayment(rows, 'PENDING', {
    type: 'OUTGOING',
    customerId: account.customerId,
    platformCustomerId: account.platformCustomerId,
    sourceType: 'ACCOUNT',
    sourceId: wireId('InternalAccount', account.id),
    sourceCurrency: currency,
    destinationType: 'ACCOUNT',
    destinationId,
    destinationCurrency: currency,
    sentAmount: sent,
    receivedAmount: sent,
    referenceId: referenceId ?? null,
    agentId: agentId ?? null,
    ...details,
  })
  if (verdict.refused)
    return move(rows, transactionMachine, payment, 'fail', { failureReason: verdict.refused, updatedAt: rows.now })
  moveMoney(rows, payment, [{ from: account.id, to: house('transit', currency), currency, amount: sent }])
  enqueue(rows, 'sendTransfer', rows.now, payment.id)
  return payment
}
