/**
 * Cut connection tests: whichever message to or from the database is the last, every caller's answer matches what is
 * stored.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cut, openCuttingRelay, type Way } from '../../test/harness/database/cutting-relay.ts'
import { kind } from '../../test/harness/database/database.ts'
import { addJar, drop, type JarWorld, jarSchema, jarWorld, noted, outcomes, times } from '../../test/harness/engine.ts'
import { movableClock } from '../core/clock.ts'
import { openPostgres } from '../infra/db/postgres.ts'
import { Engine } from './engine.ts'

/** A conversation mostly waits for a lost connection to be reopened. */
const CONVERSATIONS_AT_ONCE = 8

/** Runs `work` for each item, a limited number at a time. */
async function inParallel<Item>(atOnce: number, items: readonly Item[], work: (item: Item) => Promise<unknown>) {
  const left = items.values()
  await Promise.all(
    times(atOnce, async () => {
      for (const item of left) await work(item)
    }),
  )
}

// The embedded database has no wire.
describe.runIf(kind === 'postgres')('a cut conversation with the database', () => {
  let world: JarWorld
  beforeAll(async () => {
    world = await jarWorld()
  })
  afterAll(() => world.close())

  const connections = (name: string) => `select 1 from pg_stat_activity where application_name = '${name}'`

  /**
   * Two callers in a batch and one who waits for the next: a coin each, and one of them under a key. @returns how many
   * messages passed each way
   */
  async function converse(cut: Cut | undefined, thenClosed: boolean): Promise<Readonly<Record<Way, number>>> {
    const name = `cut-${randomUUID()}`
    const url = new URL(world.database.url as string)
    const relay = await openCuttingRelay(Number(url.port || 5432))
    Object.assign(url, { hostname: '127.0.0.1', port: relay.port })
    url.searchParams.set('application_name', name)
    const store = await openPostgres(url.href, { lanes: 1 })
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
    while ((await world.store.query(connections(name))).length > 0); // what is in progress is stored by now, or never will be
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
    expect(relay.hasCut, JSON.stringify(cut)).toBe(cut !== undefined)
    await relay.close()
    return relay.passed
  }

  it.each([
    ['on the way to it, and then down', 'THERE', true],
    ['on the way to it, and then up', 'THERE', false],
    ['on the way back, and then down', 'BACK', true],
    ['on the way back, and then up', 'BACK', false],
  ] as [string, Way, boolean][])(
    'before each message %s, gives every caller a true answer',
    async (_name, way, thenClosed) => {
      const messages = (await converse(undefined, false))[way]
      expect(messages).toBeGreaterThan(20)
      const cuts = times(messages, (before) => ({ way, before }))
      await inParallel(CONVERSATIONS_AT_ONCE, cuts, (cut) => converse(cut, thenClosed))
    },
  )
})
