/** Holding of a bank rail: the balance of the last statement, and the payouts that it still contains. */
import type { Holding } from '../port.ts'
import type { Database } from './rows.ts'
import type { Scheme } from './scheme.ts'

export async function holdingAt(
  { query }: Pick<Database, 'query'>,
  { id: rail, currency }: Pick<Scheme, 'id' | 'currency'>,
): Promise<Holding> {
  const [last] = await query<{ id: string; closing: bigint; readAt: number }>(LAST, [rail], 'last_bank_statement')
  const [taken] = await query<{ amount: bigint }>(NOT_DEBITED, [rail], 'bank_payouts_not_debited')
  const { id, closing = null, readAt = null } = last ?? {}
  return {
    currency,
    float: closing,
    inFlight: taken?.amount ?? 0n,
    asOf: id === undefined ? null : `statement ${id}`,
    seenAt: readAt,
  }
}

const LAST = `
  select id, closing, read_at as "readAt" from bank_statements where rail = $1 order by number desc limit 1`
const NOT_DEBITED = `
  select coalesce(sum(amount), 0)::bigint as amount from bank_payouts
  where rail = $1 and debit_line is null and state in ('TAKEN', 'FILED', 'ACCEPTED', 'SETTLED')`
