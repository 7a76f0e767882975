/** PostgreSQL database of one sandbox: created on a given server, and dropped with the sandbox. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../../infra/db/migrate.ts'
import { openPostgres } from '../../infra/db/postgres.ts'
import type { Store } from '../../infra/db/store.ts'

export interface OwnDatabase {
  readonly store: Store
  /** To be called when the store is closed. */
  drop(): Promise<void>
}

/** @param server URL of any database of the server, whose role may create databases. @throws Error when it may not */
export async function ownDatabase(server: string): Promise<OwnDatabase> {
  const name = `causeway_sandbox_${randomBytes(6).toString('hex')}`
  await runOn(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const drop = () => runOn(server, `drop database if exists ${name} with (force)`)
  try {
    const store = await openPostgres(url.href)
    await migrate(store)
    return { store, drop }
  } catch (error) {
    await drop()
    throw error
  }
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
