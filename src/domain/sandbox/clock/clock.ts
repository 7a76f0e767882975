/** Sandbox clock (decision 29): its time, the jobs that are scheduled, and the operations that move it. Stored, so that it survives a restart. */
import type { Logger } from 'pino'
import type { Contract } from '../../../../contract/contract.ts'
import type { ReplyOf } from '../../../../contract/operation.ts'
import { MOVE_MAX_SECONDS } from '../../../../contract/sandbox/sandbox-clock.ts'
import type { ClockState, MovableClock } from '../../../core/clock.ts'
import { refuseField } from '../../../core/refusal.ts'
import { isoTime } from '../../../core/time.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { Runner } from '../../../infra/jobs/runner.ts'
import { ClockMoves, type Move } from './clock-moves.ts'

type ClockReply = ReplyOf<Contract['getSandboxClock']>
const DUE_MAX = 100

/**
 * Scheduled jobs that will have an effect. The expiry of a quote stays scheduled after its execution, and the retry of a
 * webhook after a later delivery of its object was answered; both are left out.
 * A job for an endpoint that is silent is due with its next probe. Events are looked up object by object: as a join,
 * PostgreSQL could read all events of the platform for each of them.
 */
const SCHEDULED = `(
  select j.platform_id, greatest(j.due_at, k.probe_at) as due_at, k.platform_id is not null as is_silent, name, leased_until, case when name = 'expireQuotes' then (
    select count(*) from json_array_elements_text(subjects) as subject(id)
    join quotes q on q.platform_id = j.platform_id and q.id = subject.id::uuid and q.status = 'PENDING'
  ) when name = 'deliverEvents' then (
    select count(*) from json_array_elements_text(subjects) as subject(id)
    left join lateral (
      select delivered from deliveries where platform_id = j.platform_id and object_id = subject.id::uuid limit 1) d on true
    cross join lateral (
      select from events where platform_id = j.platform_id and object_id = subject.id::uuid and sequence > coalesce(d.delivered, 0) and is_wanted limit 1) e
  ) else json_array_length(subjects) end as subjects
  from jobs j left join circuits k on k.platform_id = j.platform_id and k.class = j.class where dead_at is null) as scheduled`

interface Needs {
  readonly store: Store
  readonly clock: MovableClock
  readonly runner: () => Runner
  readonly log: Logger
}

export interface SandboxClock {
  readonly store: Store
  readonly clock: MovableClock
  readonly moves: ClockMoves
}

export const sandboxClock = ({ store, clock, runner, log }: Needs): SandboxClock => ({
  store,
  clock,
  moves: new ClockMoves({
    clock,
    runner,
    log,
    keep: (left) => keepClock(store, clock.state(), left),
    nextDue: () => nextDue(store),
  }),
})

/** The clock, and what is scheduled for the platform. */
export async function getSandboxClock({ store, clock, moves }: SandboxClock, platformId: string): Promise<ClockReply> {
  const { current } = moves
  const [due, left] = await Promise.all([
    store.query<{ dueAt: number; name: string; count: bigint }>(
      `select due_at as "dueAt", name, sum(subjects) as count from ${SCHEDULED}
      where platform_id = $1 and subjects > 0 group by 1, 2 order by 1, 2 limit ${DUE_MAX}`,
      [platformId],
    ),
    current ? subjectsUntil(store, current.to) : 0,
  ])
  return {
    now: isoTime(clock.now()),
    frozen: clock.frozen,
    due: due.map(({ dueAt, name, count }) => ({ at: isoTime(dueAt), what: name, count: Number(count) })),
    ...(current && { moving: { to: isoTime(current.to), done: current.done, left } }),
  }
}

/** Returns when all jobs that came due are done, in order; or, after some time or work, with the rest of them. */
export const advanceSandboxClock = (sandbox: SandboxClock, platformId: string, seconds: number) =>
  move(sandbox, platformId, { by: seconds * 1000 })

/**
 * @param time ISO 8601. @throws Refusal INVALID_INPUT for a time that has passed, or is farther away than one move
 * allows
 */
export async function advanceSandboxClockTo(sandbox: SandboxClock, platformId: string, time: string) {
  const to = Date.parse(time)
  const now = sandbox.clock.now()
  if (to < now)
    refuseField('INVALID_INPUT', 'time', `has passed: the clock shows ${isoTime(now)} and only moves forward`)
  if (to > now + MOVE_MAX_SECONDS * 1000)
    refuseField('INVALID_INPUT', 'time', `is more than ten years ahead; the clock shows ${isoTime(now)}`)
  return move(sandbox, platformId, { to })
}

/** Moves to the earliest time at which a job of any platform is due; stays where none is scheduled. */
export const advanceSandboxClockToNext = (sandbox: SandboxClock, platformId: string) =>
  move(sandbox, platformId, 'NEXT')

export function freezeSandboxClock(sandbox: SandboxClock, platformId: string): Promise<ClockReply> {
  sandbox.clock.freeze()
  return keepAndShow(sandbox, platformId)
}

export function unfreezeSandboxClock(sandbox: SandboxClock, platformId: string): Promise<ClockReply> {
  sandbox.clock.unfreeze()
  return keepAndShow(sandbox, platformId)
}

/** Continues the moves that the previous process has not finished. */
export async function resumeMoves({ store, moves }: SandboxClock): Promise<void> {
  const [kept] = await store.query<{ moves: readonly Move[] }>('select moves from sandbox_clock')
  if (kept) moves.resume(kept.moves)
}

/** The clock as the previous process left it; undefined when it was never moved. */
export async function keptClock(store: Store): Promise<ClockState | undefined> {
  const [row] = await store.query<{ aheadMs: bigint; frozenAt: number | null }>(
    'select ahead_ms as "aheadMs", frozen_at as "frozenAt" from sandbox_clock',
  )
  return row && { aheadMs: Number(row.aheadMs), ...(row.frozenAt !== null && { frozenAt: row.frozenAt }) }
}

async function move(sandbox: SandboxClock, platformId: string, to: Move): Promise<ClockReply> {
  await sandbox.moves.begin(to)
  return getSandboxClock(sandbox, platformId)
}

async function keepAndShow(sandbox: SandboxClock, platformId: string): Promise<ClockReply> {
  const { store, clock, moves } = sandbox
  await keepClock(store, clock.state(), moves.moves)
  return getSandboxClock(sandbox, platformId)
}

async function keepClock(store: Store, { aheadMs, frozenAt }: ClockState, moves: readonly Move[]): Promise<void> {
  await store.query(
    `insert into sandbox_clock (ahead_ms, frozen_at, moves) values ($1::bigint, $2::timestamptz, $3::json)
    on conflict (only_row) do update set ahead_ms = excluded.ahead_ms, frozen_at = excluded.frozen_at, moves = excluded.moves`,
    [Math.round(aheadMs), frozenAt === undefined ? null : isoTime(frozenAt), JSON.stringify(moves)],
    'keep_clock',
  )
}

async function nextDue(store: Store): Promise<number | undefined> {
  const [next] = await store.query<{ dueAt: number | null }>(
    `select min(due_at) as "dueAt" from ${SCHEDULED} where subjects > 0 and leased_until is null`,
  )
  return next?.dueAt ?? undefined
}

/** Subjects of the jobs of all platforms that are due until a time. */
async function subjectsUntil(store: Store, to: number): Promise<number> {
  const [row] = await store.query<{ left: bigint | null }>(
    `select sum(subjects)::bigint as left from ${SCHEDULED} where due_at <= $1::timestamptz and not is_silent`,
    [isoTime(to)],
  )
  return Number(row?.left ?? 0)
}
