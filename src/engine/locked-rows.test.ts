/** Rows locked from outside: they delay the commands that need them, and no others. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kind } from '../../test/harness/database/database.ts'
import { addJar, drop, type JarWorld, jarWorld, outcomes, times } from '../../test/harness/engine.ts'

// The embedded database has one connection, so there is no other session.
describe.skipIf(kind === 'embedded')('a row that a session outside keeps locked', () => {
  let world: JarWorld
  let other: pg.Client
  beforeAll(async () => {
    world = await jarWorld()
    other = new pg.Client(world.database.url)
    await other.connect()
  })
  afterAll(async () => {
    await other.end()
    await world.close()
  })

  /** Eleven jars, the first of which is locked. */
  const withLocked = async (patienceMs?: number) => {
    const platformId = world.platform()
    const ids = times(11, () => randomUUID())
    const engine = world.engine(patienceMs === undefined ? {} : { patienceMs })
    await Promise.all(ids.map((id) => engine.run(platformId, addJar(id))))
    const [locked, ...free] = ids as [string, ...string[]]
    await other.query('begin')
    await other.query('select from jars where id = $1 for no key update', [locked])
    const put = (id: string) => engine.run(platformId, drop(id, 1n))
    return { engine, platformId, locked, free, put, unlock: () => other.query('rollback') }
  }
  /** Once the engine has found out. */
  const known = async ({ engine, locked, put }: Awaited<ReturnType<typeof withLocked>>) => {
    const waiting = put(locked)
    while (engine.stats.blocked === 0) await world.store.query('select 1')
    return waiting
  }

  it('delays only its own command, which is committed when the row is free; the others of the batch are committed before', async () => {
    const { engine, locked, free, put, unlock } = await withLocked()
    const waiting = put(locked)
    expect(await Promise.all(free.map(put))).toEqual(free.map(() => 1n))
    expect(engine.stats).toMatchObject({ blocked: 1, retries: 1, divided: 0, batches: 2 })
    await unlock()
    expect(await waiting).toBe(1n)
  })

  it('delays no batch once it is known to be locked', async () => {
    const setting = await withLocked()
    const { engine, locked, free, put, unlock } = setting
    const first = known(setting)
    const waiting = times(5, () => put(locked))
    expect(await Promise.all(free.map(put))).toEqual(free.map(() => 1n))
    expect(engine.stats).toMatchObject({ blocked: 1, retries: 1 })
    await unlock()
    expect((await Promise.all([first, ...waiting])).sort()).toEqual([1n, 2n, 3n, 4n, 5n, 6n])
  })

  it('is refused with 503 after a while, and nothing is stored', async () => {
    const { engine, platformId, locked, put, unlock } = await withLocked(100)
    expect(await outcomes([put(locked), put(locked)])).toEqual(['SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE'])
    await engine.drained()
    await unlock()
    expect(await world.rows('drops', platformId)).toEqual([])
    expect(await put(locked)).toBe(1n)
  })
})
