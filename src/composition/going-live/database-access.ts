/** Database access for its owner: migrates the tables, and grants the service's role its privileges. */
import { continueLedgerOrder } from '../../domain/ledger/seal-ledger.ts'
import { migrate } from '../../infra/db/migrate.ts'
import { openPostgres } from '../../infra/db/postgres.ts'
import { grantStatements } from '../../infra/db/roles/grants.ts'
import type { Store } from '../../infra/db/store.ts'
import { withSecretFiles } from '../../infra/files/private-file.ts'
import { openSealedSecrets } from '../sealed-secrets.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** @returns names of the migrations that were run. @throws Error as `migrate` */
export const migrateDatabase = (env: Environment): Promise<string[]> =>
  onDatabase(env, async (store) => {
    const migrated = await migrate(store)
    await continueLedgerOrder(store)
    return migrated
  })

/**
 * @param isApplied whether they are also executed, in one transaction
 * @returns the statements, see `grantStatements`
 */
export const grantService = (env: Environment, role: string, isApplied: boolean): Promise<string[]> =>
  onDatabase(env, async (store) => {
    const statements = await grantStatements(store, role)
    if (isApplied) await store.script(statements.join(';\n'))
    return statements
  })

/** Reads only DATABASE_URL of the owner's environment. */
async function onDatabase<Result>(given: Environment, work: (store: Store) => Promise<Result>): Promise<Result> {
  const { env, faults } = withSecretFiles(await openSealedSecrets(given), ['DATABASE_URL'])
  if (faults.length > 0) throw new Error(faults.join('\n'))
  if (!env.DATABASE_URL) throw new Error('Set DATABASE_URL to the database, with the role that owns its tables')
  const store = await openPostgres(env.DATABASE_URL, { lanes: 1, readers: 2 })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
