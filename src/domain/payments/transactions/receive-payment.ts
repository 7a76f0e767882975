/** Receipt of a payment from a UMA address, for a customer. */
import { wireId } from '../../../core/ids.ts'
import { refuse } from '../../../core/refusal.ts'
import { command, type Read } from '../../../engine/command.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import { listeners } from '../../../infra/state-machines/tables.ts'
import { accounts } from '../../accounts/internal-account.ts'
import { customers } from '../../customers/customer.ts'
import { refuseUnlessReady } from '../../customers/readiness.ts'
import { refuseOutOfLimits, requiredCounterpartyFields } from '../../platform/limits.ts'
import { blockedProviders, domainOf, refuseBlocked } from '../receivers/block-provider.ts'
import { beginPayment } from './begin-payment.ts'
import { APPROVAL_MS, acceptPayment } from './decide-approval.ts'
import { settlements, type Transaction } from './transaction.ts'

export interface IncomingPayment {
  readonly senderAddress: string
  /** The customer's account in the currency of the payment. */
  readonly accountId: string
  /** Minor units of the account's currency. */
  readonly amount: bigint
  /** Details of the sender, by field name. */
  readonly sender: Readonly<Record<string, string>>
  /** Whether a payment is accepted when the platform has no endpoint to ask; otherwise it is refused. */
  readonly approveUnasked: boolean
  /** The institution that pays once the payment is accepted; absent: the money has arrived. */
  readonly awaited?: Awaited
  /** For the receiver's statement. */
  readonly remittanceInformation?: string | null
}

/** A payment that another institution has announced. */
export interface Awaited {
  readonly institution: string
  /** URL at which it must report that it has paid. */
  readonly callback: string
  /** The sender's payment, whose reference this one shares. */
  readonly referenceId: string | null
}

/** Time that another institution has to pay an accepted payment. */
export const SETTLEMENT_MS = 5 * 60_000

/** Identifies the payment in the other institution's report that it has paid. */
export const invoiceOf = (transactionId: string): string => `causeway:${transactionId}`

/**
 * Requests the platform's approval; without an endpoint for the request, the payment is accepted or refused as the
 * installation is configured (decision 26).
 * @throws Refusal COUNTERPARTY_NOT_ALLOWED, USER_NOT_READY, INVALID_CURRENCY, AMOUNT_OUT_OF_RANGE, WEBHOOK_ENDPOINT_NOT_SET
 */
export const receivePayment = command({
  reads(seen, { senderAddress, accountId }: IncomingPayment) {
    const customerId = seen.lastSeen(accounts, accountId)?.customerId
    const reads: Read[] = [
      [blockedProviders, domainOf(senderAddress), 'peek'],
      [accounts, accountId],
    ]
    if (typeof customerId === 'string') reads.push([customers, customerId, 'peek'])
    return reads
  },
  run(rows, { senderAddress, accountId, amount, sender, approveUnasked, awaited, remittanceInformation }): Transaction {
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
  },
})
