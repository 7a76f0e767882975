/** Lock order of a commit: rows that it changes and rows that it relies on are locked by key. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isPooled, kind } from '../../test/harness/database/database.ts'
import { addJar, drop, type JarWorld, jars, jarWorld } from '../../test/harness/engine.ts'
import { openPostgres } from '../infra/db/postgres.ts'
import type { Store } from '../infra/db/store.ts'

let world: JarWorld
let patient: Store
let other: pg.Client
const isTried = kind === 'postgres' && !isPooled
beforeAll(async () => {
  if (!isTried) return
  world = await jarWorld()
  // No lock times out: what waits continues to wait until this test releases it.
  patient = await openPostgres(`${world.database.url}?options=-c%20lock_timeout%3D0`, { lanes: 1 })
  other = new pg.Client(world.database.url)
  await other.connect()
})
afterAll(async () => {
  if (!isTried) return
  await other.end()
  await patient.close()
  await world.close()
})

/** @returns whether a lane waits for a lock in this database */
const isWaiting = async () =>
  (
    await world.store.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'",
    )
  ).length > 0

it.runIf(isTried).each(['first', 'second'] as const)(
  'the row of the smaller key is locked while the commit waits for the other one, when the %s is relied on',
  async (relied) => {
    const platformId = world.platform()
    const [first, second] = [randomUUID(), randomUUID()].sort() as [string, string]
    const engine = world.engine({ lanes: patient.lanes })
    await Promise.all([first, second].map((id) => engine.run(platformId, addJar(id))))
    const [kept, changed] = relied === 'first' ? [first, second] : [second, first]
    await other.query('begin')
    await other.query('select from jars where id = $1 for update', [second])
    const done = engine.run(platformId, (rows) => {
      if (rows.get(jars, kept).coins < 0n) throw new Error('never')
      return drop(changed, 1n)(rows)
    })
    while (!(await isWaiting()));
    expect(await world.store.query('select from jars where id = $1 for update skip locked', [first])).toEqual([])
    await other.query('rollback')
    expect(await done).toBe(1n)
  },
)
