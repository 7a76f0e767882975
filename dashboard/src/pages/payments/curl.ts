/** Owns the calls of the public API that make the same payment again, as commands for a terminal. */
import type { PaymentStory } from '../../../../contract/dashboard.ts'
import { curlCommand, type ShownCall } from '../../api/curl.ts'

export const curlOf = (story: PaymentStory, origin: string): string =>
  callsOf(story)
    .map((call) => curlCommand({ method: 'POST', ...call }, origin))
    .join('\n\n')

type Call = Pick<ShownCall, 'path' | 'body'>

function callsOf({ transaction, quote }: PaymentStory): Call[] {
  if (quote) return quotedCalls(quote)
  const { source, destination, receivedAmount } = transaction
  if (!('accountId' in destination)) return []
  const { accountId } = destination
  const amount = transaction.type === 'OUTGOING' ? transaction.sentAmount.amount : receivedAmount?.amount
  if (!source || !('accountId' in source))
    return [{ path: `/sandbox/internal-accounts/${accountId}/fund`, body: { amount } }]
  const ends = { source: { accountId: source.accountId }, destination: { accountId } }
  if (accountId.startsWith('ExternalAccount:')) return [{ path: '/transfer-out', body: { ...ends, amount } }]
  return source.accountId.startsWith('ExternalAccount:') ? [{ path: '/transfer-in', body: { ...ends, amount } }] : []
}

function quotedCalls({
  id,
  source,
  destination,
  totalSendingAmount,
  description,
}: NonNullable<PaymentStory['quote']>): Call[] {
  const body = {
    source,
    destination,
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: totalSendingAmount,
    ...(description && { description }),
  }
  // Money that is yet to arrive executes its quote itself.
  if (source.sourceType === 'REALTIME_FUNDING') return [{ path: '/quotes', body }]
  return [{ path: '/quotes', body }, { path: `/quotes/${id}/execute` }]
}
