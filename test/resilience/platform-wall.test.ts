/**
 * Platform wall tests: the database separates platforms where the program does not, in every table that has rows of
 * platforms. That the program separates them where the database does not: test/every-operation/foreign-ids.test.ts.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract, type OperationId } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Lane } from '../../src/engine/database.ts'
import { readsOver } from '../../src/infra/db/dialect.ts'
import { openPostgres } from '../../src/infra/db/postgres.ts'
import { grantStatements } from '../../src/infra/db/roles/grants.ts'
import type { Store } from '../../src/infra/db/store.ts'
import { freshPlace, type Place, type Reply, type SeededPlatform, type TestApp, testApp } from '../harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../harness/cast.ts'
import { freshDatabase, kind, serviceUrl } from '../harness/database/database.ts'
import { onServer } from '../harness/database/postgres.ts'

const [MINE, OTHERS] = [randomUUID(), randomUUID()]

interface TenantTable {
  readonly name: string
  /** Values of the columns that need one, by name. */
  readonly values: Record<string, unknown>
  readonly keys: readonly string[]
  readonly may: readonly ('insert' | 'update' | 'delete')[]
}

/** A value of each type, for a column that may not be empty. */
const VALUES: Readonly<Record<string, unknown>> = {
  uuid: OTHERS,
  json: {},
  jsonb: {},
  boolean: true,
  'timestamp with time zone': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  'text[]': [],
  'uuid[]': [],
  bytea: '\\x',
}

const TABLES = `
  select c.relname::text as name,
    json_object_agg(a.attname, format_type(a.atttypid, null)) filter (where a.attnotnull and a.attgenerated = '') as types,
    array(select attname::text from pg_attribute k join pg_index i on i.indrelid = k.attrelid
      where i.indisprimary and i.indrelid = c.oid and k.attnum = any(i.indkey)) as keys,
    array(select p from unnest(array['insert', 'update', 'delete']) p where has_table_privilege($1, c.oid, p)) as may
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and exists (select from pg_attribute where attrelid = c.oid and attname = 'platform_id' and not attisdropped)
  group by c.oid order by 1`

