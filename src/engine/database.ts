/** Database port: lanes that commit, and the errors that statements of the engine raise deliberately. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** Sends statements in one packet and waits for all answers: one list of rows per statement, columns by their camelCase alias. */
export type Send = (statements: readonly Statement[]) => Promise<any[][]>

/** One connection that runs one database transaction after another. */
export interface Lane {
  /**
   * Runs `work` in one database transaction and commits it. The statements of one `send` travel together; `begin`
   * travels with the first, and what `work` returns travels with the commit.
   * @param platformId the platform whose rows it reads and writes; absent: rows of all platforms
   * @returns the answers to what `work` returned
   * @throws ConnectionLost when it is unknown whether the commit happened; otherwise the database's own error (`code` is its SQLSTATE).
   */
  atomic(work: (send: Send) => Promise<readonly Statement[]>, platformId?: string): Promise<any[][]>
}

/** The connection broke; whether a commit in progress happened is unknown. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
}
