/** Job runner: jobs are written with their cause, take effect once in order of due time, also after a restart, and are never lost. */
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FreshDatabase, freshDatabase, kind, openStore } from '../../../test/harness/database/database.ts'
import { times, type WatchedLane, watched } from '../../../test/harness/engine.ts'
import { type MovableClock, movableClock } from '../../core/clock.ts'
import { NotYet, refuse } from '../../core/refusal.ts'
import { Engine } from '../../engine/engine.ts'
import type { Command } from '../../engine/rows.ts'
import { log, text, time } from '../../engine/table.ts'
import type { Store } from '../db/store.ts'
import { LIMITS } from './classes.ts'
import { enqueue } from './enqueue.ts'
import { each, type JobHandlers } from './handlers.ts'
import { Runner } from './runner.ts'
import { jobs, LEASE_MS } from './tables.ts'

const ME = '00000000-0000-7000-8000-00000000000a'
const START = 1_800_000_000_000
const FEATS = 'create table feats (platform_id uuid, subject text, at timestamptz)'
/** The effects of jobs. */
const feats = log('feats', { subject: text(), at: time })

const feat =
  (subject: string): Command<void> =>
  (rows) =>
    rows.append(feats, { subject, at: rows.now })
const plan =
  (subject: string, dueAt: number, name = 'work'): Command<void> =>
  (rows) =>
    enqueue(rows, name, dueAt, subject)
const work: JobHandlers = { work: each(async (subject) => feat(subject)) }

/** A process: an engine and its own runner on the database. */
interface Process {
  readonly engine: Engine
  readonly runner: Runner
  readonly store: Store
  readonly lane: WatchedLane
  run<Reply>(command: Command<Reply>): Promise<Reply>
}

