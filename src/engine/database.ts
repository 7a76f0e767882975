/** Owns what the engine asks of a database: lanes that commit, and errors it can tell apart. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** Sends statements together and waits for all answers: one list of rows per statement, columns by their camelCase alias. */
export type Send = (statements: readonly Statement[]) => Promise<any[][]>

/** One connection that runs one database transaction after another. */
export interface Lane {
  /**
   * Runs `work` in one transaction and commits it. The statements of one `send` travel together; `begin` travels with
   * the first, and what `work` returns travels with the commit.
   * @returns the answers to what `work` returned
   * @throws ConnectionLost when it is unknown whether the commit happened; otherwise the database's own error (`code` is its SQLSTATE).
   */
  atomic(work: (send: Send) => Promise<readonly Statement[]>): Promise<any[][]>
}

/** The connection broke; whether a commit that was under way happened is not known. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
}

/** Division by zero: how a statement that proves something fails when it is not so. */
export const NOT_SO = '22012'
/** Logarithm of zero or less: how a batch fails on a server that lacks an earlier one. */
export const GONE = '2201E'

/** Internal error of the database: what it answers where a statement names the type of a table that was dropped. */
export const STALE = 'XX000'

/** The root of a negative number: how the proof that rows are missing fails when one is there. */
const NOT_MISSING = '2201F'

/** How a statement fails that has waited too long for a row or a key. */
export const LOCKED = '55P03'

const WORTH_ANOTHER_TRY = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  LOCKED,
  '23505', // another process added the row that was taken to be missing
  NOT_MISSING, // the same, where no row of that key was to be added
  NOT_SO, // a row that was believed has changed
  GONE,
])
/** Others are at work on the same rows. */
export const isContention = (error: any): boolean => isWorthAnotherTry(error) && error.code !== '23505'
export const isWorthAnotherTry = (error: any): boolean => WORTH_ANOTHER_TRY.has(error?.code)
/** A row is there that was taken to be missing: the next attempt has to look, and nothing else. */
export const isThereAfterAll = (error: any): boolean => error?.code === '23505' || error?.code === NOT_MISSING
