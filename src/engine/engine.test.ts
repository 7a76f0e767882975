/** Engine tests: commands written for one caller run for many, in one batch, with one commit. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addJar,
  contested,
  drop,
  HOUSE,
  type JarWorld,
  jars,
  jarWorld,
  labels,
  lids,
  noted,
  notes,
  outcomes,
  silent,
  sums,
  times,
  watched,
} from '../../test/harness/engine.ts'
import { refuse } from '../core/refusal.ts'
import type { Engine } from './engine.ts'
import type { Command } from './rows.ts'

describe('the engine', () => {
  let world: JarWorld
  beforeAll(async () => {
    world = await jarWorld()
  })
  afterAll(() => world.close())

  /** An engine of one lane, whose transactions are counted from here on. */
  const counted = () => {
    const engine = world.engine()
    const lane = world.lanes[0]!
    lane.transactions.length = 0
    return { engine, transactions: lane.transactions }
  }
  const withJars = async (count: number, coins = 10n) => {
    const platformId = world.platform()
    const ids = times(count, () => randomUUID())
    await Promise.all(ids.map((id) => world.engine().run(platformId, addJar(id, coins))))
    return { platformId, ids, ...counted() }
  }
  const coinsOf = async (platformId: string) =>
    new Map((await world.rows('jars', platformId)).map(({ id, coins }) => [id, coins]))

  describe('a batch', () => {
    it('fetches the rows of 64 commands with one select, writes them with one statement per table, and commits once', async () => {
      const { engine, platformId, ids, transactions } = await withJars(64)
      const replies = await Promise.all(ids.map((id) => engine.run(platformId, drop(id, 5n))))
      expect(replies).toEqual(ids.map(() => 15n))
      expect(transactions).toEqual([[['see_jars'], ['mark', 'change_jars', 'tally_sums', 'append_drops']]])
      expect(engine.stats).toMatchObject({ batches: 1, commands: 64, rounds: 1 })
      expect([...(await coinsOf(platformId)).values()]).toEqual(ids.map(() => 15n))
    })

    it('runs commands one after another, each seeing what the previous ones did', async () => {
      const { engine, platformId, ids, transactions } = await withJars(1, 0n)
      const replies = await Promise.all(times(64, () => engine.run(platformId, drop(ids[0]!, 1n))))
      expect(replies).toEqual(times(64, (i) => BigInt(i + 1)))
      expect(transactions).toHaveLength(1)
      expect(await world.rows('drops', platformId)).toHaveLength(64)
    })

    it('needs no round trip of its own to look up a key that is assumed to be free', async () => {
      const { engine, platformId, ids, transactions } = await withJars(2)
      await Promise.all(ids.map((id) => engine.run(platformId, noted(`first ${id}`, drop(id, 1n)))))
      expect(transactions).toEqual([[['see_jars'], ['mark', 'change_jars', 'add_notes', 'tally_sums', 'append_drops']]])
    })

    it('fetches rows of several tables in one round trip when they are named together', async () => {
      const { engine, platformId, ids, transactions } = await withJars(3)
      const lidOf =
        (id: string): Command<number> =>
        (rows) =>
          rows.add(lids, { id, turns: 0 }).turns
      await Promise.all(ids.map((id) => engine.run(platformId, lidOf(id))))
      transactions.length = 0
      const turn =
        (id: string): Command<number> =>
        (rows) => {
          rows.prefetch([jars, id], [lids, id])
          const lid = rows.get(lids, id)
          return rows.change(lids, lid, { turns: lid.turns + Number(rows.get(jars, id).coins) }).turns
        }
      const fresh = world.engine()
      expect(await Promise.all(ids.map((id) => fresh.run(platformId, turn(id))))).toEqual([10, 10, 10])
      expect(transactions).toEqual([
        [
          ['see_jars', 'see_lids'],
          ['mark', 'prove_jars', 'change_lids'],
        ],
      ])
    })

    it('of one command may need the rows of 40 keys, one after another', async () => {
      const { engine, platformId, ids } = await withJars(40)
      const oneByOne: Command<bigint> = (rows) => ids.reduce((sum, id) => sum + rows.get(jars, id).coins, 0n)
      expect(await engine.run(platformId, oneByOne)).toBe(400n)
      const wary = world.engine({ lanes: [contested(world.store.lanes[0]!)] })
      expect(await wary.run(platformId, oneByOne)).toBe(400n)
      expect(wary.stats).toMatchObject({ locked: 1, retries: 1 })
    })

    it('belongs to one platform, and platforms take turns', async () => {
      const reported: string[] = []
      const [busy, quiet] = [world.platform(), world.platform()]
      const lane = watched(world.store.lanes[0]!)
      const engine = world.engine({
        lanes: [lane],
        batchMax: 4,
        onCommitted: (set) => void reported.push(set.platformId),
      })
      await Promise.all([...times(12, () => busy), quiet, quiet].map((id) => engine.run(id, addJar(randomUUID()))))
      expect(reported).toEqual([busy, quiet, busy, busy])
    })

    it('has at most the configured number of commands; the others form the next batches', async () => {
      const { platformId, ids, transactions } = await withJars(20)
      const engine = world.engine({ batchMax: 8 })
      await Promise.all(ids.map((id) => engine.run(platformId, drop(id, 1n))))
      expect(engine.stats).toMatchObject({ batches: 3, commands: 20 })
      expect(transactions).toHaveLength(3)
    })

    it('writes nothing when its commands change nothing', async () => {
      const { engine, platformId, ids, transactions } = await withJars(1)
      expect(await engine.run(platformId, (rows) => rows.get(jars, ids[0]!).coins)).toBe(10n)
      expect(transactions).toEqual([[['see_jars'], ['prove_jars']]])
    })

    it('has one time and one id for all its commands, and another id than the next batch', async () => {
      const { engine, platformId } = await withJars(0)
      const look: Command<string> = (rows) => `${rows.now} ${rows.batchId}`
      const first = new Set(await Promise.all(times(8, () => engine.run(platformId, look))))
      const second = await engine.run(platformId, look)
      expect(first.size).toBe(1)
      expect([...first][0]?.split(' ')[1]).not.toBe(second.split(' ')[1])
    })

    it('reports what it committed before it answers', async () => {
      const reported: string[] = []
      const platformId = world.platform()
      const engine = world.engine({ onCommitted: (set) => void reported.push(`${set.slots.get(jars)?.size} jars`) })
      await engine.run(platformId, addJar(randomUUID())).then(() => reported.push('answer'))
      expect(reported).toEqual(['1 jars', 'answer'])
    })

    it('is committed once, whatever error a listener throws', async () => {
      const uncaught: unknown[] = []
      const listeners = process.listeners('uncaughtException')
      process.removeAllListeners('uncaughtException')
      process.on('uncaughtException', (error) => uncaught.push(error))
      const { platformId, ids } = await withJars(3, 0n)
      const broken = world.engine({
        onCommitted: () => {
          throw new Error('a listener is broken')
        },
      })
      expect(await outcomes(ids.map((id) => broken.run(platformId, drop(id, 1n))))).toEqual([1n, 1n, 1n])
      expect([...(await coinsOf(platformId)).values()]).toEqual([1n, 1n, 1n])
      await broken.drained()
      process.removeAllListeners('uncaughtException')
      for (const listener of listeners) process.on('uncaughtException', listener)
      expect(uncaught).toMatchObject([{ message: 'a listener is broken' }])
    })
  })

  describe('a refused command', () => {
    it('leaves no trace, and 63 others are not affected', async () => {
      const { engine, platformId, ids, transactions } = await withJars(64)
      const half: Command<never> = (rows) => {
        drop(ids[17]!, 3n)(rows)
        drop(ids[18]!, 3n)(rows)
        rows.add(labels, { id: randomUUID(), text: 'never seen' })
        rows.remove(jars, rows.get(jars, ids[19]!))
        return refuse('CONFLICT', 'Refused after writes')
      }
      const replies = await outcomes(ids.map((id, i) => engine.run(platformId, i === 17 ? half : drop(id, 1n))))
      expect(replies).toEqual(ids.map((_, i) => (i === 17 ? 'CONFLICT' : 11n)))
      expect(transactions).toHaveLength(1)
      expect(await coinsOf(platformId)).toEqual(new Map(ids.map((id, i) => [id, i === 17 ? 10n : 11n])))
      expect(await world.rows('drops', platformId)).toHaveLength(63)
      expect(await world.rows('labels', platformId)).toEqual([])
      expect(await world.rows('sums', platformId)).toMatchObject([{ key: HOUSE, amount: -63n }])
    })

    it('gets the code of the missing resource', async () => {
      const { engine, platformId } = await withJars(0)
      const missing = outcomes([engine.run(platformId, drop(randomUUID(), 1n))])
      expect(await missing).toEqual(['INTERNAL_ACCOUNT_NOT_FOUND'])
    })

    it('is refused because of what earlier commands changed', async () => {
      const { engine, platformId, ids } = await withJars(1, 10n)
      const replies = await outcomes(times(64, () => engine.run(platformId, drop(ids[0]!, -3n))))
      expect(replies).toEqual(times(64, (i) => (i < 3 ? 10n - 3n * BigInt(i + 1) : 'INSUFFICIENT_BALANCE')))
      expect([...(await coinsOf(platformId)).values()]).toEqual([1n])
    })
  })

  describe('a command with a fault', () => {
    it('affects only itself when it has a bug', async () => {
      const { engine, platformId, ids, transactions } = await withJars(64)
      const bug: Command<unknown> = (rows) => {
        drop(ids[3]!, 1n)(rows)
        return (undefined as any).coins
      }
      const replies = await outcomes(ids.map((id, i) => engine.run(platformId, i === 5 ? bug : drop(id, 1n))))
      expect(replies.filter((reply) => reply === 11n)).toHaveLength(63)
      expect(replies[5]).toContain('undefined')
      expect(transactions).toHaveLength(1)
      expect((await coinsOf(platformId)).get(ids[3]!)).toBe(11n)
    })

    it('affects only itself when the database rejects what it wrote: the error names its row, and the others are committed without it', async () => {
      const { engine, platformId, ids } = await withJars(64)
      const unchecked: Command<unknown> = (rows) => rows.change(jars, rows.get(jars, ids[9]!), { coins: -1n })
      const replies = await outcomes(ids.map((id, i) => engine.run(platformId, i === 9 ? unchecked : drop(id, 1n))))
      expect(replies).toEqual(ids.map((_, i) => (i === 9 ? '23514' : 11n)))
      expect(engine.stats).toMatchObject({ batches: 1, divided: 1 })
      expect((await coinsOf(platformId)).get(ids[9]!)).toBe(10n)
      expect(await world.rows('drops', platformId)).toHaveLength(63)
    })

    it('affects only itself when the database does not name the rejected row: the batch is halved', async () => {
      const { platformId, ids } = await withJars(64)
      const lane = silent(world.store.lanes[0]!)
      const engine = world.engine({ lanes: [lane] })
      const unchecked: Command<unknown> = (rows) => rows.change(jars, rows.get(jars, ids[9]!), { coins: -1n })
      const replies = await outcomes(ids.map((id, i) => engine.run(platformId, i === 9 ? unchecked : drop(id, 1n))))
      expect(replies).toEqual(ids.map((_, i) => (i === 9 ? '23514' : 11n)))
      expect(engine.stats).toMatchObject({ divided: 6, batches: 6 })
      expect(await world.rows('drops', platformId)).toHaveLength(63)
    })

    it('affects only itself, and is answered soon, when 40 of 64 are rejected', async () => {
      const { engine, platformId, ids } = await withJars(64)
      const poison =
        (id: string): Command<unknown> =>
        (rows) =>
          rows.change(jars, rows.get(jars, id), { coins: -1n })
      const replies = await outcomes(ids.map((id, i) => engine.run(platformId, i < 40 ? poison(id) : drop(id, 1n))))
      expect(replies).toEqual(ids.map((_, i) => (i < 40 ? '23514' : 11n)))
      expect(await world.rows('drops', platformId)).toHaveLength(24)
    })

    it('affects only itself when it uses an invalid id', async () => {
      const { engine, platformId, ids } = await withJars(8)
      const replies = await outcomes(ids.map((id, i) => engine.run(platformId, drop(i === 2 ? 'no id' : id, 1n))))
      expect(replies).toEqual(ids.map((_, i) => (i === 2 ? 'A key is not a UUID' : 11n)))
    })

    it('affects only itself when it adds an existing row without having read it', async () => {
      const { engine, platformId, ids } = await withJars(4)
      const replies = await outcomes(
        ids.map((id, i) => engine.run(platformId, (i === 1 ? addJar(id) : drop(id, 1n)) as Command<unknown>)),
      )
      expect(replies).toEqual([11n, '23505', 11n, 11n])
    })

    it('is stopped when it asks for different rows in every run, because it is not pure', async () => {
      const { engine, platformId, ids } = await withJars(2)
      const impure: Command<unknown> = (rows) => rows.find(notes, randomUUID())
      const replies = await outcomes([engine.run(platformId, impure), engine.run(platformId, drop(ids[0]!, 1n))])
      expect(replies).toEqual(['A command asks for another row in each of 100 runs: is it pure?', 11n])
    })

    it('cannot write back a row that changed since it was read', async () => {
      const { engine, platformId, ids } = await withJars(1)
      const stale: Command<unknown> = (rows) => {
        const read = rows.get(jars, ids[0]!)
        drop(ids[0]!, 1n)(rows)
        return rows.change(jars, read, { coins: read.coins + 1n })
      }
      const removing: Command<unknown> = (rows) => {
        const read = rows.get(jars, ids[0]!)
        drop(ids[0]!, 1n)(rows)
        return rows.remove(jars, read)
      }
      const words = `jars ${ids[0]} changed since it was read; read it again`
      expect(await outcomes([engine.run(platformId, stale), engine.run(platformId, removing)])).toEqual([words, words])
      expect(await coinsOf(platformId)).toEqual(new Map([[ids[0], 10n]]))
    })

    it('cannot change a row that it has only peeked at, nor one that never changes', async () => {
      const { engine, platformId, ids } = await withJars(1)
      const peeking: Command<unknown> = (rows) => rows.change(jars, rows.peek(jars, ids[0]!)!, { coins: 0n })
      const rewriting: Command<unknown> = (rows) => {
        const label = rows.add(labels, { id: ids[0]!, text: 'first' })
        return rows.change(labels, label, { text: 'second' })
      }
      const erasing: Command<unknown> = (rows) => rows.remove(labels, rows.add(labels, { id: ids[0]!, text: 'first' }))
      const changed = (table: string) => `${table} ${ids[0]} changed since it was read; read it again`
      expect(await outcomes([peeking, rewriting, erasing].map((command) => engine.run(platformId, command)))).toEqual([
        changed('jars'),
        'labels.text never changes',
        'labels are cached, so they are never removed',
      ])
    })

    it('cannot change a column that the table declares constant', async () => {
      const { engine, platformId, ids } = await withJars(1)
      const renaming: Command<unknown> = (rows) => rows.change(jars, rows.get(jars, ids[0]!), { owner: 'someone else' })
      expect(await outcomes([engine.run(platformId, renaming)])).toEqual(['jars.owner never changes'])
      expect(await world.rows('jars', platformId)).toMatchObject([{ owner: `of ${ids[0]}` }])
    })
  })

  describe('rows', () => {
    it('of another platform do not exist for a command', async () => {
      const mine = await withJars(1)
      const theirs = world.platform()
      const [id] = mine.ids as [string]
      const looks: Command<unknown>[] = [
        (rows) => rows.get(jars, id),
        (rows) => rows.find(jars, id) ?? 'nothing',
        (rows) => rows.peek(jars, id) ?? 'nothing',
        (rows) => rows.presume(jars, id) ?? 'nothing',
      ]
      // In one batch with commands of the owner, so that the row is present.
      const owners = times(2, () => mine.engine.run(mine.platformId, drop(id, 1n)))
      const replies = await outcomes(looks.map((look) => mine.engine.run(theirs, look)))
      expect(replies).toEqual(['INTERNAL_ACCOUNT_NOT_FOUND', 'nothing', 'nothing', 'nothing'])
      await Promise.all(owners)
      await mine.engine.run(theirs, addJar(id, 99n))
      expect([await coinsOf(mine.platformId), await coinsOf(theirs)]).toEqual([
        new Map([[id, 12n]]),
        new Map([[id, 99n]]),
      ])
      expect(mine.engine.stats.divided).toBe(0)
    })

    it('that were removed are missing for later commands, and can be added again', async () => {
      const { engine, platformId, ids } = await withJars(1)
      const [id] = ids as [string]
      const remove: Command<unknown> = (rows) => void rows.remove(jars, rows.get(jars, id))
      const add: Command<unknown> = (rows) =>
        rows.add(jars, { id, owner: 'someone new', coins: 1n, next: null, openedAt: null }).owner
      const replies = await outcomes(
        [remove, drop(id, 1n), add, drop(id, 1n)].map((command) => engine.run(platformId, command)),
      )
      expect(replies).toEqual([undefined, 'INTERNAL_ACCOUNT_NOT_FOUND', 'someone new', 2n])
      expect(await world.rows('jars', platformId)).toMatchObject([{ id, owner: 'someone new', coins: 2n }])
    })

    it('that never change are cached: the next batch fetches none of them', async () => {
      const { engine, platformId, ids, transactions } = await withJars(1)
      await world.engine().run(platformId, (rows) => rows.add(labels, { id: ids[0]!, text: 'jam' }))
      const read: Command<string> = (rows) => rows.get(labels, ids[0]!).text
      const write: Command<string> = (rows) => {
        rows.tally(sums, HOUSE, 1n)
        return read(rows)
      }
      transactions.length = 0
      // Nothing proves later that the row which the first batch saw is still there: it has no marker.
      for (const command of [read, write, read]) expect(await engine.run(platformId, command)).toBe('jam')
      expect(transactions).toEqual([[['see_labels'], []], [['see_labels'], ['mark', 'tally_sums']], [[]]])
    })

    it('are not cached as absent, nor when their batch was not committed', async () => {
      const { platformId } = await withJars(0)
      const id = randomUUID()
      const engine = world.engine()
      const read: Command<string> = (rows) => rows.find(labels, id)?.text ?? 'nothing'
      expect(await engine.run(platformId, read)).toBe('nothing')
      const failing: Command<unknown> = (rows) => {
        rows.add(labels, { id, text: 'never' })
        return rows.add(jars, { id, owner: 'no owner', coins: -1n, next: null, openedAt: null })
      }
      expect(await outcomes([engine.run(platformId, failing)])).toEqual(['23514'])
      expect(await engine.run(platformId, read)).toBe('nothing')
      await world.engine().run(platformId, (rows) => rows.add(labels, { id, text: 'jam' }))
      expect(await engine.run(platformId, read)).toBe('jam')
    })

    it('are fetched when an earlier command of the batch added one and was refused', async () => {
      const { engine, platformId, ids } = await withJars(1)
      const [id] = ids as [string]
      const makeAndRefuse: Command<never> = (rows) => {
        addJar(id, 77n)(rows)
        return refuse('CONFLICT', 'Refused after writes')
      }
      for (const look of ['peek', 'find', 'presume'] as const) {
        const batch: Command<unknown>[] = [makeAndRefuse, (rows) => rows[look](jars, id)?.coins]
        const replies = await outcomes(batch.map((command) => engine.run(platformId, command)))
        expect([look, replies[1]]).toEqual([look, 10n])
      }
    })
  })

  it('adds to the sums of house accounts without locking or reading them, with one row per batch', async () => {
    const { engine, platformId, ids, transactions } = await withJars(64)
    await Promise.all(ids.map((id, i) => engine.run(platformId, drop(id, BigInt(i)))))
    await Promise.all(ids.map((id) => engine.run(platformId, drop(id, -1n)).catch(() => {})))
    const sums = await world.rows<{ key: string; amount: bigint }>('sums', platformId)
    expect(sums).toHaveLength(2)
    expect(sums.reduce((sum, { amount }) => sum + amount, 0n)).toBe(-BigInt((63 * 64) / 2 - 64))
    expect(transactions.flat(2).filter((name) => name.endsWith('_sums'))).toEqual(['tally_sums', 'tally_sums'])
  })

  it('refuses callers when too many are waiting', async () => {
    const { platformId, ids } = await withJars(12)
    const engine: Engine = world.engine({ queueMax: 8 })
    const replies = await outcomes(ids.map((id) => engine.run(platformId, drop(id, 1n))))
    expect(replies).toEqual(ids.map((_, i) => (i < 8 ? 11n : 'SERVICE_UNAVAILABLE')))
    expect(await engine.run(platformId, drop(ids[11]!, 1n))).toBe(11n)
  })

  it('is drained when no command is waiting or running', async () => {
    const { engine, platformId, ids } = await withJars(40)
    const small = world.engine({ batchMax: 8 })
    const running = ids.map((id) => small.run(platformId, drop(id, 1n)))
    await small.drained()
    expect(await Promise.all(running)).toHaveLength(40)
    await engine.drained()
  })

  it('returns to commands the same columns that they wrote, whatever they contain', async () => {
    const { engine, platformId } = await withJars(0)
    const strings = [
      '',
      ' ',
      'NULL',
      '"',
      '\\',
      "'",
      '{}',
      'a,b',
      '\n\t\r',
      '\u001f\u001e',
      '{"a":1}',
      '🪙 ñ',
      '\\"\\\\',
      '$1',
      '%s',
      'ñ'.repeat(47),
      'long 🪙 '.repeat(20_000),
    ]
    const written = strings.map((owner, i) => ({
      id: randomUUID(),
      owner,
      coins: [0n, 1n, 9_000_000_000_000_000n][i % 3] as bigint,
      next: i % 2 === 0 ? null : { id: owner, nested: [{ text: owner }, null, i] },
      openedAt: i % 2 === 0 ? 1_700_000_000_123 + i : null,
    }))
    await Promise.all(written.map((row) => engine.run(platformId, (rows) => rows.add(jars, row))))
    const fresh = world.engine()
    expect(await Promise.all(written.map(({ id }) => fresh.run(platformId, (rows) => rows.get(jars, id))))).toEqual(
      written,
    )
    await Promise.all(
      strings.map((name) =>
        engine.run(
          platformId,
          noted(name, () => name),
        ),
      ),
    )
    const replies = await Promise.all(
      strings.map((name) =>
        fresh.run(
          platformId,
          noted(name, () => 'something else'),
        ),
      ),
    )
    expect(replies).toEqual(strings.map((name) => JSON.stringify(name)))
  })
})
