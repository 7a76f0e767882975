/** Lane: a database transaction that begins with its first statement, commits with its last, and reports its outcome. */
import { ConnectionLost, type Lane, type Send, type Statement } from '../../engine/database.ts'
import type { Connection, Query } from './connection.ts'
import type { Settings } from './settings.ts'
import type { Query as Ask } from './store.ts'

// Not prepared, so that they work when prepared statements are lost; explicit, so that the server's defaults do not matter.
const BEGIN: Query = { text: 'begin isolation level read committed read write', vital: true }
const BEGIN_SNAPSHOT: Query = { text: 'begin isolation level repeatable read read only', vital: true }
const COMMIT: Query = { text: 'commit' }
const ROLLBACK: Query = { text: 'rollback' }

/**
 * A lane on a connection. Other users of the connection wait while a transaction is open.
 * @param settings of its transactions
 */
export const laneOn = (connection: Connection, settings?: Settings): Lane => ({
  atomic: (work, platformId) =>
    connection.exclusively(() =>
      runOnce(connection, () => (settings ? [BEGIN, settings(connection.version, platformId)] : [BEGIN]), work),
    ),
})

/** A transaction whose statements are not known in advance; each is sent separately. */
export async function transactionOn<Result>(
  connection: Connection,
  work: (query: Ask) => Promise<Result>,
  { isSnapshot = false }: { readonly isSnapshot?: boolean } = {},
): Promise<Result> {
  const begin = () => [isSnapshot ? BEGIN_SNAPSHOT : BEGIN]
  return await connection.exclusively(async () => {
    let result: Result | undefined
    await runOnce(connection, begin, async (send) => {
      result = await work(async (text, values = []) => (await send([{ text, values } as Statement]))[0] as never)
      return []
    })
    return result as Result
  })
}

async function runOnce(
  connection: Connection,
  begin: () => readonly Query[],
  work: (send: Send) => Promise<readonly Statement[]>,
): ReturnType<Send> {
  let begun = false
  const send = async (statements: readonly Query[]) => {
    if (begun) return await connection.send(statements, true)
    begun = true
    const first = begin()
    return (await connection.send([...first, ...statements], true)).slice(first.length)
  }
  await connection.ready()
  try {
    const last = await work(async (statements) => (await send(statements)).map(({ rows }) => rows))
    if (!begun && last.length === 0) return []
    const answers = await send([...last, COMMIT])
    begun = false
    if (answers.at(-1)?.tag !== 'COMMIT') throw rolledBack()
    return answers.slice(0, -1).map(({ rows }) => rows)
  } catch (error) {
    if (begun && !(error instanceof ConnectionLost)) await rollBack(connection)
    throw error
  }
}

/** After a failed statement, COMMIT does not fail: it rolls back. */
const rolledBack = () =>
  Object.assign(new Error('The database rolled the transaction back instead of committing it'), { code: '25P02' })

async function rollBack(connection: Connection): Promise<void> {
  await connection.send([ROLLBACK], true).catch(() => connection.drop())
}
