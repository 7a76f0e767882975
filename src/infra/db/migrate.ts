/** Migrations: plain SQL files, run in order, once, forward only. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Store } from './store.ts'

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** Beside this file, and beside the bundle. */
const FOLDER = fileURLToPath(new URL('migrations', import.meta.url))
/** A migration that waits for a lock blocks others behind it: it gives up after this time, and retries. */
const LOCK_TRIES = 10
const LOCK = 'select pg_advisory_xact_lock(4122025)' // any number that is not used for another lock

const START = `${LOCK};
    create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now());`

/**
 * Brings the database to this program's version: runs the files of `folder` (`0001_name.sql`, …) that it has not seen,
 * in the order of their names, each in one transaction. Several processes may do so at the same time: one does, the
 * others wait and find it done.
 * @returns the names of the files it ran
 * @throws Error when a file that ran was changed since, or when the database is of a newer program
 */
export async function migrate(store: Store, { folder = FOLDER }: { folder?: string } = {}): Promise<string[]> {
  const migrations = read(folder)
  // A role that only runs the service lacks the right to create tables, also if they exist.
  if (await isUpToDate(store, migrations)) return []
  await store.script(START).catch(explain)
  const applied = await compare(store, migrations)
  const ran: string[] = []
  for (const migration of migrations) {
    if (!applied.has(migration.name) && (await run(store, migration))) ran.push(migration.name)
  }
  await compare(store, migrations)
  return ran
}

async function isUpToDate(store: Store, migrations: readonly Migration[]): Promise<boolean> {
  const [row] = await store.query<{ exists: boolean }>(`select to_regclass('schema_migrations') is not null as exists`)
  if (!row?.exists) return false
  const applied = await compare(store, migrations)
  return migrations.every(({ name }) => applied.has(name))
}

/** @throws Error */
function explain(error: unknown): never {
  const { code, message } = error as { code?: string; message: string }
  if (code !== '42501') throw error
  throw new Error(
    `The tables are not of this version, and this role may not change them: run "causeway db migrate" with the role that owns them (${message})`,
    { cause: error },
  )
}

function read(folder: string): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => {
    const sql = readFileSync(join(folder, name), 'utf8')
    return { name, sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') }
  })
}

/** The names of the files that ran already. */
async function compare(store: Store, migrations: readonly Migration[]): Promise<Set<string>> {
  const applied = await store.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  )
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of applied) {
    if (!known.has(name)) throw new Error(`The database is newer than this program (${name}): start the newer one`)
    if (known.get(name) !== checksum) throw new Error(`${name} was changed after it ran: restore it, add a new file`)
  }
  return new Set(applied.map(({ name }) => name))
}

/**
 * The script is one transaction. Its first row is the claim: if another process has run the file, the row exists, and
 * the script has no effect.
 * @returns whether it ran here
 */
async function run(store: Store, { name, sql, checksum }: Migration): Promise<boolean> {
  const claim = `insert into schema_migrations (name, checksum) values (${text(name)}, ${text(checksum)})`
  const script = `set local statement_timeout = 0; ${LOCK}; set local lock_timeout = '2s'; ${claim};\n${sql}`
  for (let tries = 1; ; tries++) {
    try {
      await store.script(script)
      return true
    } catch (error) {
      const { code, constraint, message } = error as { code?: string; constraint?: string; message: string }
      if (code === '23505' && constraint === 'schema_migrations_pkey') return false
      if (code === '55P03' && tries < LOCK_TRIES) continue
      throw new Error(`${name}: ${message}`, { cause: error })
    }
  }
}

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`
