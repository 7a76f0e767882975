/** Settlement callback: another institution reports that it has paid. */
import { notFound } from '../../../../core/refusal.ts'
import { invoiceOf } from '../../transactions/receive-payment.ts'
import { collectMessages, storeMessages } from '../messages.ts'
import type { Place, UmaContext } from './context.ts'
import { settlePayment } from './settle-payment.ts'

const PREFIX = invoiceOf('')
const INVOICE = new RegExp(`^${PREFIX}[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

/** @throws Refusal as `settlePayment`; what `UmaDesk` throws */
export async function answerCallback(
  { engine, clock, desk }: UmaContext,
  { origin }: Place,
  platformId: string,
  body: unknown,
): Promise<string> {
  const { messages, onMessage } = collectMessages(clock)
  let transactionId = ''
  const answer = await desk.settled(
    body,
    `${origin}/uma/settlements/${platformId}`,
    async ({ invoice, institution, amount }) => {
      if (!INVOICE.test(invoice)) throw notFound('Transaction')
      const id = invoice.slice(PREFIX.length)
      const report = { transactionId: id, institution, amount, messages: messages.splice(0) }
      await engine.run(platformId, (rows) => settlePayment(rows, report))
      transactionId = id
    },
    onMessage,
  )
  await engine.run(platformId, (rows) => storeMessages(rows, transactionId, messages))
  return answer
}
