/** Open items of a bank rail: what an operator must resolve before it is UP again. */
import { type Database, stamp } from './rail-row.ts'

/** A bank books a file within a business day; after this many days something is wrong, even over Easter. */
const BOOKED_WITHIN_MS = 5 * 86_400_000
/** Items shown of each kind. */
const SHOWN = 5

/** One sentence for each open item. */
export async function openItems({ query }: Database, rail: string, now: number): Promise<string[]> {
  const overdue = await query<{ name: string }>(
    OVERDUE,
    [rail, stamp(now - BOOKED_WITHIN_MS), SHOWN],
    'overdue_bank_files',
  )
  const matters = await query<{ about: string; count: bigint }>(MATTERS, [rail, SHOWN], 'open_bank_matters')
  const others = (matters[0]?.count ?? 0n) - BigInt(matters.length)
  return [
    ...overdue.map(({ name }) => `${name} was sent five days ago, and the bank has not booked all of it`),
    ...matters.map(({ about }) => about),
    ...(others > 0n ? [`${others} more`] : []),
  ]
}

const OVERDUE = `
  select name from bank_files where rail = $1 and sent_at < $2 and number in (
    select file from bank_payouts where rail = $1 and state in ('FILED', 'ACCEPTED'))
  order by number limit $3`
const MATTERS = `
  select about, count(*) over () as count from bank_matters where rail = $1 order by since, id limit $2`
