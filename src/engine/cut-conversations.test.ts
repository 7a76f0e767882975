/** Cut connections: whichever message with the database is the last, every caller's answer is true of what is stored. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cut, type CuttingRelay, openCuttingRelay, type Way } from '../../test/harness/database/cutting-relay.ts'
import { kind } from '../../test/harness/database/database.ts'
import { addJar, drop, type JarWorld, jarSchema, jarWorld, noted, outcomes, times } from '../../test/harness/engine.ts'
import { movableClock } from '../core/clock.ts'
import { openPostgres } from '../infra/db/postgres.ts'
import { Engine } from './engine.ts'

// The embedded database has no wire.
describe.runIf(kind === 'postgres')('a conversation with the database that is cut', () => {
  let world: JarWorld
  let relay: CuttingRelay
  let through: string
  beforeAll(async () => {
    world = await jarWorld()
    const url = new URL(world.database.url as string)
    relay = await openCuttingRelay(Number(url.port || 5432))
    url.port = String(relay.port)
    url.hostname = '127.0.0.1'
    through = url.href
  })
  afterAll(async () => {
    await relay.close()
    await world.close()
  })

  const connections =
    "select 1 from pg_stat_activity where datname = current_database() and application_name = 'cut' and pid <> pg_backend_pid()"

  /** Two callers in a batch and one who waits for the next one: a coin each, and one of them under a key. */
  async function converse(cut: Cut | undefined, thenClosed: boolean): Promise<void> {
    relay.arm(undefined)
    const store = await openPostgres(`${through}?application_name=cut`, { lanes: 1 })
    const engine = new Engine({
      schema: jarSchema,
      lanes: store.lanes,
      clock: movableClock(),
      batchMax: 2,
      patienceMs: thenClosed ? 60 : 60_000,
    })
    const platformId = world.platform()
    const ids = times(3, () => randomUUID())
    const run = (commands: Parameters<typeof engine.run>[1][]) =>
      outcomes(commands.map((command) => engine.run(platformId, command)))
    await run(ids.map((id) => addJar(id)))
    relay.arm(cut, thenClosed)
    const told = await run(ids.map((id, i) => (i === 1 ? noted(`of ${id}`, drop(id, 1n)) : drop(id, 1n))))
    relay.reopen()
    await engine.drained()
    await store.close()
    while ((await world.store.query(connections)).length > 0); // what is under way is stored, or never will be
    const dropped = new Set((await world.rows('drops', platformId)).map(({ jar_id }) => jar_id))
    ids.forEach((id, i) => {
      const [isTold, isStored] = [told[i], dropped.has(id)]
      const isTrue =
        isTold === 'OUTCOME_UNKNOWN' ||
        (isTold === 'SERVICE_UNAVAILABLE' ? !isStored : isStored && String(isTold) === '1')
      expect(isTrue, `caller ${i} got ${isTold}, stored: ${isStored}; cut ${JSON.stringify(cut)}`).toBe(true)
      if (!thenClosed) expect(isTold, JSON.stringify(cut)).not.toBe('SERVICE_UNAVAILABLE')
    })
    expect(await world.rows('drops', platformId), JSON.stringify(cut)).toHaveLength(dropped.size)
  }

  it.each([
    ['on the way to it, and then away', 'THERE', true],
    ['on the way to it, and then back', 'THERE', false],
    ['on the way back, and then away', 'BACK', true],
    ['on the way back, and then back', 'BACK', false],
  ] as [string, Way, boolean][])(
    'before each message %s, gives every caller a true answer',
    async (_name, way, thenClosed) => {
      await converse(undefined, false)
      const messages = relay.passed[way]
      expect(messages).toBeGreaterThan(20)
      for (let before = 0; before < messages; before++) {
        await converse({ way, before }, thenClosed)
        expect(relay.hasCut).toBe(true)
      }
    },
  )
})
