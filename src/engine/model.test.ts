/** Model test: random commands have the same effect in a batch on the database as one by one in memory. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addJar,
  drop,
  drops,
  HOUSE,
  type JarWorld,
  jarSchema,
  jars,
  jarWorld,
  labels,
  lids,
  noted,
  notes,
  sums,
  textOf,
} from '../../test/harness/engine.ts'
import { MemoryEngine } from '../../test/harness/memory-engine.ts'
import { movableClock } from '../core/clock.ts'
import { seededIds } from '../core/ids.ts'
import { refuse } from '../core/refusal.ts'
import type { Engine } from './engine.ts'
import type { Command } from './rows.ts'

const IDS = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`)
const id = fc.constantFrom(...IDS)
const coins = fc.bigInt({ min: -6n, max: 8n })
const command = <Args extends unknown[]>(
  name: string,
  args: fc.Arbitrary<Args>,
  make: (...args: Args) => Command<unknown>,
) => args.map((given) => Object.assign(make(...given), { [fc.toStringMethod]: () => `${name}(${given.join(', ')})` }))

const careful = fc.oneof(
  command('add', fc.tuple(id, id), (jar, next) => (rows) => {
    if (rows.find(jars, jar)) refuse('CONFLICT', 'There is one')
    return addJar(jar, 5n, next)(rows)
  }),
  command('drop', fc.tuple(id, coins), drop),
  command('move', fc.tuple(id, id, coins), (from, to, amount) => (rows) => [
    drop(from, -amount)(rows),
    drop(to, amount)(rows),
  ]),
  command('follow', fc.tuple(id, coins), (from, amount) => (rows) => {
    const { next } = rows.get(jars, from)
    return next ? drop(next.id, amount)(rows) : refuse('CONFLICT', 'Nothing follows')
  }),
  command('remove', fc.tuple(id), (jar) => (rows) => rows.remove(jars, rows.get(jars, jar))),
  command('replace', fc.tuple(id, coins), (jar, amount) => (rows) => {
    rows.remove(jars, rows.get(jars, jar))
    return rows.add(jars, { id: jar, owner: `replaced ${amount}`, coins: 9n, next: null, openedAt: rows.now }).owner
  }),
  command('look', fc.tuple(id), (jar) => (rows) => rows.get(jars, jar)),
  command('peek', fc.tuple(id), (jar) => (rows) => rows.peek(jars, jar)?.coins),
  command('look at all', fc.tuple(), () => (rows) => {
    rows.prefetch(...IDS.flatMap((jar) => [[jars, jar] as const, [lids, jar] as const]))
    return IDS.map((jar) => [rows.find(jars, jar)?.coins, rows.find(lids, jar)?.turns])
  }),
  command('turn', fc.tuple(id), (lid) => (rows) => {
    const found = rows.find(lids, lid)
    return found ? rows.change(lids, found, { turns: found.turns + 1 }) : rows.add(lids, { id: lid, turns: 0 })
  }),
  command('turn and drop', fc.tuple(id, id), (lid, jar) => (rows) => {
    const turns = rows.find(lids, lid)?.turns ?? refuse('CONFLICT', 'No lid')
    return turns % 3 === 2 ? refuse('CONFLICT', 'Twisted') : drop(jar, BigInt(turns % 3))(rows)
  }),
  command(
    'drop by a glance',
    fc.tuple(id, id),
    (lid, jar) => (rows) => drop(jar, BigInt(rows.peek(lids, lid)?.turns ?? 1))(rows),
  ),
  command(
    'label',
    fc.tuple(id, fc.string()),
    (label, text) => (rows) =>
      rows.find(labels, label) ?? rows.add(labels, { id: label, text: text.replaceAll('\0', '') }),
  ),
  command('note', fc.tuple(fc.constantFrom('a', 'b'), id, coins), (name, jar, amount) =>
    noted(name, drop(jar, amount)),
  ),
)
/** Only the database reports that the key is in use, when the row is written. */
const blind = command('add blindly', fc.tuple(id), (jar) => addJar(jar, 7n))
/** Ways in which a command fails after its writes. */
const spoilt = fc.tuple(careful, fc.constantFrom('refuses', 'has a bug', 'writes a stale row')).map(
  ([first, how]): Command<unknown> =>
    Object.assign(
      ((rows) => {
        const read = rows.find(jars, IDS[0] as string)
        first(rows)
        if (how === 'refuses') refuse('CONFLICT', 'After all')
        if (how === 'has a bug' || !read) throw new TypeError('a bug')
        rows.change(jars, read, { coins: read.coins + 1n })
        return rows.change(jars, read, { coins: read.coins + 2n })
      }) satisfies Command<unknown>,
      { [fc.toStringMethod]: () => `${fc.stringify(first)} and then ${how}` },
    ),
)
const whose = fc.constantFrom<(0 | 1)[]>(0, 1)
const commands: fc.Arbitrary<[0 | 1, Command<unknown>][]> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(
      fc.tuple(whose, fc.oneof({ weight: 4, arbitrary: careful }, { weight: 1, arbitrary: spoilt })),
      { minLength: 1, maxLength: 12 },
    ),
  },
  // Separately: a command that breaks a batch runs after the others.
  { weight: 1, arbitrary: fc.tuple(whose, blind).map((one) => [one]) },
)
/** For one of two engines: it discovers the other's changes when it commits. */
const batch = fc.record({ engine: fc.constantFrom(0, 1), commands })

