/**
 * Plans of the prepared statements of payments and webhooks: each finds its rows by their key, whatever statistics there are.
 * A plan is made once for each connection; one that reads more than the key would stay, however large the table grows, until
 * autovacuum analyses it.
 */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Packet } from '../../src/infra/db/packet.ts'
import { ALL_PLATFORMS } from '../../src/infra/db/settings.ts'
import { freshPlace, type Place, type TestApp, testApp } from '../harness/app.ts'
import { accountOf, clabe } from '../harness/cast.ts'
import { isPooled, kind, serviceUrl } from '../harness/database/database.ts'
import { openReceiver } from '../harness/receiver.ts'

interface Recorded {
  readonly text: string
  readonly settings: string | undefined
}
interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

/** Copies of each row on the loaded database. */
const COPIES = 500

describe.runIf(kind === 'postgres' && !isPooled)('prepared statements', () => {
  const recorded = new Map<string, Recorded>()
  let place: Place
  let app: TestApp
  let untouched: Place
  beforeAll(async () => {
    place = await freshPlace()
    untouched = await freshPlace()
    app = await testApp({ place })
    const submitted = vi.spyOn(Packet.prototype, 'submit') // the mock calls the original method
    const settings = new WeakMap<object, string>()
    await useService()
    await app.app.engine.drained()
    submitted.mock.calls.forEach(([connection], i) => {
      for (const { name, text } of (submitted.mock.contexts[i] as Packet).statements)
        if (text.includes('set_config(')) settings.set(connection, text)
        else if (name) recorded.set(name, { text, settings: settings.get(connection) })
    })
    submitted.mockRestore()
    await app.close()
  })
  afterAll(async () => {
    await place.drop()
    await untouched.drop()
  })

  async function useService(): Promise<void> {
    const receiver = await openReceiver()
    await app.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
    const { id: source } = await accountOf(app, 'alice', 'MXN')
    const { id: other } = await accountOf(app, 'alice', 'USD')
    await app.ok('sandboxFundInternalAccount', { params: { accountId: source }, body: { amount: 1_000_000 } })
    const bank = await clabe(app, '100')
    const quoteTo = (accountId: string) =>
      app.ok('createQuote', {
        body: {
          source: { sourceType: 'ACCOUNT', accountId: source },
          destination: { destinationType: 'ACCOUNT', accountId },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: 10_000,
        },
      })
    for (const accountId of [bank, other]) {
      const quote = await quoteTo(accountId)
      await app.ok('executeQuote', { params: { quoteId: quote.id }, key: `pay ${accountId}` })
      await app.ok('executeQuote', { params: { quoteId: quote.id }, key: `pay ${accountId}` })
      await app.ok('getQuoteById', { params: { quoteId: quote.id } })
    }
    await app.ok('createTransferOut', {
      body: { source: { accountId: source }, destination: { accountId: bank }, amount: 500 },
    })
    await app.settle()
    await app.advance({ minutes: 30 })
    await quoteTo(other) // the quote's expiry remains a job
    await app.settle()
    await receiver.close()
  }

  const onDatabase = async <Result>(
    { database }: Place,
    work: (client: pg.Client) => Promise<Result>,
    url = database.url,
  ) => {
    const client = new pg.Client(url as string)
    await client.connect()
    return await work(client).finally(() => client.end())
  }

  /** Faults of the plans of the recorded statements on a database in its current state, for the service's role. */
  const faultsOn = (where: Place): Promise<string[]> => {
    const explain = async (client: pg.Client) => {
      const indexes = await indexColumns(client)
      const faults: string[] = []
      for (const [name, { text, settings }] of recorded) {
        await client.query('begin')
        if (settings) await client.query(settings, [ALL_PLATFORMS])
        await client.query(`prepare checked as ${text}`)
        const count = new Set(text.match(/\$\d+/g)).size
        const values = count > 0 ? `(${Array.from({ length: count }, () => 'null').join(', ')})` : ''
        const { rows } = await client.query(`explain (format json) execute checked${values}`)
        for (const fault of findFaults(rows[0]['QUERY PLAN'][0].Plan, indexes)) faults.push(`${name}: ${fault}`)
        await client.query('deallocate checked')
        await client.query('rollback')
      }
      return faults
    }
    return onDatabase(where, explain, serviceUrl(where.database))
  }

  const analyse = (where: Place) => onDatabase(where, (client) => client.query('analyze'))

  it('include those of payments, payouts, webhooks and lookups', () => {
    expect([...recorded.keys()]).toEqual(
      expect.arrayContaining([
        'change_balances',
        'add_quotes',
        'append_postings',
        'remove_jobs',
        'claim_jobs',
        'read_transactions',
        'add_payout_routes',
        'pending_events',
      ]),
    )
  })

  it('find their rows by key on a database that was never analysed', async () => {
    expect(await faultsOn(untouched)).toEqual([])
  })

  it('find their rows by key on a database that was analysed while it was empty', async () => {
    await analyse(untouched)
    expect(await faultsOn(untouched)).toEqual([])
  })

  it('find their rows by key when they were planned after their tables were analysed with a few rows', async () => {
    await analyse(place)
    expect(await faultsOn(place)).toEqual([])
  })

  it('find their rows by key on a loaded database that was analysed', async () => {
    const counts = await onDatabase(place, (client) => copyRows(client))
    for (const [name, count] of counts) expect(count, name).toBeGreaterThanOrEqual(COPIES)
    await analyse(place)
    expect(await faultsOn(place)).toEqual([])
  })
})

