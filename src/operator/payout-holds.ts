/** Operator commands for payouts that are held, by screening or a limit: list, release, reject. */
import { presentMoney } from '../core/currency.ts'
import { wireId } from '../core/ids.ts'
import { notFound, refuse } from '../core/refusal.ts'
import { isoTime } from '../core/time.ts'
import type { Operator } from './operator.ts'

export interface HeldPayout {
  /** `Transaction:<uuid>`; with `/pull` where money is pulled for a quote before it is paid out. */
  readonly id: string
  readonly platform: string
  readonly submission: 'SEND' | 'PULL'
  /** Minor units of the currency. */
  readonly amount: number
  readonly currency: string
  /** Why it is held. */
  readonly reason: string
  readonly since: string
  /** Number of operators who have yet to release it. */
  readonly releasesMissing: number
  /** Names of the operators who have released it. */
  readonly releasedBy: string
}

type HeldRow = Omit<HeldPayout, 'amount' | 'since'> & { readonly amount: string; readonly since: number }

/** Held payouts without a decision, oldest first. */
export async function heldPayouts({ store }: Operator): Promise<HeldPayout[]> {
  const rows = await store.query<HeldRow>(HELD)
  return rows.map((row) => ({
    ...row,
    id: wireId('Transaction', row.id),
    amount: presentMoney(BigInt(row.amount), row.currency).amount,
    since: isoTime(row.since),
  }))
}

const HELD = `
  select h.key as id, p.name as platform, h.submission, h.reason, h.screened_at as since,
    (case when h.submission = 'SEND' then t.received_amount else t.sent_amount end)::text as amount,
    case when h.submission = 'SEND' then t.destination_currency else t.source_currency end as currency,
    h.releases_needed - r.count as "releasesMissing", r.names as "releasedBy"
  from payout_screenings h
    join transactions t on t.id = split_part(h.key, '/', 1)::uuid
    join platforms p on p.platform_id = t.platform_id
    cross join lateral (select count(*)::int as count, coalesce(string_agg(name, ', ' order by released_at), '') as names
      from payout_releases where key = h.key) r
  where h.verdict = 'HOLD' and h.decision is null
  order by h.screened_at, h.key`

export interface HoldDecision {
  readonly decision: 'RELEASED' | 'REJECTED'
  /** Name of the person who decides; stored with the decision. */
  readonly by: string
  /** Why. */
  readonly note: string
}

const KEY = /^(?:Transaction:)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\/pull)?)$/

/** Outcome of a decision: WAITING for another operator's release. */
export interface Decided {
  readonly decision: HoldDecision['decision'] | 'WAITING'
}

/**
 * Decides about a held payout, once. One rejection fails it; a payout above its limit needs the releases of two operators.
 * A released one is submitted and a rejected one fails and is refunded, at the next poll, within a minute.
 * @throws Refusal TRANSACTION_NOT_FOUND when it is not held, INVALID_STATE_TRANSITION when it is decided, or released by
 * the same operator before
 */
export async function decideHeldPayout(
  { store }: Operator,
  id: string,
  { decision, by, note }: HoldDecision,
): Promise<Decided> {
  const key = KEY.exec(id)?.[1]
  if (key === undefined) throw notFound('Transaction')
  return await store.transaction(async (query) => {
    const [held] = await query<{ decision: string | null; needed: number }>(LOCK, [key])
    if (!held) throw notFound('Transaction')
    if (held.decision !== null) refuse('INVALID_STATE_TRANSITION', 'The payout has been released or rejected before')
    let names = by
    if (decision === 'RELEASED') {
      const added = await query(RELEASE, [key, normalName(by), by, note])
      if (added.length === 0)
        refuse('INVALID_STATE_TRANSITION', `${by} has released the payout before; another operator must release it`)
      const releases = await query<{ name: string }>(RELEASES, [key])
      if (releases.length < held.needed) return { decision: 'WAITING' }
      names = releases.map(({ name }) => name).join(', ')
    }
    await query(DECIDE, [key, decision, names, note])
    return { decision }
  })
}

const normalName = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

const LOCK = `select decision, releases_needed as needed from payout_screenings
  where key = $1 and verdict = 'HOLD' for update`
const RELEASE = `insert into payout_releases (key, operator, name, note) values ($1, $2, $3, $4)
  on conflict do nothing returning key`
const RELEASES = 'select name from payout_releases where key = $1 order by released_at, operator'
const DECIDE = `
  update payout_screenings set decision = $2, decided_at = now(), decided_by = $3, note = $4 where key = $1`
