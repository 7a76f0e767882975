/** Locks: batches that lock rows do not deadlock, and one that waited looks keys up again before it refuses. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kind, openStore } from '../../test/harness/database/database.ts'
import {
  addJar,
  contested,
  drop,
  type JarWorld,
  jars,
  jarWorld,
  lids,
  noted,
  outcomes,
  times,
  watched,
} from '../../test/harness/engine.ts'
import type { Store } from '../infra/db/store.ts'
import type { Engine } from './engine.ts'
import type { Command } from './rows.ts'

describe('two engines that lock first', () => {
  let world: JarWorld
  let other: Store
  beforeAll(async () => {
    world = await jarWorld()
    // The embedded database has one lane, which both engines then share.
    other = kind === 'embedded' ? world.store : await openStore(world.database)
  })
  afterAll(async () => {
    if (other !== world.store) await other.close()
    await world.close()
  })

  const twoEngines = () => {
    const lanes = [watched(world.store.lanes[0]!), watched(other.lanes[0]!)] as const
    const engines = lanes.map((lane) => world.engine({ lanes: [contested(lane)] }))
    const errors = () => lanes.flatMap((lane) => lane.errors).filter((code) => code !== '40001')
    return { engines: engines as [(typeof engines)[0], (typeof engines)[0]], lanes, errors }
  }
  const twoJars = async () => {
    const platformId = world.platform()
    const [a, b] = [randomUUID(), randomUUID()]
    await Promise.all([
      world.engine().run(platformId, addJar(a, 0n, b)),
      world.engine().run(platformId, addJar(b, 0n, a)),
    ])
    return { platformId, a, b }
  }

  it('find rows late in opposite order 100 times, and all succeed without a deadlock', async () => {
    const { engines, errors } = twoEngines()
    const { platformId, a, b } = await twoJars()
    /** The first row names the second jar. */
    const follow =
      (id: string): Command<unknown> =>
      (rows) => {
        const first = rows.get(jars, id)
        drop(first.next?.id as string, 1n)(rows)
        return drop(id, -1n + 1n)(rows)
      }
    for (let i = 0; i < 100; i++) {
      await Promise.all([engines[0].run(platformId, follow(a)), engines[1].run(platformId, follow(b))])
    }
    expect(errors()).toEqual([])
    expect(await world.rows('jars', platformId)).toMatchObject([{ coins: 100n }, { coins: 100n }])
  })

  it('find rows of two tables in opposite order 100 times, and all succeed without a deadlock', async () => {
    const { engines, errors } = twoEngines()
    const { platformId, a } = await twoJars()
    await engines[0].run(platformId, (rows) => rows.add(lids, { id: a, turns: 0 }))
    const turn: Command<unknown> = (rows) => {
      const lid = rows.get(lids, a)
      return rows.change(lids, lid, { turns: lid.turns + 1 })
    }
    const lidFirst: Command<unknown> = (rows) => [turn(rows), drop(a, 1n)(rows)]
    const jarFirst: Command<unknown> = (rows) => [drop(a, 1n)(rows), turn(rows)]
    for (let i = 0; i < 100; i++)
      await Promise.all([engines[0].run(platformId, lidFirst), engines[1].run(platformId, jarFirst)])
    expect(errors()).toEqual([])
    expect(await world.rows('lids', platformId)).toMatchObject([{ turns: 200 }])
  })

  it('lock all rows with one packet, when all are known', async () => {
    const { engines, lanes } = twoEngines()
    const platformId = world.platform()
    const chain = times(4, () => randomUUID())
    await Promise.all(chain.map((id, i) => world.engine().run(platformId, addJar(id, 1n, chain[i + 1] ?? null))))
    await engines[0].run(platformId, (rows) => rows.add(lids, { id: chain[0] as string, turns: 0 }))
    const along: Command<bigint> = (rows) => {
      let sum = 0n
      for (let id: string | undefined = chain[0]; id; id = rows.get(jars, id).next?.id) sum += rows.get(jars, id).coins
      const lid = rows.get(lids, chain[0] as string)
      rows.change(lids, lid, { turns: lid.turns + 1 })
      return sum
    }
    expect(await engines[0].run(platformId, along)).toBe(4n)
    expect(engines[0].stats).toMatchObject({ locked: 1, retries: 1, batches: 2 })
    expect(lanes[0].transactions.at(-1)).toEqual([
      ['see_jars'],
      ['see_jars'],
      ['see_jars'],
      ['see_jars'],
      ['lock_jars', 'lock_lids'],
      ['mark', 'change_lids'],
    ])
  })

  it('do not lock rows that commands ask for afterwards: the commit proves them', async () => {
    const { engines, lanes } = twoEngines()
    const { platformId, a, b } = await twoJars()
    const id = randomUUID()
    await engines[0].run(platformId, (rows) => rows.add(lids, { id, turns: 0 }))
    /** The lid decides which jar counts. */
    const choose: Command<bigint> = (rows) => rows.get(jars, rows.get(lids, id).turns > 0 ? b : a).coins
    await engines[1].run(platformId, (rows) => rows.change(lids, rows.get(lids, id), { turns: 1 }))
    await engines[1].run(platformId, drop(b, 7n))
    expect(await engines[0].run(platformId, choose)).toBe(7n)
    expect(lanes[0].transactions.at(-1)).toEqual([
      ['see_jars'],
      ['lock_jars', 'lock_lids'],
      ['see_jars'],
      ['prove_jars'],
    ])
  })

  it('add the same keys in opposite order 50 times: each happens once, without a deadlock', async () => {
    const { engines, errors } = twoEngines()
    const platformId = world.platform()
    for (let i = 0; i < 50; i++) {
      const names = times(100, (nth) => `${i}/${nth}`)
      const add = (engine: Engine, name: string) =>
        engine.run(
          platformId,
          noted(name, (rows) => rows.newId()),
        )
      const there = names.map((name) => add(engines[0], name))
      const back = names.toReversed().map((name) => add(engines[1], name))
      expect(await Promise.all(there)).toEqual((await Promise.all(back)).reverse())
    }
    expect(errors().filter((code) => code !== '23505')).toEqual([])
    expect(await world.rows('notes', platformId)).toHaveLength(5000)
  })

  it.runIf(kind === 'postgres')(
    'look up a key again that was free before they waited, instead of refusing a retry',
    async () => {
      const { engines, lanes } = twoEngines()
      const { platformId, a } = await twoJars()
      await engines[0].run(platformId, drop(a, 10n))
      const spend = () => noted('the same key', drop(a, -10n))
      const observer = await openStore(world.database)
      const waits =
        "select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database()) or locktype = 'transactionid' and not granted"
      let repetition: Promise<string> | undefined
      lanes[0].troubles.push(undefined, async () => {
        repetition = engines[1].run(platformId, spend())
        while ((await observer.query(waits)).length === 0);
      })
      const first = await engines[0].run(platformId, spend())
      expect([first, await repetition]).toEqual(['0', '0'])
      expect(lanes[1].transactions).toEqual([
        [['see_jars']],
        [['see_jars'], ['lock_jars'], ['prove_absent_notes']],
        [['see_notes', 'see_jars'], []],
      ])
      expect(await world.rows('drops', platformId)).toHaveLength(2)
      await observer.close()
    },
  )

  it('refuse when the key is proved to be still free', async () => {
    const { engines, lanes } = twoEngines()
    const { platformId, a } = await twoJars()
    expect(await outcomes([engines[0].run(platformId, noted('a key', drop(a, -1n)))])).toEqual(['INSUFFICIENT_BALANCE'])
    expect(lanes[0].transactions).toEqual([[['see_jars']], [['see_jars'], ['lock_jars'], ['prove_absent_notes']]])
  })

  it.each(['40P01', '40001', '55P03', '23505'])('try again after %s', async (code) => {
    const lane = watched(world.store.lanes[0]!)
    const engine = world.engine({ lanes: [lane] })
    const { platformId, a } = await twoJars()
    lane.troubles.push({ code }, { code })
    expect(await Promise.all(times(8, () => engine.run(platformId, drop(a, 1n))))).toEqual(
      times(8, (i) => BigInt(i + 1)),
    )
    expect(engine.stats).toMatchObject({ retries: 2, divided: 0, batches: 1 })
    expect(await world.rows('drops', platformId)).toHaveLength(8)
  })

  it('halve a batch that keeps meeting contention, and refuse a single command with 503', async () => {
    const lane = watched(world.store.lanes[0]!)
    const engine = world.engine({ lanes: [lane] })
    const { platformId, a, b } = await twoJars()
    const deadlocks = (count: number) => lane.troubles.push(...times(count, () => ({ code: '40P01' })))
    deadlocks(5)
    expect(await Promise.all([a, b].map((id) => engine.run(platformId, drop(id, 1n))))).toEqual([1n, 1n])
    expect(engine.stats).toMatchObject({ retries: 4, divided: 1, batches: 2 })
    deadlocks(5)
    expect(await outcomes([engine.run(platformId, drop(a, 1n))])).toEqual(['SERVICE_UNAVAILABLE'])
    expect(await engine.run(platformId, drop(a, 1n))).toBe(2n)
  })

  it('lock rows that are relied on and rows that are changed in one order', async () => {
    const lanes = [watched(world.store.lanes[0]!), watched(other.lanes[0]!)] as const
    const engines = lanes.map((lane) => world.engine({ lanes: [lane] }))
    const { platformId, a, b } = await twoJars()
    const guarded =
      (relied: string, changed: string): Command<bigint> =>
      (rows) => {
        if (rows.get(jars, relied).coins < 0n) throw new Error('never')
        return drop(changed, 1n)(rows)
      }
    for (let i = 0; i < 100; i++)
      await Promise.all([engines[0]?.run(platformId, guarded(a, b)), engines[1]?.run(platformId, guarded(b, a))])
    expect(lanes.flatMap(({ errors }) => errors)).not.toContain('40P01')
    expect(await world.rows('jars', platformId)).toMatchObject([{ coins: 100n }, { coins: 100n }])
  })
})