describe('jobs', () => {
  let database: FreshDatabase
  let store: Store
  beforeAll(async () => {
    database = await freshDatabase()
    store = await openStore(database)
    await store.script(FEATS)
  })
  beforeEach(() => store.script('truncate jobs; truncate feats'))
  afterAll(async () => {
    await store.close()
    await database.drop()
  })

  const process = (store: Store, clock: MovableClock, handlers: JobHandlers = work): Process => {
    const lane = watched(store.lanes[0]!)
    const engine: Engine = new Engine({
      schema: [jobs, feats],
      lanes: [lane],
      clock,
      onCommitted: (set) => runner.committed(set),
    })
    const runner: Runner = new Runner({
      store,
      engine,
      clock,
      handlersOf: () => handlers,
      log: pino({ level: 'silent' }),
    })
    return { engine, runner, store, lane, run: (command) => engine.run(ME, command) }
  }
  const frozen = () => movableClock({ aheadMs: 0, frozenAt: START })
  const alone = (handlers?: JobHandlers) => {
    const clock = frozen()
    return { clock, ...process(store, clock, handlers) }
  }
  const done = async (on = store) => {
    const rows = await on.query<{ subject: string; at: number }>('select subject, at from feats')
    return rows.map(({ subject, at }) => [subject, at - START]).sort(([, a], [, b]) => (a as number) - (b as number))
  }
  const waiting = () =>
    store.query<{
      subjects: string[]
      attempts: number
      dueAt: number
      deadAt: number | null
      lastError: string | null
    }>(
      'select subjects, attempts, due_at as "dueAt", dead_at as "deadAt", last_error as "lastError" from jobs order by due_at, attempts',
    )

  it('run when they are due, not before, and are removed with their effect', async () => {
    const { run, runner, clock, lane } = alone()
    await run(plan('a', START + 1000))
    await runner.advanceTo(clock, START + 999)
    expect(await done()).toEqual([])
    lane.transactions.length = 0
    await runner.advanceTo(clock, START + 1000)
    expect(await done()).toEqual([['a', 1000]])
    expect(await waiting()).toEqual([])
    expect(lane.transactions).toEqual([[['mark', 'remove_jobs', 'append_feats']]])
  })

  it('do not exist when the command that scheduled them was refused', async () => {
    const { run } = alone()
    const refused: Command<never> = (rows) => {
      plan('a', START)(rows)
      return refuse('CONFLICT', 'After all')
    }
    await expect(run(refused)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await waiting()).toEqual([])
  })

  it('of one batch, name and due time are one row for every 32 of them, and run in one batch', async () => {
    const { run, runner, clock, lane } = alone()
    await Promise.all(times(64, (i) => run(plan(`${i}`, START + 5))))
    expect((await waiting()).map(({ subjects }) => subjects).sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
      times(32, (i) => `${i}`),
      times(32, (i) => `${32 + i}`),
    ])
    lane.transactions.length = 0
    await runner.advanceTo(clock, START + 5)
    expect((await done()).map(([subject]) => Number(subject)).sort((a, b) => a - b)).toEqual(times(64, (i) => i))
    expect(lane.transactions).toHaveLength(1)
  })

  it('that are due immediately start in the process that scheduled them, without polling the table', async () => {
    const { run, runner, lane } = alone()
    await runner.start()
    const looks = vi.spyOn(store, 'query')
    const finished = new Promise<void>((resolve) => {
      const original = runner.committed.bind(runner)
      runner.committed = (set) => {
        original(set)
        if (set.appended.get(feats)?.length) resolve()
      }
    })
    await run(plan('now', START))
    await finished
    expect(looks.mock.calls.filter(([statement]) => statement.includes('feats'))).toEqual([])
    expect(lane.transactions.at(-1)).toEqual([['mark', 'remove_jobs', 'append_feats']])
    looks.mockRestore()
    await runner.stop()
    expect(await done()).toEqual([['now', 0]])
  })

  it('run from one due time to the next, with what they schedule in between', async () => {
    const begun: string[] = []
    const { run, runner, clock } = alone({
      work: each(async (subject) => {
        begun.push(subject)
        return (rows) => {
          feat(subject)(rows)
          if (subject === 'first') plan('between', rows.now + 50)(rows)
        }
      }),
    })
    for (const [subject, after] of [
      ['last', 300],
      ['first', 100],
      ['second', 200],
      ['beyond', 1001],
    ] as const)
      await run(plan(subject, START + after))
    await runner.advanceTo(clock, START + 1000)
    expect(await done()).toEqual([
      ['first', 100],
      ['between', 150],
      ['second', 200],
      ['last', 300],
    ])
    expect(begun).toEqual(['first', 'between', 'second', 'last'])
    expect([clock.now(), await runner.nextDue()]).toEqual([START + 1000, START + 1001])
  })

  it('that are overdue start in order of due time', async () => {
    const begun: string[] = []
    const { run, runner, clock } = alone({
      work: each(async (subject) => {
        begun.push(subject)
        return undefined
      }),
    })
    for (const i of [5, 3, 9, 1, 7]) await run(plan(`${i}`, START + i))
    clock.advanceTo(START + 100)
    await runner.settle()
    expect(begun).toEqual(['1', '3', '5', '7', '9'])
  })

  it('survive a restart, and run in the next process', async () => {
    const place = await freshDatabase({ onDisk: true })
    const clock = frozen()
    const before = await openStore(place)
    await before.script(FEATS)
    const first = process(before, clock)
    await Promise.all(times(3, (i) => first.run(plan(`${i}`, START + 1 + i))))
    await before.close()
    const after = await openStore(place)
    const { runner } = process(after, clock)
    await runner.start()
    await runner.advanceTo(clock, START + 10)
    await runner.stop()
    expect(await done(after)).toEqual([
      ['0', 1],
      ['1', 2],
      ['2', 3],
    ])
    await after.close()
    await place.drop()
  })

  it('left incomplete by a process are completed once by the next one, even if the first one returns', async () => {
    const clock = frozen()
    let comeBack = () => {}
    const hanging = process(store, clock, {
      work: each(async (subject) => {
        if (subject !== 'quick')
          await new Promise<void>((resolve) => {
            comeBack = resolve
          })
        return feat(subject)
      }),
    })
    await hanging.run(plan('slow', START + 1))
    await hanging.run(plan('quick', START + 1))
    clock.advanceTo(START + 1)
    const halfDone = hanging.runner.settle()
    while ((await done()).length === 0);

    const next = process(store, clock)
    await next.runner.start()
    await next.runner.settle()
    // Leases are waited for only where there may be other processes.
    expect(await done()).toEqual(
      kind === 'embedded'
        ? [
            ['quick', 1],
            ['slow', 1],
          ]
        : [['quick', 1]],
    )
    clock.advanceTo(START + 1 + LEASE_MS)
    await next.runner.settle()
    comeBack()
    await halfDone
    await next.runner.stop()
    expect(await done()).toEqual([
      ['quick', 1],
      ['slow', kind === 'embedded' ? 1 : 1 + LEASE_MS],
    ])
    expect(await waiting()).toEqual([])
  })

  it('run once each with two concurrent processes', async () => {
    const clock = frozen()
    const another = kind === 'postgres' ? await openStore(database) : store
    const begun = new Map<string, number>()
    const counting: JobHandlers = {
      work: each(async (subject) => {
        begun.set(subject, (begun.get(subject) ?? 0) + 1)
        return feat(subject)
      }),
    }
    const [a, b] = [process(store, clock, counting), process(another, clock, counting)]
    for (let i = 0; i < 100; i++) await Promise.all(times(3, (nth) => a.run(plan(`${i}.${nth}`, START + 1 + i))))
    clock.advanceTo(START + 1000)
    await Promise.all([a.runner.settle(), b.runner.settle()])
    const subjects = (await done()).map(([subject]) => subject)
    expect([subjects.length, new Set(subjects).size]).toEqual([300, 300])
    expect([begun.size, Math.max(...begun.values())]).toEqual([300, 1])
    expect(a.runner.stats.done + b.runner.stats.done).toBe(300)
    if (another !== store) await another.close()
  })

  it('that pile up are claimed as soon as there is capacity again, not at the next poll', async () => {
    const { run, runner, clock } = alone()
    for (let i = 0; i < 150; i++) await run(plan(`${i}`, START + 1 + i))
    clock.advanceTo(START + 1000)
    const pauses = vi.spyOn(globalThis, 'setTimeout')
    await runner.start()
    while ((await done()).length < 150);
    await runner.stop()
    const looks = pauses.mock.calls.filter(([, ms]) => ms === 0)
    pauses.mockRestore()
    expect(looks.length).toBeGreaterThanOrEqual(3)
  })

  describe('of several classes and platforms', () => {
    const YOU = '00000000-0000-7000-8000-00000000000b'
    /** Handlers whose work runs until the test releases it. */
    const gated = () => {
      const begun: string[] = []
      const gates: (() => void)[] = []
      const wait = each(async (subject) => {
        begun.push(subject)
        await new Promise<void>((resume) => gates.push(resume))
        return undefined
      })
      const open = () => {
        for (const resume of gates.splice(0)) resume()
      }
      return { begun, open, handlers: { work: wait, deliverEvents: wait, askPayout: wait } }
    }
    const started = (begun: readonly string[], name: string) => begun.filter((subject) => subject.startsWith(name))
    const all = async (open: () => void, runner: Runner) => {
      while ((await waiting()).length > 0) {
        open()
        await new Promise((resume) => setImmediate(resume))
      }
      await runner.stop()
    }

    it('do not wait for another class with more due than a process runs concurrently', async () => {
      const { begun, open, handlers } = gated()
      const { run, runner, clock } = alone(handlers)
      for (let i = 0; i < 200; i++) await run(plan(`webhook ${i}`, START + 1, 'deliverEvents'))
      await run(plan('payout', START + 2, 'askPayout'))
      clock.advanceTo(START + 2)
      await runner.start()
      while (!begun.includes('payout')) await new Promise((resume) => setImmediate(resume))
      expect(started(begun, 'webhook').length).toBeLessThanOrEqual(LIMITS.webhooks.perPlatform)
      await all(open, runner)
      expect(new Set(begun).size).toBe(201)
    })

    it('do not wait for another platform of which more is due', async () => {
      const { begun, open, handlers } = gated()
      const { run, runner, engine, clock } = alone(handlers)
      for (let i = 0; i < 100; i++) await run(plan(`mine ${i}`, START + 1))
      await engine.run(YOU, plan('yours', START + 2))
      clock.advanceTo(START + 2)
      await runner.start()
      while (!begun.includes('yours')) await new Promise((resume) => setImmediate(resume))
      expect(started(begun, 'mine').length).toBeLessThanOrEqual(LIMITS.other.perPlatform)
      await all(open, runner)
    })

    it('start at their commit only while there is capacity, and the others stay in the table for any process', async () => {
      const { begun, open, handlers } = gated()
      const { run, runner } = alone(handlers)
      await runner.start()
      for (let i = 0; i < 100; i++) await run(plan(`${i}`, START))
      expect(begun.length).toBeLessThanOrEqual(LIMITS.other.perPlatform)
      await all(open, runner)
      expect([begun.length, new Set(begun).size]).toEqual([100, 100])
    })
  })

  it('in progress are awaited when the process stops', async () => {
    const { run, runner } = alone({
      work: each(async (subject) => {
        await store.query('select 1')
        return feat(subject)
      }),
    })
    await runner.start()
    await run(plan('a', START))
    await runner.stop()
    expect(await done()).toEqual([['a', 0]])
  })

  describe('that fail', () => {
    const words = 'the rail is down'
    const failing: JobHandlers = {
      work: each(async (subject) => {
        if (subject.startsWith('bad')) throw new Error(words)
        return feat(subject)
      }),
      whole: async () => Promise.reject(new Error(words)),
      refused: each(async () => () => refuse('CONFLICT', words)),
    }

    it('are rescheduled separately; the others of the same row run', async () => {
      const { run, runner, clock } = alone(failing)
      await Promise.all(['good', 'bad', 'fine'].map((subject) => run(plan(subject, START + 1))))
      clock.advanceTo(START + 1)
      await runner.settle()
      expect((await done()).map(([subject]) => subject).sort()).toEqual(['fine', 'good'])
      expect(await waiting()).toMatchObject([{ subjects: ['bad'], attempts: 1, dueAt: START + 1001 }])
      expect(runner.stats).toEqual({ done: 2, failed: 1, dead: 0 })
    })

    it.each(['work', 'whole', 'refused'])(
      'are retried at growing intervals, and finally given up visibly (%s)',
      async (name) => {
        const { run, runner, clock } = alone(failing)
        await run(plan('bad one', START + 1, name))
        const moments: number[] = []
        for (let due = await runner.nextDue(); due !== undefined; due = await runner.nextDue()) {
          moments.push(due)
          await runner.advanceTo(clock, due)
        }
        const distances = moments.slice(1).map((moment, i) => (moment - (moments[i] as number)) / 1000)
        expect(distances).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, ...times(8, () => 1800)])
        const [dead, ...others] = await waiting()
        expect(others).toEqual([])
        expect(dead).toMatchObject({ subjects: ['bad one'], attempts: 19, deadAt: moments.at(-1) })
        expect(dead?.lastError).toContain(words)
        expect(runner.stats).toEqual({ done: 0, failed: 20, dead: 1 })
        clock.advanceTo(clock.now() + 10 * 24 * 3_600_000)
        await runner.settle()
        expect(runner.stats.failed).toBe(20)
      },
    )

    it('that have failed for a while succeed when the cause is gone', async () => {
      let isDown = true
      const { run, runner, clock } = alone({
        work: each(async (subject) => (isDown ? Promise.reject(new Error(words)) : feat(subject))),
      })
      await run(plan('a', START + 1))
      await runner.advanceTo(clock, START + 5_000)
      isDown = false
      await runner.advanceTo(clock, START + 60_000)
      expect(await done()).toEqual([['a', 7_001]])
      expect(await waiting()).toEqual([])
    })

    it('that cannot begin yet are retried every minute, and are never given up', async () => {
      let canBegin = false
      const { run, runner, clock } = alone({
        work: each(async (subject) => (canBegin ? feat(subject) : Promise.reject(new NotYet('No rail is up')))),
      })
      await run(plan('a', START + 1))
      await runner.advanceTo(clock, START + 50 * 60_000)
      expect(await waiting()).toMatchObject([
        { subjects: ['a'], attempts: 0, deadAt: null, dueAt: START + 50 * 60_000 + 1 },
      ])
      expect(runner.stats.dead).toBe(0)
      canBegin = true
      await runner.advanceTo(clock, START + 51 * 60_000)
      expect(await done()).toEqual([['a', 50 * 60_000 + 1]])
      expect(await waiting()).toEqual([])
    })

    it('leave no partial effect when it cannot be stored', async () => {
      const { run, runner, clock, lane } = alone()
      await run(plan('a', START + 1))
      lane.troubles.push({ code: '23514' })
      clock.advanceTo(START + 1)
      await runner.settle()
      expect(await done()).toEqual([])
      expect(await waiting()).toMatchObject([{ subjects: ['a'], attempts: 1 }])
      await runner.advanceTo(clock, START + 5_000)
      expect(await done()).toEqual([['a', 1001]])
    })

    it('run once when the commit of their effect was lost', async () => {
      const { run, runner, clock, lane } = alone()
      await run(plan('a', START + 1))
      lane.troubles.push('lost after the commit')
      clock.advanceTo(START + 1)
      await runner.settle()
      expect(await done()).toEqual([['a', 1]])
      expect(await waiting()).toEqual([])
    })

    it('are not rescheduled for subjects that another process has done in the meantime', async () => {
      const clock = frozen()
      let fail = () => {}
      const slow = process(store, clock, {
        work: () =>
          new Promise((_, reject) => {
            fail = () => reject(new Error(words))
          }),
      })
      await Promise.all(['good', 'bad'].map((subject) => slow.run(plan(subject, START + 1))))
      clock.advanceTo(START + 1)
      const outlived = slow.runner.settle()
      while ((await store.query('select 1 from jobs where leased_until is not null')).length === 0);
      clock.advanceTo(START + 1 + LEASE_MS)
      const other = process(store, clock, {
        work: each(async (subject) => (subject === 'good' ? feat(subject) : undefined)),
      })
      await other.runner.settle()
      fail()
      await outlived
      expect(await done()).toEqual([['good', 1 + LEASE_MS]])
      expect(await waiting()).toEqual([])
    })

    it('without a handler do not block others', async () => {
      const { run, runner, clock } = alone()
      await run(plan('unknown job', START + 1, 'unheard of'))
      await run(plan('a', START + 2))
      await runner.advanceTo(clock, START + 10)
      expect(await done()).toEqual([['a', 2]])
      expect(await waiting()).toMatchObject([{ subjects: ['unknown job'], attempts: 0, deadAt: null }])
    })
  })
})