/** The code of a refusal, or that it failed: the database's error texts differ from the model's. */
const codeFor = (reason: any) => (typeof reason?.code === 'string' && !/^\d/.test(reason.code) ? reason.code : 'failed')

describe('batches', () => {
  let world: JarWorld
  beforeAll(async () => {
    world = await jarWorld()
  })
  afterAll(() => world.close())

  const contentInDatabase = async (platformId: string) => {
    const of = (name: string, order: string) =>
      world.store.query<any>(
        `select to_json(t)::jsonb - 'platform_id' - 'written' as row from ${name} t where platform_id = $1 order by ${order}`,
        [platformId],
      )
    const [total] = await world.store.query<{ total: bigint }>(
      'select coalesce(sum(amount), 0)::bigint as total from sums where platform_id = $1',
      [platformId],
    )
    const rows = async (name: string, order = 'id') => (await of(name, order)).map(({ row }) => row)
    return {
      jars: await rows('jars'),
      lids: await rows('lids'),
      labels: await rows('labels'),
      notes: (await rows('notes', 'name')).map(({ name, body }) => [name, JSON.parse(body)]),
      drops: (await of('drops', 'jar_id, coins')).map(({ row }) => [row.jar_id, row.coins]).sort(),
      total: Number(total?.total),
    }
  }
  const contentInMemory = (memory: MemoryEngine, platformId: string, now: number) => {
    const mine = (table: typeof jars | typeof lids | typeof labels | typeof notes) =>
      memory
        .slots(table as never)
        .filter((slot) => slot.platformId === platformId && slot.value !== undefined)
        .map(({ value }) => value)
        .sort((a, b) => ((a.id ?? a.name) < (b.id ?? b.name) ? -1 : 1))
    const moment = (opened: number | null) => opened && `${new Date(now).toISOString().slice(0, -1)}`
    return {
      jars: mine(jars).map(({ openedAt, coins, next, ...jar }) => ({
        ...jar,
        next,
        coins: Number(coins),
        opened_at: moment(openedAt),
      })),
      lids: mine(lids),
      labels: mine(labels),
      notes: mine(notes).map(({ name, body }) => [name, JSON.parse(textOf(body))]),
      drops: memory
        .appended(drops)
        .filter((appended) => appended.platformId === platformId)
        .map(({ row }) => [row.jarId, Number(row.coins)])
        .sort(),
      total: Number(memory.slot(sums, platformId, HOUSE)?.value ?? 0n),
    }
  }
  const comparable = (value: unknown) =>
    JSON.parse(JSON.stringify(value ?? null, (_, part) => (typeof part === 'bigint' ? Number(part) : part)))
  const withoutZone = (jar: any) => ({
    ...jar,
    opened_at: jar.opened_at && new Date(jar.opened_at).toISOString().slice(0, -1),
  })

  it('have the same effects and replies as their commands one by one in memory', async () => {
    const property = fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 6 }), async (batches) => {
      const clock = movableClock({ aheadMs: 0, frozenAt: 1_800_000_000_000 })
      const platforms = [world.platform(), world.platform()] as const
      const engines: Engine[] = [world.engine({ clock }), world.engine({ clock })]
      const memory = new MemoryEngine(jarSchema, clock.now(), { ids: seededIds(1) })
      for (const { engine, commands } of batches) {
        const expected = commands.map(([whose, run]) => {
          try {
            return comparable(memory.run(platforms[whose] as string, run))
          } catch (reason) {
            return codeFor(reason)
          }
        })
        const settled = await Promise.allSettled(
          commands.map(([whose, run]) => engines[engine]?.run(platforms[whose] as string, run)),
        )
        const answered = settled.map((result) =>
          result.status === 'fulfilled' ? comparable(result.value) : codeFor(result.reason),
        )
        expect(answered).toEqual(expected)
      }
      for (const platformId of platforms) {
        const { jars: stored, ...rest } = await contentInDatabase(platformId)
        expect(comparable({ jars: stored.map(withoutZone), ...rest })).toEqual(
          comparable(contentInMemory(memory, platformId, clock.now())),
        )
      }
    })
    await fc.assert(property, { numRuns: 100, seed: 1, endOnFailure: false })
  })
})