describe.runIf(kind === 'postgres')('a statement without the platform', async () => {
  const database = kind === 'postgres' ? await freshDatabase() : undefined
  const owner = await openPostgres(database?.url ?? 'postgres://none')
  const service = await openPostgres((database && serviceUrl(database)) ?? 'postgres://none')
  const tables = database ? await tenantTables(owner, database.role as string) : []
  const mine = service.forPlatform(MINE)
  beforeAll(() => fill(database?.url as string, tables))
  afterAll(async () => {
    await Promise.all([owner.close(), service.close()])
    await database?.drop()
  })

  const names = tables.map(({ name }) => name)
  const platforms = (found: readonly { platform: string }[]) => found.map(({ platform }) => platform).sort()
  const select = (name: string) => `select platform_id::text as platform from ${name}`

  it('is tried on every table of the engine, and on more', () => expect(names.length).toBeGreaterThan(50))

  it.each(names)('reads only the platform’s rows of %s', async (name) => {
    expect(platforms(await owner.query(select(name)))).toEqual([MINE, OTHERS].sort())
    expect(platforms(await service.query(select(name)))).toEqual([MINE, OTHERS].sort())
    expect(platforms(await mine.query(select(name)))).toEqual([MINE])
    expect(await mine.query(select(name), [], `see_${name}`)).toHaveLength(1)
    expect(await mine.transaction((query) => query(select(name)))).toHaveLength(1)
    expect(await mine.snapshot((query) => query(select(name)))).toHaveLength(1)
    expect(await mine.reads.selectFrom(name).select('platformId').execute()).toHaveLength(1)
    expect(await inLane(service, select(name))).toEqual([{ platform: MINE }])
  })

  it.each(tables)('changes and removes only the platform’s rows of $name', async ({ name, may }) => {
    const changed = 'returning platform_id::text as platform'
    const seen = (text: string) => inLane(service, `with done as (${text} ${changed}) select * from done`)
    if (may.includes('update')) {
      expect(await seen(`update ${name} set platform_id = platform_id`)).toEqual([{ platform: MINE }])
      await expect(inLane(service, `update ${name} set platform_id = '${OTHERS}'`)).rejects.toMatchObject({
        code: expect.stringMatching(/^(42501|23505)$/),
      })
    }
    const remove = () =>
      inLane(
        service,
        `with done as (delete from ${name} ${changed}) select 1 / (count(*) - 1), min(platform) from done`,
      )
    // The division undoes what it has counted.
    if (may.includes('delete')) await expect(remove()).rejects.toMatchObject({ code: '22012' })
    expect(platforms(await owner.query(select(name)))).toEqual([MINE, OTHERS].sort())
  })

  it.each(tables)('cannot add a row of another platform to $name', async ({ name, values, keys, may }) => {
    const fresh = Object.fromEntries(keys.filter((key) => values[key] === OTHERS).map((key) => [key, randomUUID()]))
    const row = JSON.stringify({ ...values, ...fresh, platform_id: OTHERS })
    const add = `insert into ${name} (${Object.keys(values)}) select ${Object.keys(values)} from json_populate_record(null::${name}, '${row}')`
    if (may.includes('insert')) await expect(inLane(service, add)).rejects.toThrow('row-level security policy')
  })

  it('fails outside the store, which states the platform', async () => {
    const url = serviceUrl(database as NonNullable<typeof database>) as string
    // In a session of which a pooler has let others make transactions the setting is empty, and not unknown.
    await expect(onServer(url, 'select from customers')).rejects.toThrow(
      /causeway\.platform|invalid input syntax for type uuid: ""/,
    )
  })

  it('is refused as a script of a platform, and of the store for one when it names another', () => {
    expect(() => mine.script('select 1')).toThrow('one platform only')
    expect(() => mine.forPlatform(OTHERS)).toThrow('one platform only')
  })

  it('reads only the platform’s rows of a view', async () => {
    expect(await owner.query('select from entries')).not.toEqual([])
    expect(platforms(await mine.query('select distinct platform_id::text as platform from entries'))).toEqual([MINE])
  })

  it('has the estimates of the planner that it has without the wall', async () => {
    const make = `insert into claims (platform_id, name, holder)
      select '${MINE}', 'estimated ' || i, gen_random_uuid() from generate_series(1, 3000) i`
    await owner.script(`${make}; analyze claims`)
    const estimate = async (store: Store): Promise<number> => {
      const [row] = await store.query<{ 'QUERY PLAN': any }>(
        `explain (format json) select from claims where platform_id = '${MINE}'`,
      )
      return row?.['QUERY PLAN'][0].Plan['Plan Rows']
    }
    const [without, within] = [await estimate(owner), await estimate(mine)]
    expect(without).toBeGreaterThan(2900)
    expect(Math.abs(within - without)).toBeLessThan(without / 50)
  })

  it('leaves nothing to grant again', async () => {
    expect((await grantStatements(owner, database?.role as string)).join()).not.toMatch(/create policy/)
  })
})

let asked = 0
const inLane = async (store: Store, text: string): Promise<any[]> =>
  (
    await (store.lanes[0] as Lane).atomic(async () => [{ name: `asked_${++asked}`, text, values: [] }], MINE)
  )[0] as any[]

async function tenantTables({ query }: Store, role: string): Promise<TenantTable[]> {
  const found = await query<{ name: string; types: Record<string, string>; keys: string[]; may: TenantTable['may'] }>(
    TABLES,
    [role],
  )
  return found.map(({ name, types, keys, may }) => {
    const wanted = { ...types, platform_id: 'uuid' }
    const values = Object.entries(wanted).map(([column, type]) => [column, VALUES[type] ?? 1])
    return { name, keys, may, values: Object.fromEntries(values) }
  })
}

/** A row of each platform in each table, whatever constraints and triggers say. */
async function fill(url: string, tables: readonly TenantTable[]): Promise<void> {
  await onServer(
    url,
    `do $$ declare c record; begin
      for c in select conrelid::regclass as name, conname from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u') and conrelid <> 0 loop
        execute format('alter table %s drop constraint %I', c.name, c.conname);
      end loop;
      for c in select indexrelid::regclass as name from pg_index i join pg_class r on r.oid = i.indrelid
        where r.relnamespace = 'public'::regnamespace and indisunique and not indisprimary
          and not exists (select from pg_constraint where conindid = indexrelid) loop
        execute format('drop index %s', c.name);
      end loop; end $$`,
  )
  const rows = tables.flatMap(({ name, values, keys }) =>
    [MINE, OTHERS].map((platform) => {
      const own = keys.includes('platform_id') ? {} : Object.fromEntries(keys.map((key) => [key, keyOf(values[key])]))
      const row = JSON.stringify({ ...values, ...own, platform_id: platform })
      return `insert into ${name} (${Object.keys(values)}) select ${Object.keys(values)} from json_populate_record(null::${name}, '${row}')`
    }),
  )
  await onServer(url, `set session_replication_role = replica; ${rows.join(';\n')}`)
}

