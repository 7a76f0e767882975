/** Row of a bank rail, whose lock lets one process at a time make or read its files. */
import type { Query, Store } from '../../../infra/db/store.ts'

export type Database = Pick<Store, 'query' | 'transaction'>

/** Counters of a rail. */
export interface RailRow {
  readonly files: bigint
  readonly arrivals: bigint
  readonly costs: bigint
}

/**
 * Runs in one database transaction that locks the rail's row.
 * @returns what `work` returned; undefined when another process has locked the row
 * @throws ConnectionLost when it is unknown whether it was committed: the next call finds the work done, or does it
 */
export const withRailLocked = <Result>(
  { transaction }: Database,
  rail: string,
  work: (query: Query, counters: RailRow) => Promise<Result>,
): Promise<Result | undefined> =>
  transaction(async (query) => {
    const [row] = await query<RailRow>(LOCK, [rail])
    return row && (await work(query, row))
  })

const LOCK = 'select files, arrivals, costs from bank_rails where rail = $1 for update skip locked'

/** Adds the rail's row. May be called again. */
export const addRail = ({ query }: Pick<Store, 'query'>, rail: string) =>
  query('insert into bank_rails (rail) values ($1) on conflict do nothing', [rail], 'add_bank_rail')

/** A moment as the database takes it. */
export const stamp = (moment: number): string => new Date(moment).toISOString()
