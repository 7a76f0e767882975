/** Test databases: a migrated, empty one for each test file, of the kind that its project runs on. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openEmbedded } from '../../../src/infra/db/embedded/embedded.ts'
import { openPostgres } from '../../../src/infra/db/postgres.ts'
import type { Store } from '../../../src/infra/db/store.ts'
import { databaseOn, onServer } from './postgres.ts'

/** Kind of database of this run. */
export const kind = process.env.CAUSEWAY_TEST_DATABASE as 'embedded' | 'postgres'

/** Whether connections go through a pooler, which shares sessions. */
export const isPooled = process.env.CAUSEWAY_TEST_POOLED !== undefined

/** A `url` of PostgreSQL, as the owner of its tables, with the role that only runs the service; or a `snapshot` to load, in memory or into the still empty `dataDir`. */
export interface FreshDatabase {
  readonly url?: string
  readonly role?: string | undefined
  readonly dataDir?: string
  readonly snapshot?: Blob
  /** Removes it; called when every store on it is closed. */
  drop(): Promise<void>
}

/**
 * A database of its own.
 * @param onDisk embedded only: in a data directory instead of in memory, for tests that open it again, or kill the
 * process that has it open
 */
export async function freshDatabase({ onDisk = false } = {}): Promise<FreshDatabase> {
  if (kind === 'postgres') return await freshPostgres()
  const snapshot = new Blob([readFileSync(inject('snapshot'))])
  if (!onDisk) return { snapshot, drop: async () => {} }
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-data-'))
  return { dataDir, snapshot, drop: async () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** Opens a store on it. */
export const openStore = async ({ url, dataDir, snapshot }: FreshDatabase): Promise<Store> =>
  url ? await openPostgres(url) : await openEmbedded({ dataDir, snapshot })

/** The url for the role that runs the service: as in production, it does not own the tables. */
export function serviceUrl({ url, role }: FreshDatabase): string | undefined {
  if (url === undefined || role === undefined) return url
  const address = new URL(url)
  address.username = role
  address.password = role
  return address.href
}

async function freshPostgres(): Promise<FreshDatabase> {
  const { url, prefix, role, pooled } = inject('postgres')
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await onServer(url, `create database ${name} template ${prefix}template`)
  return {
    url: databaseOn(pooled ?? url, name),
    role,
    drop: async () => void (await onServer(url, `drop database if exists ${name} with (force)`)),
  }
}
