/** Initial database: a migrated, empty embedded database that the build makes, so that a first start copies it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { migrate } from '../migrate.ts'
import { openEmbedded } from './embedded.ts'

/** Beside the bundle; missing when the service runs from its sources. */
const FILE = fileURLToPath(new URL('initial-database.tar.gz', import.meta.url))

/** Creates the file. Called by the build, with its migrations. */
export async function writeInitialDatabase(): Promise<void> {
  const store = await openEmbedded({})
  await migrate(store)
  const database = Buffer.from(await (await store.dump()).arrayBuffer())
  await store.close()
  writeFileSync(FILE, await promisify(gzip)(database))
}

/** The content of a new database; undefined where there is no build: then the database is created and migrated. */
export async function readInitialDatabase(): Promise<Blob | undefined> {
  return existsSync(FILE) ? new Blob([await promisify(gunzip)(readFileSync(FILE))]) : undefined
}
