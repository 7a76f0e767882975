/** Store: the database as the rest of the service sees it, with lanes for writes and queries for reads. */
import type { Kysely } from 'kysely'
import { LruMap } from '../../core/lru-map.ts'
import type { Lane } from '../../engine/database.ts'

/** A statement with positional parameters inside a transaction. */
export type Query = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>

/** Reads and transactions outside the lanes. */
export type Access = Pick<Store, 'reads' | 'query' | 'transaction' | 'snapshot'>

export interface Store {
  readonly kind: 'postgres' | 'embedded'
  /** Writing connections, for the engine. */
  readonly lanes: readonly Lane[]
  /** Committed data only; camelCase names for the database's snake_case. Transactions are refused: writes go through the engine. */
  // biome-ignore lint/suspicious/noExplicitAny: each reader names the tables it knows
  readonly reads: Kysely<any>
  /**
   * One read with positional parameters; columns are called as the statement calls them. With a name it is prepared
   * once per connection, one name for one text, and planned for an index: for statements that find their rows by keys. Must not be awaited inside a lane's transaction: where there is only one
   * connection, it waits for that transaction's end.
   * @throws ConnectionLost when the database is unreachable, otherwise its own error (`code` is its SQLSTATE)
   */
  query<Row>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>
  /**
   * A database transaction of its own beside the engine's: commits when `work` resolves, rolls back when it throws. For
   * tables that are not the engine's; short, because the embedded database has one connection.
   * @throws ConnectionLost when it is unknown whether it was committed, otherwise what `work` or the database throws
   */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>
  /**
   * Reads of one state of the database, however long they take: a read-only database transaction. On the embedded
   * database all other work waits for it.
   */
  snapshot<Result>(work: (query: Query) => Promise<Result>): Promise<Result>
  /**
   * The same store with access to the rows of one platform only, which the database enforces for a role that does not own
   * the tables. It has no lanes and runs no scripts.
   */
  forPlatform(platformId: string): Store
  /** Several statements without parameters, all or nothing: together they are one transaction, over all platforms. */
  script(sql: string): Promise<void>
  /** The server's clock, shared by all processes; absent for an embedded database, which uses the machine's. */
  readonly time?: {
    /** Milliseconds since 1970, extrapolated from the server's last response. @throws Error before the first */
    now(): number
    /** Queries the server; this also happens periodically. @throws ConnectionLost */
    ask(): Promise<void>
  }
  /** A copy of the whole database, to open others from. */
  dump?(): Promise<Blob>
  close(): Promise<void>
}

/** The parts of a store that do not depend on a platform. */
export type PlatformIndependent = Omit<Store, keyof Access | 'forPlatform'>

/** Platforms whose stores are kept between requests. */
const KEPT = 500

/** @param access to the rows of one platform; absent: of all platforms */
export function withAccess<Parts extends PlatformIndependent>(
  parts: Parts,
  access: (platformId?: string) => Access,
): Parts & Store {
  const kept = new LruMap<string, Store>(KEPT)
  return {
    ...parts,
    ...access(),
    forPlatform(platformId) {
      const known = kept.get(platformId)
      if (known) return known
      const store = { ...parts, ...access(platformId), lanes: [], forPlatform: refuse, script: refuse }
      kept.set(platformId, store)
      return store
    },
  }
}

const refuse = (): never => {
  throw new Error('This store has access to the rows of one platform only')
}
