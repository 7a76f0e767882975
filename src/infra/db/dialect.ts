/** Kysely dialect for reads over any function that runs one statement. */
import {
  CamelCasePlugin,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'

type Run = (text: string, values: readonly unknown[]) => Promise<unknown[]>

/** A Kysely that runs its statements by `run`, and calls columns in camelCase. It has no transactions and no streams. */
// biome-ignore lint/suspicious/noExplicitAny: each reader names the tables it knows
export function readsOver(run: Run): Kysely<any> {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => ({
      rows: (await run(sql, parameters)) as Row[],
    }),
    streamQuery: unsupported,
  }
  const nothing = async () => {}
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection,
        releaseConnection: nothing,
        beginTransaction: async () => unsupported(),
        commitTransaction: async () => unsupported(),
        rollbackTransaction: async () => unsupported(),
        destroy: nothing,
      }),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

function unsupported(): never {
  throw new Error('This connection only reads: writes go through the engine')
}
