/** Store on a single connection: reads run between batches. */
import type { Connection, Query } from './connection.ts'
import { readsOver } from './dialect.ts'
import { laneOn, transactionOn } from './lane.ts'
import { type Settings, scriptSettings, settingsStatement } from './settings.ts'
import type { Access, Store } from './store.ts'

/**
 * One lane and the reads, on the same connection.
 * @param settings of the lane's transactions, on a server
 */
export function storeOn(
  connection: Connection,
  settings?: Settings,
): Pick<Store, 'lanes' | 'script'> & { access(platformId?: string): Access } {
  const ofReads = settings && settingsStatement('reads', [])
  const access = (platformId?: string): Access => {
    const query = async <Row>(text: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> => {
      const statement: Query = { name, text, values }
      if (!ofReads) return (await connection.query(statement)).rows
      // In one packet, which is a transaction.
      const packet = () => connection.send([ofReads(connection.version, platformId), statement])
      return (await connection.exclusively(packet))[1]?.rows as Row[]
    }
    return {
      reads: readsOver(query),
      query,
      transaction: (work) => transactionOn(connection, work, { settings, platformId }),
      snapshot: (work) => transactionOn(connection, work, { settings, platformId, isSnapshot: true }),
    }
  }
  return {
    lanes: [laneOn(connection, settings)],
    access,
    script: async (sql) => void (await connection.query({ text: settings ? `${scriptSettings([])};\n${sql}` : sql })),
  }
}
