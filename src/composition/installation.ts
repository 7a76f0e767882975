/** Installation: the database, migrated and in its mode, and the secrets; every program begins with it. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbedded } from '../infra/db/embedded/embedded.ts'
import { guardDurability } from '../infra/db/guard.ts'
import { migrate } from '../infra/db/migrate.ts'
import { openPostgres } from '../infra/db/postgres.ts'
import type { Store } from '../infra/db/store.ts'
import type { Config } from './config.ts'

/** Where the embedded database is. */
export const embeddedFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'database')

/** Opens the database and brings its tables up to date. @throws Error when it may not be opened, or is of the other mode */
export async function openInstallation(config: Config): Promise<Store> {
  const store = await openStore(config)
  try {
    await migrate(store)
    await claimMode(store, config.mode)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

async function openStore(config: Config): Promise<Store> {
  const { databaseUrl, lanes } = config
  if (!databaseUrl) return openEmbedded({ dataDir: embeddedFolder(config) })
  const store = await openPostgres(databaseUrl, { lanes })
  await guardDurability(store)
  return store
}

/** A database remembers what it is for: test money and real money never share one. */
async function claimMode(store: Store, mode: Config['mode']): Promise<void> {
  await store.script(`insert into installation (mode) values ('${mode}') on conflict do nothing`)
  const [row] = await store.query<{ mode: string }>('select mode from installation')
  if (row?.mode !== mode) throw new Error(`This database is a ${row?.mode} one; it cannot be opened as ${mode}`)
}

/** Where the secret is that the environment does not give. */
export const secretFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'secret.key')

/** The installation's one secret; made where there is none. */
export const readSecret = (config: Config): Buffer => keyFrom(config.secretKey, secretFile(config))

/** The wallets' master key is separate from the secret, so that access to one does not give access to the other. */
export const custodyFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'custody.key')

/** Under what wallet keys are sealed; made where there is nothing. @throws Error when others may read its file */
export const readMasterKeys = (config: Config): { readonly current: Buffer; readonly former: readonly Buffer[] } => ({
  current: keyFrom(config.custodyKey, custodyFile(config)),
  former: config.formerCustodyKeys.map((key) => Buffer.from(key, 'hex')),
})

function keyFrom(key: string | undefined, file: string): Buffer {
  if (key) return Buffer.from(key, 'hex')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new Error(`${file} may be read by others; run: chmod 600 ${file}`)
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
}
