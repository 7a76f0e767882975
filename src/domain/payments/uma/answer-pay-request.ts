/** Pay request answer: another institution wants to pay a customer, and the platform approves or rejects the payment first. */
import { refuse } from '../../../core/refusal.ts'
import { UmaFault } from '../../../providers/uma/port.ts'
import { invoiceOf } from '../transactions/receive-payment.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { listening, nobody, type Place, type UmaContext } from './context.ts'
import { keepMessages } from './keep-messages.ts'
import { findRecipient } from './queries.ts'
import { openLookup } from './sealed-lookup.ts'
import { takePayment } from './take-payment.ts'

interface PayRequest {
  /** `$alice` */
  readonly name: string
  readonly body: unknown
  /** What the address was called with, from the lookup. */
  readonly lookup: string | undefined
}

/** @throws Refusal UMA_NOT_FOUND, INVALID_CURRENCY, and as `takePayment`; what `UmaDesk` throws */
export async function answerPayRequest(
  needs: UmaContext,
  { origin, domain }: Place,
  { name, body, lookup }: PayRequest,
): Promise<string> {
  const { store, engine, clock, desk, decisions, vault, approveUnasked } = needs
  const address = `${name.toLowerCase()}@${domain}`
  const { heard, hear } = listening(clock)
  let payment: Transaction | undefined
  let platformId = ''
  const decide: Parameters<typeof desk.pay>[2] = async (asked) => {
    const recipient = await findRecipient(store, address)
    if (!recipient) throw nobody()
    platformId = recipient.platformId
    const accountId = recipient.accounts[asked.currency]
    if (!accountId) refuse('INVALID_CURRENCY', `The receiver takes no ${asked.currency}`)
    const callback = `${origin}/uma/settlements/${platformId}`
    const messages = [...openLookup(vault, lookup, asked.institution), ...heard.splice(0)]
    const announced = { asked, accountId, callback, approveUnasked, messages }
    const begun = await engine.run(platformId, (rows) => takePayment(rows, announced))
    payment = begun
    refuseUnlessTaken(await decisions.of(platformId, begun.id))
    return { invoice: invoiceOf(begun.id), callback }
  }
  try {
    return await desk.pay(body, address, decide, hear)
  } catch (error) {
    if (payment && error instanceof UmaFault)
      hear({
        direction: 'SENT',
        kind: 'PAY_RESPONSE',
        institution: institutionOf(payment),
        fields: { code: error.code, reason: error.message },
      })
    throw error
  } finally {
    const begun = payment
    if (begun) await engine.run(platformId, (rows) => keepMessages(rows, begun.id, heard))
  }
}

const institutionOf = ({ sourceId }: Transaction): string =>
  (sourceId as string).slice((sourceId as string).indexOf('@') + 1)

/** @throws UmaFault that says no more than the sender need know */
function refuseUnlessTaken({ status, failureReason }: Transaction): void {
  if (status === 'PROCESSING' || status === 'COMPLETED') return
  if (status === 'REJECTED')
    throw new UmaFault('SENDER_NOT_ACCEPTED', "The receiver's institution does not take this payment")
  if (failureReason === 'MISSING_MANDATORY_PAYEE_DATA')
    throw new UmaFault('MISSING_MANDATORY_PAYER_DATA', "The receiver's institution wants to know more")
  if (failureReason === 'QUOTE_EXPIRED') throw new UmaFault('INVOICE_EXPIRED', 'This payment was not paid in time')
  throw new UmaFault('INTERNAL_ERROR', "The receiver's institution did not decide in time")
}
