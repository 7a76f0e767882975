/** Settlement callback: another institution reports that it has paid. */
import { notFound, refuse } from '../../../../core/refusal.ts'
import type { PaidIn } from '../../../../providers/settlement/port.ts'
import { invoiceOf } from '../../transactions/receive-payment.ts'
import { collectMessages, storeMessages } from '../messages.ts'
import type { Place, UmaContext } from './context.ts'
import { settlePayment } from './settle-payment.ts'

const PREFIX = invoiceOf('')
const INVOICE = new RegExp(`^${PREFIX}[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

/** @throws Refusal as `settlePayment`; what `UmaInbound` throws */
export async function answerCallback(
  { engine, clock, inbound, settling }: UmaContext,
  { origin }: Place,
  platformId: string,
  body: unknown,
): Promise<string> {
  const { messages, onMessage } = collectMessages(clock)
  let transactionId = ''
  const answer = await inbound.settled(
    body,
    `${origin}/uma/settlements/${platformId}`,
    async ({ invoice, institution, amount }) => {
      const id = INVOICE.test(invoice) ? invoice.slice(PREFIX.length) : await settling?.settlement?.keyFor(invoice)
      if (id === undefined) throw notFound('Transaction')
      const paidIn = await receivedFor(settling, id)
      const report = { transactionId: id, institution, amount, paidIn, messages: messages.splice(0) }
      await engine.run(platformId, (rows) => settlePayment(rows, report))
      transactionId = id
    },
    onMessage,
  )
  await engine.run(platformId, (rows) => storeMessages(rows, transactionId, messages))
  return answer
}

/**
 * What has arrived for a payment whose invoice the other institution was given.
 * @returns undefined for a payment that is settled by the callback itself
 * @throws Refusal INVALID_STATE_TRANSITION while its invoice is not paid; Error while the rail does not answer
 */
async function receivedFor(settling: UmaContext['settling'], transactionId: string): Promise<PaidIn | undefined> {
  const amount = await settling?.settlement?.received(transactionId)
  if (amount === 0n) refuse('INVALID_STATE_TRANSITION', 'The invoice has not been paid')
  return amount === undefined ? undefined : { currency: 'BTC', amount }
}
