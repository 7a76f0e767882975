/** Store on a single connection: reads run between batches. */
import type { Connection, Query } from './connection.ts'
import { readsOver } from './dialect.ts'
import { laneOn, transactionOn } from './lane.ts'
import type { Store } from './store.ts'

/**
 * One lane and the reads, on the same connection.
 * @param settings of the lane's transactions
 */
export function storeOn(
  connection: Connection,
  settings?: (version: number) => Query,
): Pick<Store, 'lanes' | 'reads' | 'query' | 'transaction' | 'snapshot' | 'script'> {
  const query = async <Row>(text: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> => {
    return (await connection.query({ name, text, values })).rows
  }
  return {
    lanes: [laneOn(connection, settings)],
    reads: readsOver(query),
    query,
    transaction: (work) => transactionOn(connection, work, { settings }),
    snapshot: (work) => transactionOn(connection, work, { settings, isSnapshot: true }),
    script: async (sql) => void (await connection.query({ text: sql })),
  }
}
