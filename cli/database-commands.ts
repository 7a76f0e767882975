/** Commands for the owner of the database: migrations, and the privileges of the service's role. */
import type { Command } from 'commander'
import { grantService, migrateDatabase } from '../src/composition/going-live/database-access.ts'
import type { printResult } from './answer.ts'

/** @param print prints without an installation */
export function addDatabaseCommands(
  program: Command,
  print: (work: Parameters<typeof printResult>[1]) => Promise<void>,
): void {
  const db = program.command('db').description('the database, for the role that owns its tables (DATABASE_URL)')
  db.command('migrate')
    .description('migrate the tables, as the service does at startup if its role may')
    .action(() => print(async () => ({ migrated: await migrateDatabase(process.env) })))
  db.command('grants <role>')
    .description('print the statements that grant a role the privileges of the service, and no others')
    .option('--apply', 'also run them')
    .action((role: string, { apply }: { apply?: boolean }) =>
      print(async () => {
        const statements = await grantService(process.env, role, apply === true)
        process.stdout.write(`${statements.join(';\n')};\n`)
        return undefined
      }),
    )
}
