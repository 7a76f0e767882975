/** Reports of a bank rail: arrivals and costs, in the order in which their statements were read, and what the bank holds. */
import type { Arrival, Holding, RailCost } from '../port.ts'
import type { Database } from './rail-row.ts'
import type { Scheme } from './scheme.ts'

/** Maximum number of reports in a page. */
const PAGE = 200

interface ArrivalRow {
  readonly number: bigint
  readonly line: string
  readonly amount: bigint
  readonly reference: string | null
  readonly payer: string | null
  readonly booked_on: string
}

export async function arrivalsAfter({ query }: Database, { id, currency }: Scheme, after = '0') {
  const rows = await query<ArrivalRow>(ARRIVALS, [id, after, PAGE], 'bank_arrivals_after')
  const arrivals = rows.map(
    ({ line, amount, reference, payer, booked_on }): Arrival => ({
      key: line,
      currency,
      amount,
      reference: reference ?? undefined,
      ...(payer !== null && { payer }),
      arrivedAt: Date.parse(`${booked_on}T00:00:00Z`),
    }),
  )
  return { arrivals, cursor: String(rows.at(-1)?.number ?? after) }
}

const ARRIVALS = `
  select number, line, amount, reference, payer, booked_on from bank_arrivals
  where rail = $1 and number > $2::bigint order by number limit $3`

interface CostRow {
  readonly number: bigint
  readonly line: string
  readonly amount: bigint
  readonly about: string
  readonly booked_on: string
}

export async function costsAfter({ query }: Database, { id, currency }: Scheme, after = '0') {
  const rows = await query<CostRow>(COSTS, [id, after, PAGE], 'bank_costs_after')
  const costs = rows.map(
    ({ line, amount, about, booked_on }): RailCost => ({
      key: line,
      currency,
      amount,
      about,
      chargedAt: Date.parse(`${booked_on}T00:00:00Z`),
    }),
  )
  return { costs, cursor: String(rows.at(-1)?.number ?? after) }
}

const COSTS = `
  select number, line, amount, about, booked_on from bank_costs
  where rail = $1 and number > $2::bigint order by number limit $3`

/** The balance of the last statement, and the payouts that it still contains. */
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
