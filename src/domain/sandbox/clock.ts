/** The sandbox's clock (decision 29): what it shows, what is planned, and the ways to move it. It is kept, so that a restart goes on where it was. */
import type { Logger } from 'pino'
import type { Contract } from '../../../contract/contract.ts'
import type { ReplyOf } from '../../../contract/operation.ts'
import { MOVE_MAX_SECONDS } from '../../../contract/sandbox/sandbox-clock.ts'
import type { ClockState, MovableClock } from '../../core/clock.ts'
import { refuseField } from '../../core/refusal.ts'
import { isoTime } from '../../core/time.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Runner } from '../../infra/jobs/runner.ts'
import { ClockMoves, type Move } from './clock-moves.ts'

type Shown = ReplyOf<Contract['getSandboxClock']>
const DUE_MAX = 100

/**
 * Planned work that will do something. The end of a rate stays planned when its quote was executed, and then nobody
 * waits for it. What waits for a silent endpoint is due with its next probe.
 */
const AWAITED = `(
  select j.platform_id, greatest(j.due_at, k.probe_at) as due_at, k.platform_id is not null as is_silent, name, leased_until, case when name = 'expireQuotes' then (
    select count(*) from json_array_elements_text(subjects) as subject(id)
    join quotes q on q.platform_id = j.platform_id and q.id = subject.id::uuid and q.status = 'PENDING'
  ) else json_array_length(subjects) end as awaited
  from jobs j left join circuits k on k.platform_id = j.platform_id and k.class = j.class where dead_at is null) as planned`

export interface SandboxClock {
  show(platformId: string): Promise<Shown>
  /** Answers when everything that came due has been done, in order; or, when that is much, with what is left of it. */
  advanceBy(platformId: string, ms: number): Promise<Shown>
  /** @throws Refusal INVALID_INPUT for a moment that has passed, or is farther away than one move goes */
  advanceTo(platformId: string, moment: number): Promise<Shown>
  /** To the earliest moment at which anything is planned. */
  advanceToNext(platformId: string): Promise<Shown>
  freeze(platformId: string): Promise<Shown>
  unfreeze(platformId: string): Promise<Shown>
  /** Goes on with the moves that the process before has left. */
  resume(): Promise<void>
  /** Leaves the moves under way to the next start. */
  stop(): Promise<void>
}

interface Needs {
  readonly store: Store
  readonly clock: MovableClock
  readonly runner: () => Runner
  readonly log: Logger
}

export function sandboxClock({ store, clock, runner, log }: Needs): SandboxClock {
  const moves = new ClockMoves({
    clock,
    runner,
    log,
    keep: (left) => keepClock(store, clock.state(), left),
    async nextDue() {
      const [next] = await store.query<{ dueAt: number | null }>(
        `select min(due_at) as "dueAt" from ${AWAITED} where awaited > 0 and leased_until is null`,
      )
      return next?.dueAt ?? undefined
    },
  })
  /** Of the move under way: how many subjects of all platforms are still to be done. */
  const leftUntil = async (to: number) => {
    const [row] = await store.query<{ left: bigint | null }>(
      `select sum(awaited)::bigint as left from ${AWAITED} where due_at <= $1::timestamptz and not is_silent`,
      [isoTime(to)],
    )
    return Number(row?.left ?? 0)
  }
  const show = async (platformId: string): Promise<Shown> => {
    const { under } = moves
    const [due, left] = await Promise.all([
      store.query<{ dueAt: number; name: string; count: bigint }>(
        `select due_at as "dueAt", name, sum(awaited) as count from ${AWAITED}
        where platform_id = $1 and awaited > 0 group by 1, 2 order by 1, 2 limit ${DUE_MAX}`,
        [platformId],
      ),
      under ? leftUntil(under.to) : 0,
    ])
    return {
      now: isoTime(clock.now()),
      frozen: clock.frozen,
      due: due.map(({ dueAt, name, count }) => ({ at: isoTime(dueAt), what: name, count: Number(count) })),
      ...(under && { moving: { to: isoTime(under.to), done: under.done, left } }),
    }
  }
  const move = async (platformId: string, how: Move): Promise<Shown> => {
    await moves.begin(how)
    return show(platformId)
  }
  const change = async (platformId: string, how: () => void): Promise<Shown> => {
    how()
    await keepClock(store, clock.state(), moves.moves)
    return show(platformId)
  }
  return {
    show,
    advanceBy: (platformId, ms) => move(platformId, { by: ms }),
    advanceTo(platformId, moment) {
      if (moment < clock.now())
        refuseField(
          'INVALID_INPUT',
          'time',
          `has passed; the clock shows ${isoTime(clock.now())} and goes forwards only`,
        )
      if (moment > clock.now() + MOVE_MAX_SECONDS * 1000)
        refuseField('INVALID_INPUT', 'time', `is more than ten years ahead; the clock shows ${isoTime(clock.now())}`)
      return move(platformId, { to: moment })
    },
    advanceToNext: (platformId) => move(platformId, 'NEXT'),
    freeze: (platformId) => change(platformId, () => clock.freeze()),
    unfreeze: (platformId) => change(platformId, () => clock.unfreeze()),
    async resume() {
      const [kept] = await store.query<{ moves: readonly Move[] }>('select moves from sandbox_clock')
      if (kept) moves.resume(kept.moves)
    },
    stop: () => moves.stop(),
  }
}

async function keepClock(store: Store, { aheadMs, frozenAt }: ClockState, moves: readonly Move[]): Promise<void> {
  await store.query(
    `insert into sandbox_clock (ahead_ms, frozen_at, moves) values ($1::bigint, $2::timestamptz, $3::json)
    on conflict (only_row) do update set ahead_ms = excluded.ahead_ms, frozen_at = excluded.frozen_at, moves = excluded.moves`,
    [Math.round(aheadMs), frozenAt === undefined ? null : isoTime(frozenAt), JSON.stringify(moves)],
    'keep_clock',
  )
}

/** Where the clock was when the process before this one ended; undefined when it was never moved. */
export async function keptClock(store: Store): Promise<ClockState | undefined> {
  const [row] = await store.query<{ aheadMs: bigint; frozenAt: number | null }>(
    'select ahead_ms as "aheadMs", frozen_at as "frozenAt" from sandbox_clock',
  )
  return row && { aheadMs: Number(row.aheadMs), ...(row.frozenAt !== null && { frozenAt: row.frozenAt }) }
}
