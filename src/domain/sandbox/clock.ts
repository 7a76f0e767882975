/** Owns the moving of the sandbox's clock (decision 29). It is kept, so that a restart goes on where it was. */
import type { Contract } from '../../../contract/contract.ts'
import type { ReplyOf } from '../../../contract/operation.ts'
import { MOVE_MAX_SECONDS } from '../../../contract/sandbox-clock.ts'
import type { ClockState, MovableClock } from '../../core/clock.ts'
import { refuseField } from '../../core/refusal.ts'
import { isoTime } from '../../core/time.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Runner } from '../../infra/jobs/runner.ts'

type Shown = ReplyOf<Contract['getSandboxClock']>
const DUE_MAX = 100

/** Planned work that will do something. The end of a rate stays planned when its quote was executed, and then nobody waits for it. */
const AWAITED = `(
  select platform_id, due_at, name, leased_until, case when name = 'expireQuotes' then (
    select count(*) from json_array_elements_text(subjects) as subject(id)
    join quotes q on q.platform_id = jobs.platform_id and q.id = subject.id::uuid and q.status = 'PENDING'
  ) else json_array_length(subjects) end as awaited
  from jobs where dead_at is null) as planned`

export interface SandboxClock {
  show(platformId: string): Promise<Shown>
  /** Answers when everything that came due has been done, in order. */
  advanceBy(platformId: string, ms: number): Promise<Shown>
  /** @throws Refusal INVALID_INPUT for a moment that has passed, or is farther away than one move goes */
  advanceTo(platformId: string, moment: number): Promise<Shown>
  /** To the earliest moment at which anything is planned. */
  advanceToNext(platformId: string): Promise<Shown>
  freeze(platformId: string): Promise<Shown>
  unfreeze(platformId: string): Promise<Shown>
}

export function sandboxClock({
  store,
  clock,
  runner,
}: {
  store: Store
  clock: MovableClock
  runner: () => Runner
}): SandboxClock {
  /** One move at a time: two at once would do the work of moments out of order. */
  let moving: Promise<unknown> = Promise.resolve()
  const show = async (platformId: string): Promise<Shown> => {
    const due = await store.query<{ dueAt: number; name: string; count: bigint }>(
      `select due_at as "dueAt", name, sum(awaited) as count from ${AWAITED}
      where platform_id = $1 and awaited > 0 group by 1, 2 order by 1, 2 limit ${DUE_MAX}`,
      [platformId],
    )
    return {
      now: isoTime(clock.now()),
      frozen: clock.frozen,
      due: due.map(({ dueAt, name, count }) => ({ at: isoTime(dueAt), what: name, count: Number(count) })),
    }
  }
  const change = (platformId: string, move: () => unknown): Promise<Shown> => {
    const done = moving.then(async () => {
      await move()
      await keepClock(store, clock.state())
      return show(platformId)
    })
    moving = done.catch(() => {})
    return done
  }
  return {
    show,
    advanceBy: (platformId, ms) => change(platformId, () => runner().advanceTo(clock, clock.now() + ms)),
    advanceTo(platformId, moment) {
      if (moment < clock.now())
        refuseField(
          'INVALID_INPUT',
          'time',
          `has passed; the clock shows ${isoTime(clock.now())} and goes forwards only`,
        )
      if (moment > clock.now() + MOVE_MAX_SECONDS * 1000)
        refuseField('INVALID_INPUT', 'time', `is more than ten years ahead; the clock shows ${isoTime(clock.now())}`)
      return change(platformId, () => runner().advanceTo(clock, moment))
    },
    advanceToNext: (platformId) =>
      change(platformId, async () => {
        const [next] = await store.query<{ dueAt: number | null }>(
          `select min(due_at) as "dueAt" from ${AWAITED} where awaited > 0 and leased_until is null`,
        )
        if (next && next.dueAt !== null) await runner().advanceTo(clock, Math.max(next.dueAt, clock.now()))
      }),
    freeze: (platformId) => change(platformId, () => clock.freeze()),
    unfreeze: (platformId) => change(platformId, () => clock.unfreeze()),
  }
}

async function keepClock(store: Store, { aheadMs, frozenAt }: ClockState): Promise<void> {
  const frozen = frozenAt === undefined ? 'null' : `'${isoTime(frozenAt)}'`
  await store.script(`insert into sandbox_clock (ahead_ms, frozen_at) values (${Math.round(aheadMs)}, ${frozen})
    on conflict (only_row) do update set ahead_ms = excluded.ahead_ms, frozen_at = excluded.frozen_at`)
}

/** Where the clock was when the process before this one ended; undefined when it was never moved. */
export async function keptClock(store: Store): Promise<ClockState | undefined> {
  const [row] = await store.query<{ aheadMs: bigint; frozenAt: number | null }>(
    'select ahead_ms as "aheadMs", frozen_at as "frozenAt" from sandbox_clock',
  )
  return row && { aheadMs: Number(row.aheadMs), ...(row.frozenAt !== null && { frozenAt: row.frozenAt }) }
}
