/** Operator commands for payouts and pulls without an outcome: list, and ask the rail now. */
import { presentMoney } from '../../core/currency.ts'
import { wireId } from '../../core/ids.ts'
import { refuse } from '../../core/refusal.ts'
import { isoTime } from '../../core/time.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import { idIn, type Operator } from '../operator.ts'

/** A payout that its rail has accepted is listed once its outcome has been unknown for this long. */
const UNKNOWN_MS = 72 * 60 * 60_000
/** A payout that waits to be submitted is listed after this time. */
const WAITING_MS = 60 * 60_000

export interface StuckPayout {
  readonly id: string
  readonly platform: string
  /** Null: none has been chosen. */
  readonly rail: string | null
  /** Minor units of the currency. */
  readonly amount: number
  readonly currency: string
  /** Why it waits, as far as it is known. */
  readonly reason: string
  readonly since: string
}

/** Jobs that submit a payout, and jobs that query its outcome. */
const SUBMITTING = ['sendPayout', 'pullForQuote', 'sendTransfer', 'pullTransfer']
const ASKING = ['askPayout', 'askPullForQuote', 'askTransfer', 'askPull']

interface StuckRow extends Omit<StuckPayout, 'amount' | 'since' | 'reason'> {
  readonly amount: string
  readonly since: number
  readonly error: string | null
  readonly isTaken: boolean
}

/** The oldest first. Payouts that screening or a limit has held are left out. */
export async function stuckPayouts({ store, clock }: Pick<Operator, 'store' | 'clock'>): Promise<StuckPayout[]> {
  const now = clock.now()
  const rows = await store.query<StuckRow>(STUCK, [
    SUBMITTING,
    ASKING,
    isoTime(now - UNKNOWN_MS),
    isoTime(now - WAITING_MS),
  ])
  return rows.map(({ error, isTaken, ...row }) => ({
    ...row,
    id: wireId('Transaction', row.id),
    amount: presentMoney(BigInt(row.amount), row.currency).amount,
    reason: isTaken
      ? 'The rail has accepted it and has not reported an outcome'
      : (error ?? 'It is waiting to be submitted'),
    since: isoTime(row.since),
  }))
}

/** Begins with the jobs, because only payments in progress have one. */
const STUCK = `
  select distinct on (t.updated_at, t.id) t.id, p.name as platform, r.rail, t.received_amount::text as amount,
    t.destination_currency as currency, j.last_error as error, j.name = any($2) as "isTaken", t.updated_at as since
  from jobs j cross join json_array_elements_text(j.subjects) as s (id)
    join transactions t on t.platform_id = j.platform_id and t.id = s.id::uuid
    join platforms p on p.platform_id = j.platform_id
    left join payout_routes r on r.key in (t.id::text, t.id::text || '/pull')
  where j.dead_at is null and j.class = 'money' and t.status in ('PENDING', 'PROCESSING')
    and (j.name = any($2) and t.updated_at < $3 or j.name = any($1) and t.updated_at < $4)
    and not exists (select 1 from payout_screenings h
      where h.key in (t.id::text, t.id::text || '/pull') and h.verdict = 'HOLD' and h.decision is null)
  order by t.updated_at, t.id`

/**
 * Reschedules the next status query, or the waiting submission, for now. @throws Refusal TRANSACTION_NOT_FOUND,
 * INVALID_STATE_TRANSITION when no work is planned for it
 */
export async function askAgain({ store, engine }: Operator, payment: string): Promise<void> {
  const id = idIn(payment, 'Transaction')
  const [job] = await store.query<{ platformId: string; name: string }>(PLANNED, [[...SUBMITTING, ...ASKING], id])
  if (!job) refuse('INVALID_STATE_TRANSITION', 'Nothing is scheduled for this payment: it has an outcome, or is a task')
  await engine.run(job.platformId, (rows) => enqueue(rows, job.name, rows.now, id))
}
const PLANNED = `
  select platform_id as "platformId", name from jobs
  where dead_at is null and class = 'money' and name = any($1) and subjects::jsonb ? $2 limit 1`
