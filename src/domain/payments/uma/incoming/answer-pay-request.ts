/** Pay request answer: another institution announces a payment to a customer, which the platform approves or rejects first. */
import { referenceOf } from '../../../../core/reference.ts'
import { refuse, umaAddressNotFound } from '../../../../core/refusal.ts'
import { UmaFault } from '../../../../providers/uma/port.ts'
import { invoiceOf, SETTLEMENT_MS } from '../../transactions/receive-payment.ts'
import type { Transaction } from '../../transactions/transaction.ts'
import { millisatoshis, satoshisFor } from '../bitcoin-value.ts'
import { collectMessages, storeMessages } from '../messages.ts'
import { findRecipient } from '../queries.ts'
import { acceptAnnouncement } from './accept-announcement.ts'
import type { Place, UmaContext } from './context.ts'
import { openLookup } from './sealed-lookup.ts'

interface PayRequest {
  /** `$alice` */
  readonly name: string
  readonly body: unknown
  /** Sealed lookup in the URL that was called. */
  readonly lookup: string | undefined
}

/** @throws Refusal UMA_NOT_FOUND, INVALID_CURRENCY, and as `acceptAnnouncement`; what `UmaInbound` throws */
export async function answerPayRequest(
  needs: UmaContext,
  { origin, domain }: Place,
  { name, body, lookup }: PayRequest,
): Promise<string> {
  const { store, engine, clock, inbound, decisions, vault, approveUnasked } = needs
  const address = `${name.toLowerCase()}@${domain}`
  const { messages, onMessage } = collectMessages(clock)
  let payment: Transaction | undefined
  let platformId = ''
  const decide: Parameters<typeof inbound.pay>[2] = async (asked) => {
    const recipient = await findRecipient(store, address)
    if (!recipient) throw umaAddressNotFound()
    platformId = recipient.platformId
    const accountId = recipient.accounts[asked.currency]
    if (!accountId) refuse('INVALID_CURRENCY', `The receiver does not accept ${asked.currency}`)
    const callback = `${origin}/uma/settlements/${platformId}`
    const announced = {
      asked,
      accountId,
      callback,
      approveUnasked,
      messages: [...openLookup(vault, lookup, asked.institution), ...messages.splice(0)],
    }
    const begun = await engine.run(platformId, (rows) => acceptAnnouncement(rows, announced))
    payment = begun
    refuseUnlessAccepted(await decisions.decided(platformId, begun.id))
    if (!asked.isByInvoice) return { invoice: invoiceOf(begun.id), callback }
    return { ...(await lightningInvoice(needs, begun)), callback }
  }
  try {
    return await inbound.pay(body, address, decide, onMessage)
  } catch (error) {
    if (payment && error instanceof UmaFault)
      onMessage({
        direction: 'SENT',
        kind: 'PAY_RESPONSE',
        institution: institutionOf(payment),
        fields: { code: error.code, reason: error.message },
      })
    throw error
  } finally {
    const begun = payment
    if (begun) await engine.run(platformId, (rows) => storeMessages(rows, begun.id, messages))
  }
}

/** One for each payment, however often it is announced. It expires before the payment does. */
async function lightningInvoice(
  { settling, rates }: UmaContext,
  { id, receivedAmount, destinationCurrency }: Transaction,
) {
  if (!settling?.settlement) throw new Error('No rail issues invoices')
  const invoice = await settling.settlement.request({
    key: id,
    amount: satoshisFor(rates.current(), destinationCurrency, receivedAmount),
    memo: referenceOf(id),
    expiresInSeconds: SETTLEMENT_MS / 1_000 - EXPIRES_BEFORE_SECONDS,
  })
  return { invoice, multiplier: millisatoshis(destinationCurrency, rates.current()) }
}
const EXPIRES_BEFORE_SECONDS = 60

const institutionOf = ({ sourceId }: Transaction): string =>
  (sourceId as string).slice((sourceId as string).indexOf('@') + 1)

/** @throws UmaFault whose text does not reveal why the platform declined */
function refuseUnlessAccepted({ status, failureReason }: Transaction): void {
  if (status === 'PROCESSING' || status === 'COMPLETED') return
  if (status === 'REJECTED')
    throw new UmaFault('SENDER_NOT_ACCEPTED', "The receiver's institution does not accept this payment")
  if (failureReason === 'MISSING_MANDATORY_PAYEE_DATA')
    throw new UmaFault('MISSING_MANDATORY_PAYER_DATA', "The receiver's institution requires more details of the sender")
  if (failureReason === 'QUOTE_EXPIRED') throw new UmaFault('INVOICE_EXPIRED', 'The payment was not paid in time')
  throw new UmaFault('INTERNAL_ERROR', "The receiver's institution did not decide in time")
}