/** Tables that grow with use. */
const GROWING = [
  'accounts',
  'balances',
  'batches',
  'customers',
  'deliveries',
  'delivery_attempts',
  'events',
  'external_accounts',
  'house_balances',
  'idempotency_keys',
  'jobs',
  'payout_routes',
  'postings',
  'quotes',
  'transactions',
]

/** Copies all rows of growing tables under new keys. @returns the number of rows of each table */
async function copyRows(client: pg.Client): Promise<Map<string, number>> {
  // Without triggers and foreign keys: only the number of copies matters.
  await client.query('set session_replication_role = replica')
  const { rows: tables } = await client.query<{ name: string; keys: Record<string, string> }>(TABLES, [GROWING])
  const counts = new Map<string, number>()
  for (const { name, keys } of tables) {
    const changes = Object.entries(keys).map(([column, type]) => `'${column}', ${NEW_KEYS[type] ?? 'i'}`)
    await client.query(`insert into ${name} select (json_populate_record(t, json_build_object(${changes}))).*
      from ${name} t, generate_series(1, ${COPIES}) i on conflict do nothing`)
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${name}`)
    counts.set(name, rows[0]?.count ?? 0)
  }
  return counts
}
const NEW_KEYS: Readonly<Record<string, string>> = { uuid: 'gen_random_uuid()', text: 'gen_random_uuid()::text' }
/** Tables with the columns of their primary keys and the types of these, without the platform. */
const TABLES = `
  select c.relname as name, coalesce(json_object_agg(a.attname, format_type(a.atttypid, null)) filter (where a.attname <> 'platform_id'), '{}') as keys
  from pg_class c left join pg_index i on i.indrelid = c.oid and i.indisprimary
  left join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any($1) group by c.relname`

/** Key of the table of freezes, which are few: a statement may read them all. */
const FEW = 'freezes_pkey'

type Indexes = ReadonlyMap<string, readonly string[]>

/** The columns of each index, in order; an expression is ''. */
async function indexColumns(client: pg.Client): Promise<Indexes> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(coalesce(a.attname, '')::text order by k.n) as columns
    from pg_index i join pg_class c on c.oid = i.indexrelid
    cross join unnest(i.indkey::int[]) with ordinality as k (attnum, n)
    left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum and k.attnum > 0
    where c.relnamespace = 'public'::regnamespace group by c.relname`)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

function findFaults(plan: Plan, indexes: Indexes): string[] {
  const { 'Node Type': node, 'Relation Name': relation, 'Index Name': index = '', 'Index Cond': condition = '' } = plan
  const faults = (plan.Plans ?? []).flatMap((part) => findFaults(part, indexes))
  if (node === 'Seq Scan') faults.push(`reads all of ${relation}`)
  if (/^(Index|Bitmap Index)/.test(node) && index !== FEW && !isNarrow(condition, indexes.get(index) ?? []))
    faults.push(`reads much of ${index}: ${condition}`)
  return faults
}

/** Whether a condition is on the first columns of an index, without a gap, and on more than the platform. */
function isNarrow(condition: string, columns: readonly string[]): boolean {
  const bound = new Set([...condition.matchAll(/\((\w+) (?:=|<|>|<=|>=) /g)].map(([, column]) => column))
  const first = columns.slice(0, bound.size)
  return bound.size > 0 && first.every((column) => bound.has(column)) && first.join() !== 'platform_id'
}
