/** What waits for an operator, of one platform, with the command that resolves each item. */
import { ATTENTION_SHOWN, type AttentionItem } from '../../contract/platform/overview.ts'
import { wireId } from '../core/ids.ts'
import { isoTime } from '../core/time.ts'
import type { Store } from '../infra/db/store.ts'

interface Found {
  readonly reason: string
  readonly since: number
  readonly command: string | null
  readonly paymentId: string | null
  readonly cardId: string | null
}

export async function getAttention(store: Store, platformId: string): Promise<{ items: AttentionItem[] }> {
  const found = await store.query<Found>(ATTENTION, [platformId])
  const items = found.map(({ reason, since, command, paymentId, cardId }) => ({
    reason,
    since: isoTime(since),
    ...(command && { command }),
    ...(paymentId && { paymentId: wireId('Transaction', paymentId) }),
    ...(cardId && { cardId: wireId('Card', cardId) }),
  }))
  return { items }
}

/** Tasks and jobs that were given up, payouts that are held, and a webhook endpoint that was disabled. */
const ATTENTION = `
  select * from (
    select j.last_error as reason, j.dead_at as since, 'causeway tasks list' as command, t.id as "paymentId", c.card_id as "cardId"
    from jobs j
      left join transactions t on t.platform_id = j.platform_id and t.id::text = j.subjects->>0
      left join card_transactions c on c.platform_id = j.platform_id and c.id::text = j.subjects->>0
    where j.platform_id = $1 and j.dead_at is not null
    union all
    select 'A payout is held: ' || h.reason, h.screened_at, 'causeway payouts held', t.id, null
    from payout_screenings h join transactions t on t.platform_id = $1 and t.id::text = split_part(h.key, '/', 1)
    where h.verdict = 'HOLD' and h.decision is null
    union all
    select 'The webhook endpoint was disabled: it answered 410, or nothing for seven days. Set webhookEndpoint again.', disabled_at,
      null, null, null
    from listeners where platform_id = $1 and disabled_at is not null) found
  order by since limit ${ATTENTION_SHOWN}`
