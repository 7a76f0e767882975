/** Operator commands for payouts that screening has held: list, release, reject. */
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
}

type HeldRow = Omit<HeldPayout, 'amount' | 'since'> & { readonly amount: string; readonly since: number }

/** Held payouts without a decision, the oldest first. */
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
    case when h.submission = 'SEND' then t.destination_currency else t.source_currency end as currency
  from payout_screenings h
    join transactions t on t.id = split_part(h.key, '/', 1)::uuid
    join platforms p on p.platform_id = t.platform_id
  where h.verdict = 'HOLD' and h.decision is null
  order by h.screened_at, h.key`

export interface HoldDecision {
  readonly decision: 'RELEASED' | 'REJECTED'
  /** Who decides: kept with the decision. */
  readonly by: string
  /** Why. */
  readonly note: string
}

const KEY = /^(?:Transaction:)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\/pull)?)$/

/**
 * Decides about a held payout, once. A released one is submitted and a rejected one is failed, and its money given back,
 * when it is asked about next, within a minute.
 * @throws Refusal TRANSACTION_NOT_FOUND when it is not held, INVALID_STATE_TRANSITION when it is decided
 */
export async function decideHeldPayout(
  { store }: Operator,
  id: string,
  { decision, by, note }: HoldDecision,
): Promise<void> {
  const key = KEY.exec(id)?.[1]
  if (key === undefined) throw notFound('Transaction')
  const [decided] = await store.query(DECIDE, [key, decision, by, note])
  if (decided) return
  const [held] = await store.query(`select key from payout_screenings where key = $1 and verdict = 'HOLD'`, [key])
  if (!held) throw notFound('Transaction')
  refuse('INVALID_STATE_TRANSITION', 'The payout has been released or rejected before')
}

const DECIDE = `
  update payout_screenings set decision = $2, decided_at = now(), decided_by = $3, note = $4
  where key = $1 and verdict = 'HOLD' and decision is null returning key`
