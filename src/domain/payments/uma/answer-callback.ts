/** Settlement callback: another institution reports that it has paid. */
import { notFound } from '../../../core/refusal.ts'
import { invoiceOf } from '../transactions/receive-payment.ts'
import { listening, type Place, type UmaContext } from './context.ts'
import { keepMessages } from './keep-messages.ts'
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
  const { heard, hear } = listening(clock)
  let transactionId = ''
  const answer = await desk.settled(
    body,
    `${origin}/uma/settlements/${platformId}`,
    async (told) => {
      if (!INVOICE.test(told.invoice)) throw notFound('Transaction')
      const id = told.invoice.slice(PREFIX.length)
      const messages = heard.splice(0)
      await engine.run(platformId, (rows) => settlePayment(rows, id, told, messages))
      transactionId = id
    },
    hear,
  )
  await engine.run(platformId, (rows) => keepMessages(rows, transactionId, heard))
  return answer
}