let made = 1
/** Another key for each row, where the platform is not a part of it. */
const keyOf = (value: unknown) => (typeof value === 'number' ? ++made : randomUUID())

type Found = Pick<Reply<unknown>, 'status' | 'text'>

/** Lists that a platform may read without naming an object. */
const lists = (Object.entries(contract) as [OperationId, Operation][])
  .filter(([, { method, params, permission, query }]) => {
    const isNamed = params !== undefined || (query?.required?.length ?? 0) > 0
    return method === 'GET' && permission === 'VIEW' && !isNamed
  })
  .map(([id]) => id)

describe.runIf(kind === 'postgres')('a program that asks for the rows of another platform', () => {
  let place: Place
  let app: TestApp
  let stranger: SeededPlatform
  let customerId: string
  beforeAll(async () => {
    place = await freshPlace()
    app = await testApp({ place })
    stranger = await app.anotherPlatform('Stranger Pay')
    const dollars = await accountOf(app, 'northwind', 'USD')
    customerId = dollars.customerId as string
    await quoteBetween(app, dollars.id, await clabe(app, '100'), 10_000, { immediatelyExecute: true })
    await app.settle()
  })
  afterAll(async () => {
    await app.close()
    await place.drop()
  })

  /** The replies to the stranger of a service whose reads replace its id by that of the other platform. */
  async function replies(role: string | undefined): Promise<ReadonlyMap<string, Found>> {
    const victim = app.platform.platformId
    const swapped = (value: unknown): unknown =>
      Array.isArray(value) ? value.map(swapped) : value === stranger.platformId ? victim : value
    const wrong = (store: Store): Store => {
      const query: Store['query'] = (text, values = [], name) => store.query(text, values.map(swapped), name)
      return { ...store, query, reads: readsOver(query) }
    }
    const faulty = await testApp({
      place: { ...place, database: { ...place.database, role } },
      cast: false,
      store: (usual) => ({ ...usual, forPlatform: (id) => wrong(usual.forPlatform(id)) }),
    })
    const found = new Map<string, Found>()
    // The replies may be none that the contract knows.
    for (const id of lists) found.set(id, await faulty.raw('GET', contract[id].path, { as: stranger }))
    found.set(
      'getCustomerById',
      await faulty.raw('GET', contract.getCustomerById.path.replace('{customerId}', customerId), { as: stranger }),
    )
    await faulty.close()
    return found
  }

  it('gets them where the database does not separate platforms, and none of them where it does', async () => {
    const [open, walled] = [await replies(undefined), await replies(place.database.role)]
    const ids = (found?: Found) => new Set(found?.text.match(/[A-Z]\w+:[0-9a-f-]{36}/g))
    const leaking = lists.filter((id) => ids(open.get(id)).size > ids(walled.get(id)).size)
    expect(leaking.length).toBeGreaterThan(10)
    expect([open, walled].map((found) => found.get('getCustomerById')?.status)).toEqual([200, 404])
    const own = await Promise.all(lists.map(async (id) => [id, await app.raw('GET', contract[id].path)] as const))
    for (const [id, reply] of own) {
      const foreign = [...ids(walled.get(id))].filter((found) => ids(reply).has(found))
      expect(foreign, id).toEqual([])
    }
  })

  it('finds customers by words over an index, and only those of the platform', async () => {
    const copies = `insert into customers select r.* from (select * from customers limit 1) c, generate_series(1, 5000) i,
      jsonb_populate_record(null::customers, to_jsonb(c) || jsonb_build_object('id', gen_random_uuid(),
        'platform_customer_id', 'copy ' || i, 'uma_address', '$copy' || i || '@acme.example')) r`
    await app.store.script(`set local session_replication_role = replica; ${copies}; analyze customers`)
    const scans = async () =>
      (await app.store.query<{ count: bigint }>(SCANS)).map(({ count }) => Number(count))[0] as number
    const before = await scans()
    const found = await app.ok('listCustomers', { query: { search: 'copy 4711' } })
    expect(found.data).toMatchObject([{ platformCustomerId: 'copy 4711' }])
    expect((await app.ok('listCustomers', { query: { search: 'copy 4711' }, as: stranger })).data).toEqual([])
    await expect.poll(scans).toBeGreaterThan(before)
    const ask = `select customers_with_words('${app.platform.platformId}', 'copy')`
    expect(await app.app.store.forPlatform(stranger.platformId).query(ask)).toEqual([])
  })
})

const SCANS = `select idx_scan as count from pg_stat_user_indexes where indexrelname = 'customers_search'`
