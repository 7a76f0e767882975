/** Absent row tests: no batch acts on an outdated absence, attempt or connection. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kind, openStore } from '../../test/harness/database/database.ts'
import {
  addJar,
  addLid,
  contested,
  drop,
  drops,
  type JarWorld,
  jars,
  jarWorld,
  lids,
  noted,
  notes,
  turn,
  watched,
} from '../../test/harness/engine.ts'
import { refuse } from '../core/refusal.ts'
import type { Store } from '../infra/db/store.ts'
import { ConnectionLost, type Lane, type Statement } from './database.ts'
import type { Command } from './rows.ts'

/** A lane that calls `act` once, after the answer to the first packet with this statement. */
const interrupted = (inner: Lane, name: string, act: () => Promise<unknown>): Lane => {
  let isDone = false
  return {
    atomic: (work) =>
      inner.atomic((send) =>
        work(async (statements) => {
          const answers = await send(statements)
          if (!isDone && statements.some((statement) => statement.name === name)) {
            isDone = true
            await act()
          }
          return answers
        }),
      ),
  }
}

/** A barrier at which code waits, with a promise that it was reached. */
const gate = () => {
  let reach = () => {}
  let goOn = () => {}
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const opened = new Promise<void>((resolve) => (goOn = resolve))
  const pass = () => {
    reach()
    return opened
  }
  return { reached, goOn: () => goOn(), pass }
}

