/** Installation: its database, migrated and marked with its mode, and its secrets. */
import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { continueLedgerOrder } from '../domain/ledger/seal-ledger.ts'
import { openEmbedded } from '../infra/db/embedded/embedded.ts'
import { readInitialDatabase } from '../infra/db/embedded/initial-database.ts'
import { guardDurability, guardStandby } from '../infra/db/guard.ts'
import { migrate } from '../infra/db/migrate.ts'
import { openPostgres } from '../infra/db/postgres.ts'
import type { Store } from '../infra/db/store.ts'
import { readPrivateFile } from '../infra/files/private-file.ts'
import type { Config } from './config.ts'
import type { Secrets } from './installation-keys.ts'

/** Folder of the embedded database. */
export const embeddedFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'database')

/** Opens the database and brings its tables up to date. @throws Error when it cannot be opened, or belongs to the other mode */
export async function openInstallation(config: Config): Promise<Store> {
  const store = await openStore(config)
  try {
    await migrate(store)
    await continueLedgerOrder(store)
    await claimMode(store, config.mode)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

async function openStore(config: Config): Promise<Store> {
  const { databaseUrl, lanes, durability } = config
  if (!databaseUrl) return openEmbedded({ dataDir: embeddedFolder(config), snapshot: readInitialDatabase })
  const store = await openPostgres(databaseUrl, { lanes })
  try {
    await guardDurability(store)
    if (durability === 'standby') await guardStandby(store)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Records the mode in the database at its first start: test money and real money never share a database. */
async function claimMode(store: Store, mode: Config['mode']): Promise<void> {
  const find = () => store.query<{ mode: string }>('select mode from installation')
  let [row] = await find()
  if (!row) {
    await store.script(`insert into installation (mode) values ('${mode}') on conflict do nothing`)
    ;[row] = await find()
  }
  if (row?.mode !== mode)
    throw new Error(`This database belongs to a ${row?.mode} installation; it cannot be opened in ${mode} mode`)
}

/** File of the secret, used when CAUSEWAY_SECRET_KEY is not set. */
export const secretFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'secret.key')

/** Secret of the installation; generated when there is none. */
export const readSecrets = (config: Config): Secrets => ({
  current: keyFrom(config.secretKey, secretFile(config)),
  former: config.formerSecretKeys.map((key) => Buffer.from(key, 'hex')),
})

/** File of the wallets' master key, separate from the secret, so that access to one does not give access to the other. */
export const custodyFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'custody.key')

/** Master keys that seal wallet keys; generated when there is none. @throws Error when other users can read the file */
export const readMasterKeys = (config: Config): { readonly current: Buffer; readonly former: readonly Buffer[] } => ({
  current: keyFrom(config.custodyKey, custodyFile(config)),
  former: config.formerCustodyKeys.map((key) => Buffer.from(key, 'hex')),
})

function keyFrom(key: string | undefined, file: string): Buffer {
  if (key) return Buffer.from(key, 'hex')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  return Buffer.from(readPrivateFile(file).toString().trim(), 'hex')
}
