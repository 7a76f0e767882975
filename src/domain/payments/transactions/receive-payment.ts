/** Receipt of a payment from a UMA address for a customer. */
import { wireId } from '../../../core/ids.ts'
import { refuse } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import { listeners } from '../../../infra/states/tables.ts'
import { accounts } from '../../accounts/internal-account.ts'
import { refuseUnlessReady } from '../../customers/readiness.ts'
import { refuseOutOfLimits, requiredCounterpartyFields } from '../../platform/limits.ts'
import { refuseBlocked } from '../receivers/block-provider.ts'
import { beginPayment } from './begin-payment.ts'
import { APPROVAL_MS, acceptPayment } from './decide-approval.ts'
import { settlements, type Transaction } from './transaction.ts'

export interface IncomingPayment {
  readonly senderAddress: string
  /** The customer's account in the currency of the payment. */
  readonly accountId: string
  /** Minor units of the account's currency. */
  readonly amount: bigint
  /** What is known of the sender, by field name. */
  readonly sender: Readonly<Record<string, string>>
  /** Whether a payment is approved when the platform has no endpoint to ask; otherwise it is refused. */
  readonly approveUnasked: boolean
  /** Absent: the money is here. Otherwise the institution that is to send it once the payment is taken. */
  readonly awaited?: Awaited
  /** For the receiver's statement. */
  readonly remittanceInformation?: string | null
}

/** Money that another institution has announced. */
export interface Awaited {
  readonly institution: string
  /** Where it is to say that it has paid. */
  readonly callback: string
  /** The sender's payment, whose reference this one shares. */
  readonly referenceId: string | null
}

/** How long another institution may take to pay what was taken. */
export const SETTLEMENT_MS = 5 * 60_000

/** What another institution names when it says that it has paid. */
export const invoiceOf = (transactionId: string): string => `causeway:${transactionId}`

/**
 * Asks the platform whether it takes the payment; without an endpoint to ask, the payment is taken or refused as the
 * installation has it (decision 26).
 * @throws Refusal COUNTERPARTY_NOT_ALLOWED, USER_NOT_READY, INVALID_CURRENCY, AMOUNT_OUT_OF_RANGE, WEBHOOK_ENDPOINT_NOT_SET
 */
export function receivePayment(
  rows: Rows,
  { senderAddress, accountId, amount, sender, approveUnasked, awaited, remittanceInformation }: IncomingPayment,
): Transaction {
  refuseBlocked(rows, senderAddress)
  const account = rows.get(accounts, accountId)
  if (account.customerId !== null) refuseUnlessReady(rows, account.customerId)
  refuseOutOfLimits(rows, account.currency, 'INCOMING', amount)
  const listener = rows.peek(listeners, rows.platformId)
  const asks = listener?.endpoint !== null && listener?.disabledAt === null
  if (!asks && !approveUnasked)
    refuse('WEBHOOK_ENDPOINT_NOT_SET', 'The platform has no endpoint that could approve the payment')
  const wanted = requiredCounterpartyFields(rows, account.currency)
  const known = Object.fromEntries(
    wanted.flatMap(({ name }) => (sender[name] === undefined ? [] : [[name, sender[name]]])),
  )
  const payment = beginPayment(rows, 'PENDING', {
    type: 'INCOMING',
    customerId: account.customerId,
    platformCustomerId: account.platformCustomerId,
    sourceType: 'UMA_ADDRESS',
    sourceId: senderAddress,
    sourceCurrency: account.currency,
    destinationType: 'ACCOUNT',
    destinationId: wireId('InternalAccount', accountId),
    destinationCurrency: account.currency,
    sentAmount: amount,
    receivedAmount: amount,
    referenceId: awaited?.referenceId ?? null,
    remittanceInformation: remittanceInformation ?? null,
    counterpartyInformation: Object.keys(known).length > 0 ? known : null,
  })
  if (awaited) {
    const { institution, callback } = awaited
    rows.add(settlements, {
      id: payment.id,
      institution,
      invoice: invoiceOf(payment.id),
      callback,
      createdAt: rows.now,
    })
    enqueue(rows, 'endSettlement', rows.now + APPROVAL_MS + SETTLEMENT_MS, payment.id)
  }
  if (!asks) return acceptPayment(rows, payment, awaited !== undefined)
  enqueue(rows, 'endApproval', rows.now + APPROVAL_MS, payment.id)
  return payment
}