// Contention takes two connections.
describe.skipIf(kind === 'embedded')('on %s', () => {
  let world: JarWorld
  let other: Store
  beforeAll(async () => {
    world = await jarWorld()
    other = await openStore(world.database)
  })
  afterAll(async () => {
    await other.close()
    await world.close()
  })

  describe('a row that is missing', () => {
    it('is not treated as missing when it was added under the lock of a row that the command also relies on', async () => {
      const platformId = world.platform()
      const id = randomUUID()
      const elsewhere = world.engine({ lanes: [other.lanes[0]!] })
      /** A payment that continues (no turns) is announced by a note; or it is abandoned, unless it was announced. */
      const tell: Command<string> = (rows) => {
        if (rows.get(lids, id).turns > 0) return 'given up'
        rows.add(notes, { name: id, body: '"told"' })
        return 'told'
      }
      const giveUp: Command<string> = (rows) => {
        const payment = rows.get(lids, id)
        if (rows.find(notes, id)) return 'told'
        rows.change(lids, payment, { turns: 1 })
        return 'given up'
      }
      const lane = interrupted(world.store.lanes[0]!, 'see_notes', () => elsewhere.run(platformId, tell))
      const engine = world.engine({ lanes: [lane] })
      await engine.run(platformId, addLid(id))
      expect(await engine.run(platformId, giveUp)).toBe('told')
      expect(await world.rows('lids', platformId)).toMatchObject([{ turns: 0 }])
    })

    it.each([true, false])(
      'is not seen together with what was changed when it was added (locking first: %s)',
      async (lockFirst) => {
        const platformId = world.platform()
        const id = randomUUID()
        const elsewhere = world.engine({ lanes: [other.lanes[0]!] })
        await elsewhere.run(platformId, addLid(id))
        const both: Command<unknown> = (rows) => {
          rows.add(notes, { name: id, body: '1' })
          return turn(id)(rows)
        }
        const look: Command<unknown> = (rows) => [rows.find(notes, id) !== undefined, rows.get(lids, id).turns]
        const lane = interrupted(world.store.lanes[0]!, 'see_notes', () => elsewhere.run(platformId, both))
        const engine = world.engine({ lanes: [lockFirst ? contested(lane) : lane] })
        expect(await engine.run(platformId, look)).toEqual([true, 1])
      },
    )

    it('is fetched for the command that asks for it, even if another one adds it without a read', async () => {
      const lanes = [watched(other.lanes[0]!), watched(world.store.lanes[0]!)] as const
      const engine = world.engine({ lanes, batchMax: 12 })
      const platformId = world.platform()
      const [held, key] = [randomUUID(), randomUUID()]
      await engine.run(platformId, addJar(held))
      const { reached, goOn, pass } = gate()
      lanes[1].troubles.push(pass)
      const holding = engine.run(platformId, drop(held, 1n))
      await reached
      const aside = engine.run(platformId, drop(held, 1n))
      const found = engine.run(platformId, (rows) => rows.find(lids, key)?.turns ?? 'nothing')
      const added = engine.run(platformId, addLid(key))
      expect(await found).toBe('nothing')
      await added
      goOn()
      expect(await Promise.all([holding, aside])).toEqual([1n, 2n])
    })

    it('can be peeked at while another command adds it without a read', async () => {
      const engine = world.engine()
      const platformId = world.platform()
      const key = randomUUID()
      const seen = engine.run(platformId, (rows) => rows.peek(lids, key)?.turns ?? 'nothing')
      await Promise.all([seen, engine.run(platformId, addLid(key))])
      expect(await seen).toBe('nothing')
      expect(engine.stats.divided).toBe(0)
    })
  })

  it('a retry is not refused because of what the first request did while its keys were looked up', async () => {
    const platformId = world.platform()
    const [r, s] = [randomUUID(), randomUUID()]
    const foreign = world.engine()
    await foreign.run(
      platformId,
      noted('y', (rows) => rows.newId()),
    ) // by another process: `s` is not turned
    const y = noted('y', turn(s))
    const x = noted('x', (rows) => {
      if ((rows.peek(lids, s)?.turns ?? 0) > 0) refuse('CONFLICT', 'Because of what y did before it was known')
      return rows.get(lids, r).turns > 0 ? refuse('QUOTE_EXPIRED', 'Done already') : turn(r)(rows)
    })
    const { reached, goOn, pass } = gate()
    const slow = interrupted(world.store.lanes[0]!, 'see_notes', pass)
    const engine = world.engine({ lanes: [other.lanes[0]!, slow], batchMax: 4 })
    await engine.run(platformId, addLid(r))
    await engine.run(platformId, addLid(s))
    const first = Promise.all([engine.run(platformId, y), engine.run(platformId, x)])
    await reached
    expect(await engine.run(platformId, x)).toBe('1')
    goOn()
    expect((await first)[1]).toBe('1')
    expect(await world.rows('lids', platformId)).toHaveLength(2)
  })

  it('an attempt that stalls and is committed after the next one was rolled back is the one whose reply is returned', async () => {
    const platformId = world.platform()
    const jarId = randomUUID()
    await world.engine().run(platformId, addJar(jarId))
    const putOne: Command<string> = (rows) => {
      rows.change(jars, rows.get(jars, jarId), { openedAt: rows.now })
      const id = randomUUID() // deliberately different in every run
      rows.append(drops, { jarId, id, coins: 1n })
      return id
    }
    const { goOn, pass } = gate()
    let stalled: Promise<unknown> = Promise.resolve()
    const copied = (statement: Statement): Statement => ({
      ...statement,
      values: statement.values.map((value) => (Buffer.isBuffer(value) ? Buffer.from(value) : value)),
    })
    const attempts: Lane['atomic'][] = [
      (work) =>
        new Promise((_, lose) => {
          stalled = other.lanes[0]!.atomic(async (send) => {
            const last = (await work(send)).map(copied)
            lose(new ConnectionLost('stalled before the server read it'))
            await pass()
            return last
          })
        }),
      async (work) => {
        const rolledBack = world.store.lanes[0]!.atomic(async (send) => {
          await send(await work(send))
          throw Object.assign(new Error('deadlock'), { code: '40P01' })
        })
        await rolledBack.catch(() => {})
        goOn()
        await stalled
        return rolledBack
      },
    ]
    const lane: Lane = { atomic: (work) => (attempts.shift() ?? world.store.lanes[0]!.atomic)(work) }
    const reply = await world.engine({ lanes: [lane] }).run(platformId, putOne)
    expect(await world.rows('drops', platformId)).toMatchObject([{ id: reply }])
  })
})
