/** Owns a store that has one connection for everything: its reads wait their turn between batches. */
import type { Connection } from './connection.ts'
import { readsOver } from './dialect.ts'
import { laneOn } from './lane.ts'
import type { Store } from './store.ts'

/** One lane and the reads, on the same connection. */
export function storeOn(connection: Connection): Pick<Store, 'lanes' | 'reads' | 'query' | 'script'> {
  const query = async <Row>(text: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> => {
    return (await connection.query({ name, text, values })).rows
  }
  return {
    lanes: [laneOn(connection)],
    reads: readsOver(query),
    query,
    script: async (sql) => void (await connection.query({ text: sql })),
  }
}
