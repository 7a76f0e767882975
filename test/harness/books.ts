/** Database checks of tests: events of an object, balances of house accounts, all stored text. */
import type { HouseRole } from '../../contract/ledger/house-accounts.ts'
import { house } from '../../src/domain/ledger/house.ts'
import type { TestApp } from './app.ts'

const bare = (id: string) => id.slice(id.indexOf(':') + 1)

/** The types of all events of an object, in order. */
export async function eventsOf({ store }: TestApp, objectId: string): Promise<string[]> {
  const rows = await store.query<{ type: string }>('select type from events where object_id = $1 order by sequence', [
    bare(objectId),
  ])
  return rows.map(({ type }) => type)
}

/** Balance of a house account, or of several together, in minor units, over all platforms. */
export async function houseHolds(
  { store }: TestApp,
  roles: HouseRole | readonly HouseRole[],
  currency: string,
): Promise<number> {
  const [row] = await store.query<{ total: string | bigint }>(
    'select coalesce(sum(amount), 0)::int8 as total from house_balances where key = any($1)',
    [[roles].flat().map((role) => house(role as HouseRole, currency))],
  )
  return Number(row?.total)
}

/** Every row of every table as text: everything that a thief of the database could read. */
export async function everythingStored({ store }: TestApp): Promise<string> {
  const tables = await store.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const contents = await Promise.all(
    tables.map(({ name }) => store.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`)),
  )
  return contents.flatMap((rows) => rows.map(({ row }) => row)).join('\n')
}
