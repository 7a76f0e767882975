/** Owns the calls of the public API that make the same payment again, as commands for a terminal. */
import type { PaymentStory } from '../../../../contract/dashboard.ts'
import { API } from '../../api/call.ts'

interface Call {
  readonly path: string
  readonly body?: object
}

/** The credentials are left to the environment: they are nothing for a clipboard. */
export function curlOf(story: PaymentStory, origin: string): string {
  return callsOf(story)
    .map(({ path, body }) =>
      [
        `curl -X POST '${origin}${API}${path}'`,
        `-u "$CAUSEWAY_CLIENT_ID:$CAUSEWAY_CLIENT_SECRET"`,
        ...(body
          ? [`-H 'content-type: application/json'`, `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]
          : []),
      ].join(' \\\n  '),
    )
    .join('\n\n')
}

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
