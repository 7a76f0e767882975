/** Store of a process that dies at one of its statements, for tests of what the next process finds. */
import type { Store } from '../../src/infra/db/store.ts'

type RailStore = Pick<Store, 'query' | 'transaction'>

/** Death before a statement is executed, or after it was. A database transaction counts as one statement. */
export type Moment = 'before' | 'after'

export const MOMENTS: readonly Moment[] = ['before', 'after']

/** @param at number of the statement, from 1 */
function dyingStore(store: RailStore, at: number, moment: Moment) {
  let statements = 0
  const counted = async <Result>(execute: () => Promise<Result>): Promise<Result> => {
    const number = ++statements
    if (number > at || (number === at && moment === 'before')) throw new Error('killed')
    const result = await execute()
    if (number === at) throw new Error('killed')
    return result
  }
  return {
    query: (...args: Parameters<Store['query']>) => counted(() => store.query(...args)),
    transaction: (work: Parameters<Store['transaction']>[0]) => counted(() => store.transaction(work)),
    isDead: () => statements >= at,
  } as RailStore & { isDead(): boolean }
}

/**
 * Runs an attempt in processes that die at its first statement, its second one, and so on, until one survives.
 * @param attempt with the store of the process; it may throw
 * @param afterwards what must hold after each
 * @returns the number of processes that died
 */
export async function dieAtEachStatement(
  { query, transaction }: RailStore,
  moment: Moment,
  attempt: (store: RailStore) => Promise<unknown>,
  afterwards: () => Promise<void>,
): Promise<number> {
  for (let at = 1; ; at++) {
    const dying = dyingStore({ query, transaction }, at, moment)
    await attempt(dying).catch((error: unknown) => {
      if (!(error instanceof Error && error.message === 'killed')) throw error
    })
    await afterwards()
    if (!dying.isDead()) return at - 1
  }
}
