/**
 * Assumption tests: what a batch assumes about rows is proved at its commit, and a wrong assumption only costs an
 * attempt.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kind, openStore } from '../../test/harness/database/database.ts'
import {
  addJar,
  addLid,
  drop,
  type JarWorld,
  jars,
  jarWorld,
  lids,
  noted,
  notes,
  outcomes,
  times,
  turn,
  watched,
} from '../../test/harness/engine.ts'
import { refuse } from '../core/refusal.ts'
import type { Store } from '../infra/db/store.ts'
import type { Command } from './rows.ts'

const look =
  (id: string): Command<number | undefined> =>
  (rows) =>
    rows.find(lids, id)?.turns
const takeOff =
  (id: string): Command<void> =>
  (rows) =>
    rows.remove(lids, rows.get(lids, id))
const glance =
  (id: string): Command<number | undefined> =>
  (rows) =>
    rows.peek(lids, id)?.turns
/** Refuses while the lid has these turns. */
const refuseAt =
  (id: string, turns: number): Command<number> =>
  (rows) =>
    rows.get(lids, id).turns === turns ? refuse('CONFLICT', 'Not yet') : rows.get(lids, id).turns

describe('assumptions', () => {
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

  /** An engine with a cached lid without turns, and another engine that can change the lid. */
  const assuming = async () => {
    const lane = watched(world.store.lanes[0]!)
    const engine = world.engine({ lanes: [lane] })
    const elsewhere = world.engine({ lanes: [watched(other.lanes[0]!)] })
    const platformId = world.platform()
    const id = randomUUID()
    await engine.run(platformId, addLid(id))
    lane.transactions.length = 0
    return {
      engine,
      lane,
      platformId,
      id,
      run: <Reply>(command: Command<Reply>) => engine.run(platformId, command),
      runElsewhere: <Reply>(command: Command<Reply>) => elsewhere.run(platformId, command),
      lidsOf: () => world.rows<{ turns: number }>('lids', platformId),
    }
  }

  describe('a batch that knows its rows', () => {
    it('fetches nothing: what it changes is proved by the change, what it only reads by a comparison', async () => {
      const { lane, run, id, lidsOf } = await assuming()
      expect([await run(turn(id)), await run(turn(id)), await run(look(id)), await run(glance(id))]).toEqual([
        1, 2, 2, 2,
      ])
      expect(lane.transactions).toEqual([
        [['mark', 'change_lids']],
        [['mark', 'change_lids']],
        [['prove_lids']],
        [['prove_peeked_lids']],
      ])
      expect(await lidsOf()).toMatchObject([{ turns: 2 }])
    })

    it('proves a row once, however many commands read it, and not at all when one of them changes it', async () => {
      const { lane, run, id } = await assuming()
      expect(await Promise.all([look(id), glance(id), look(id)].map(run))).toEqual([0, 0, 0])
      expect(await Promise.all([look(id), turn(id), glance(id)].map(run))).toEqual([0, 1, 1])
      expect(lane.transactions).toEqual([[['prove_lids']], [['mark', 'change_lids']]])
    })

    it('fetches the others without a lock, and proves all of them together', async () => {
      const { lane, run, runElsewhere, id } = await assuming()
      const strange = randomUUID()
      await runElsewhere(addLid(strange, 7))
      expect(await Promise.all([run(look(id)), run(look(strange))])).toEqual([0, 7])
      expect(await run(turn(strange))).toBe(8)
      expect(lane.transactions).toEqual([[['see_lids'], ['prove_lids']], [['mark', 'change_lids']]])
    })

    it('does not assume a row that it has removed, nor one that was removed elsewhere', async () => {
      const { lane, run, runElsewhere, id, lidsOf } = await assuming()
      expect(await run(turn(id))).toBe(1)
      await run(takeOff(id))
      expect(await run(look(id))).toBeUndefined()
      expect(lane.transactions).toEqual([
        [['mark', 'change_lids']],
        [['mark', 'remove_lids']],
        [['see_lids'], ['prove_absent_lids']],
      ])
      const removed = randomUUID()
      await run(addLid(removed))
      await runElsewhere(takeOff(removed))
      expect(await run(look(removed))).toBeUndefined()
      expect(await run(look(removed))).toBeUndefined()
      expect(await lidsOf()).toEqual([])
    })

    it('accepts a row with the version that plain SQL has assigned, and proves that', async () => {
      const { engine, lane, platformId, run, id } = await assuming()
      const [row] = await world.store.query<{ xmin: string; written: bigint }>(
        'update lids set turns = 5 where id = $1 returning pg_current_xact_id()::xid as xmin, written',
        [id],
      )
      const { xmin, written } = row as { xmin: string; written: bigint }
      engine.learn(lids, platformId, { id, turns: 5 }, { xmin: Number(xmin), written })
      expect(await run(turn(id))).toBe(6)
      expect(lane.transactions).toEqual([[['mark', 'change_lids']]])
      engine.learn(lids, platformId, { id, turns: 40 }, { xmin: Number(xmin), written })
      expect(await run(turn(id))).toBe(7)
    })

    it('assumes nothing of what was not committed', async () => {
      const { run, id, engine, platformId } = await assuming()
      const broken: Command<unknown> = (rows) => {
        turn(id)(rows)
        return rows.add(jars, { id, owner: 'no owner', coins: -1n, next: null, openedAt: null })
      }
      expect(await outcomes([engine.run(platformId, broken)])).toEqual(['23514'])
      expect(await run(look(id))).toBe(0)
    })
  })

  describe('a row that another process has changed', () => {
    it.each([
      ['changes it', turn, 2],
      ['reads it', look, 1],
      ['peeks at it', glance, 1],
    ] as const)('is seen as it is by a command that %s', async (_what, command, seen) => {
      const { engine, run, runElsewhere, id, lidsOf } = await assuming()
      await runElsewhere(turn(id))
      expect(await run(command(id))).toBe(seen)
      expect(engine.stats).toMatchObject({ refuted: 1, retries: 1, divided: 0 })
      expect(await lidsOf()).toMatchObject([{ turns: seen }])
    })

    it('causes no refusal that is outdated', async () => {
      const { engine, run, runElsewhere, id } = await assuming()
      expect(await outcomes([run(refuseAt(id, 0))])).toEqual(['CONFLICT'])
      await runElsewhere(turn(id))
      expect(await run(refuseAt(id, 0))).toBe(1)
      expect(engine.stats.refuted).toBe(1)
    })

    it('by hand, past every engine, is not overwritten', async () => {
      const { run, id, platformId, lidsOf } = await assuming()
      await world.store.script(`update lids set turns = 40 where platform_id = '${platformId}'`)
      expect(await run(turn(id))).toBe(41)
      await world.store.script(`delete from lids where platform_id = '${platformId}'`)
      expect(await outcomes([run(turn(id)), run(look(id))])).toEqual(['TRANSACTION_NOT_FOUND', undefined])
      expect(await lidsOf()).toEqual([])
    })

    it('does not affect 63 other commands in the batch of its reader', async () => {
      const { engine, platformId, runElsewhere, id } = await assuming()
      const jarIds = times(63, () => randomUUID())
      await Promise.all(jarIds.map((jar) => engine.run(platformId, addJar(jar))))
      await runElsewhere(turn(id))
      const commands: Command<unknown>[] = [turn(id), ...jarIds.map((jar) => drop(jar, 1n))]
      const replies = await Promise.all(commands.map((command) => engine.run(platformId, command)))
      expect(replies).toEqual([2, ...jarIds.map(() => 1n)])
      expect(await world.rows('drops', platformId)).toHaveLength(63)
      expect(engine.stats).toMatchObject({ refuted: 1, divided: 0 })
    })

    it('is cached as it was read again, even where it is only peeked at', async () => {
      const { engine, run, runElsewhere, id } = await assuming()
      await runElsewhere(turn(id))
      for (const _ of times(20, () => 0)) expect(await run(glance(id))).toBe(1)
      expect(engine.stats.refuted).toBe(1)
    })

    it('is locked by the next batches that need it before they commit, until it has stayed unchanged for a while', async () => {
      const { engine, lane, run, runElsewhere, id } = await assuming()
      const another = randomUUID()
      await run(addLid(another))
      await runElsewhere(turn(id))
      await run(turn(id))
      lane.transactions.length = 0
      let batches = 0
      for (; lane.transactions.at(-1)?.[0]?.[0] !== 'mark'; batches++) await run(turn(id))
      expect(batches).toBe(17)
      expect(lane.transactions[0]).toEqual([['lock_lids'], ['mark', 'change_lids']])
      expect(engine.stats).toMatchObject({ refuted: 1, retries: 1, locked: 17 })
    })

    it('is not locked by batches that do not need it', async () => {
      const { lane, run, runElsewhere, id } = await assuming()
      const another = randomUUID()
      await run(addLid(another))
      await runElsewhere(turn(id))
      await run(turn(id))
      lane.transactions.length = 0
      await run(turn(another))
      expect(lane.transactions).toEqual([[['mark', 'change_lids']]])
    })
  })

  describe('a row that does not exist', () => {
    // The embedded database has no second connection.
    it.skipIf(kind === 'embedded')(
      'is not treated as missing when another process adds it before the commit',
      async () => {
        const { lane, run, runElsewhere, engine } = await assuming()
        const late = randomUUID()
        const decide: Command<string> = (rows) => (rows.find(lids, late) ? 'there' : 'missing')
        // A watched lane stops when everything is decided and nothing is proved yet.
        lane.troubles.push(() => runElsewhere(addLid(late)))
        expect(await run(decide)).toBe('there')
        expect(engine.stats).toMatchObject({ retries: 1, refuted: 0 })
      },
    )

    it('is proved to be missing by every batch that relies on it', async () => {
      const { lane, run } = await assuming()
      expect(await run(look(randomUUID()))).toBeUndefined()
      expect(await outcomes([run(turn(randomUUID()))])).toEqual(['TRANSACTION_NOT_FOUND'])
      expect(lane.transactions).toEqual([
        [['see_lids'], ['prove_absent_lids']],
        [['see_lids'], ['prove_absent_lids']],
      ])
    })
  })

  describe('a key that is assumed to be free', () => {
    it('is added, or proved to be free when its command is refused', async () => {
      const { lane, run, id } = await assuming()
      expect(await run(noted('free', turn(id)))).toBe('1')
      expect(await outcomes([run(noted('free too', refuseAt(id, 1)))])).toEqual(['CONFLICT'])
      expect(lane.transactions).toEqual([
        [['mark', 'change_lids', 'add_notes']],
        [['prove_lids', 'prove_absent_notes']],
      ])
    })

    it('and is in use by another process gives the first reply, whether the command would be refused or not', async () => {
      const { engine, lane, run, runElsewhere, id, lidsOf } = await assuming()
      const spare = randomUUID()
      await run(addLid(spare))
      expect(await runElsewhere(noted('key', turn(spare)))).toBe('1')
      lane.transactions.length = 0
      expect(await run(noted('key', turn(id)))).toBe('1')
      expect(lane.errors).toEqual(['23505'])
      expect(await run(noted('key', refuseAt(id, 0)))).toBe('1')
      expect(engine.stats).toMatchObject({ refuted: 0, divided: 0 })
      expect((await lidsOf()).map(({ turns }) => turns).sort()).toEqual([0, 1])
    })

    it('and is in use by another process is found by a command that adds nothing under it', async () => {
      const { engine, lane, run, runElsewhere, id } = await assuming()
      const isUsed: Command<boolean> = (rows) => rows.presume(notes, 'key') !== undefined
      expect(await run(isUsed)).toBe(false)
      await runElsewhere(noted('key', (rows) => rows.newId()))
      expect(await run(isUsed)).toBe(true)
      lane.transactions.length = 0
      expect(await run(turn(id))).toBe(1)
      expect(lane.transactions).toEqual([[['mark', 'change_lids']]])
      expect(engine.stats).toMatchObject({ refuted: 0, divided: 0 })
    })

    it('is looked up immediately when this process has used it', async () => {
      const { lane, run, id } = await assuming()
      await run(noted('key', turn(id)))
      expect(await run(noted('key', turn(id)))).toBe('1')
      expect(lane.errors).toEqual([])
      expect(lane.transactions.at(-1)?.[0]).toEqual(['see_notes'])
    })
  })

  it('are dropped when a connection broke, because the server may be another one', async () => {
    const { engine, lane, run, runElsewhere, id } = await assuming()
    const [onlyRead, notInBatch] = [randomUUID(), randomUUID()]
    await Promise.all([onlyRead, notInBatch].map((lid) => run(addLid(lid))))
    lane.troubles.push('lost after the commit')
    expect(await Promise.all([run(turn(id)), run(look(onlyRead))])).toEqual([1, 0])
    const three = [id, onlyRead, notInBatch]
    await Promise.all(three.map((lid) => runElsewhere(turn(lid))))
    expect(await Promise.all(three.map((lid) => run(look(lid))))).toEqual([2, 1, 1])
    expect(engine.stats.refuted).toBe(0)
  })

  it.skipIf(kind === 'embedded')(
    'prevent two processes that saw both lids from each taking the last turn of one',
    async () => {
      const { run, runElsewhere, lidsOf } = await assuming()
      const takeFrom =
        (own: string, other: string): Command<string> =>
        (rows) => {
          const lid = rows.get(lids, own)
          if (lid.turns + rows.get(lids, other).turns < 2) return 'kept'
          rows.change(lids, lid, { turns: lid.turns - 1 })
          return 'taken'
        }
      for (let i = 0; i < 50; i++) {
        const [a, b] = [randomUUID(), randomUUID()]
        await Promise.all([a, b].map((id) => run(addLid(id, 1))))
        const told = await Promise.all([run(takeFrom(a, b)), runElsewhere(takeFrom(b, a))])
        expect(told.sort()).toEqual(['kept', 'taken'])
      }
      expect((await lidsOf()).reduce((sum, { turns }) => sum + turns, 0)).toBe(50)
    },
  )

  it.skipIf(kind === 'embedded')(
    'lose and duplicate nothing when two processes turn the same three lids 600 times',
    async () => {
      const { run, runElsewhere, platformId } = await assuming()
      const three = times(3, () => randomUUID())
      await Promise.all(three.map((id) => run(addLid(id))))
      const replies = await Promise.all(
        times(600, (i) => noted(`${i >> 1}`, turn(three[i % 3] as string))).map((command, i) =>
          (i % 4 < 2 ? run : runElsewhere)(command),
        ),
      )
      expect(replies).toHaveLength(600)
      const turned = await world.rows<{ id: string; turns: number }>('lids', platformId)
      expect(turned.reduce((sum, { turns }) => sum + turns, 0)).toBe(300)
      expect(await world.rows('notes', platformId)).toHaveLength(300)
    },
  )
})
