/**
 * Comparison of statements with the ledger: the balance of each statement against what the ledger has booked over its
 * rail.
 *
 * The balance before the first statement is the operator's own, so the rest must be the sum of payouts, arrivals and
 * costs. Each movement is compared separately. A movement that only one side has is in progress if the rail has
 * reported it to the ledger with the same amount (the statement follows), or if its statement is new (the ledger polls
 * the rail at intervals: for returns daily). Everything else is a difference that an operator must resolve.
 */
import type { Logger } from 'pino'
import { isoTime } from '../../../core/time.ts'
import type { Store } from '../../../infra/db/store.ts'
import { house } from '../../ledger/house.ts'
import { INSTALLATION } from '../arrivals/arrival.ts'

/** Largest number of movements that a comparison names. */
const NAMED_MAX = 20

interface DueStatement {
  readonly rail: string
  readonly number: bigint
  readonly id: string
  readonly currency: string
  readonly closing: bigint
}

interface Compared {
  readonly booked: bigint
  readonly on_the_way: bigint
  /** Number of movements that differ; their sum may be zero. */
  readonly movements: number
  /** The first of them. */
  readonly differing: readonly { readonly kind: string; readonly key: string }[]
}

export interface ComparisonNeeds {
  readonly store: Pick<Store, 'query'>
  readonly log: Pick<Logger, 'error'>
  readonly clock: { now(): number }
}

/** Compares the last statement of each rail, every five minutes until both sides have all of its movements. */
export async function compareStatements({ store, log, clock }: ComparisonNeeds): Promise<void> {
  const now = isoTime(clock.now())
  for (const due of await store.query<DueStatement>(DUE, [now], 'due_rail_comparisons')) {
    const { rail, number, id, currency, closing } = due
    const values = [rail, currency, house('rails', currency), INSTALLATION, NAMED_MAX, now]
    const [compared] = await store.query<Compared>(COMPARE, values)
    const { booked, on_the_way, movements, differing } = compared as Compared
    const difference = closing - booked - on_the_way
    const sums = [closing, booked, on_the_way, difference]
    const stored = await store.query(STORE, [
      rail,
      number,
      id,
      currency,
      ...sums,
      movements,
      JSON.stringify(differing),
      now,
    ])
    // Another process may have been first, or another statement may have been read while the sums were computed.
    if (stored.length === 0 || (difference === 0n && movements === 0)) continue
    const keys = differing.map(({ kind, key }) => `${kind} ${key}`)
    const about = { rail, statement: id, currency, difference: String(difference), movements, differing: keys }
    log.error(about, 'a statement differs from the ledger')
  }
}

const DUE = `
  select s.rail, s.number, s.id, s.currency, s.closing from rail_statements s
    left join rail_comparisons c on c.rail = s.rail and c.number = s.number
  where s.number = (select max(number) from rail_statements last where last.rail = s.rail)
    and (c.rail is null or ((c.difference <> 0 or c.on_the_way <> 0 or c.movements > 0)
      and c.compared_at < $1::timestamptz - interval '5 minutes'))`

/** A statement that was read in the meantime is part of the sums, so nothing is stored then: it is due itself. */
const STORE = `
  insert into rail_comparisons (rail, number, statement, currency, stated, booked, on_the_way, difference, movements, differing, compared_at)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11::timestamptz
  where $2::bigint = (select max(number) from rail_statements where rail = $1)
  on conflict (rail, number) do update set booked = excluded.booked, on_the_way = excluded.on_the_way,
    difference = excluded.difference, movements = excluded.movements, differing = excluded.differing, compared_at = excluded.compared_at
  returning number`

/**
 * The ledger's side by the rail's keys. A payout is what left *rails* for its transaction, less what arrived for the
 * same one: a quote that is funded in real time has both. An arrival that was assigned to a platform has two rows.
 */
const LEDGER = `
  select 'PAYOUT' as kind, r.key,
    sum(case when p.debit_account = $3 then p.amount else -p.amount end)
      - coalesce((select sum(a.amount) from arrivals a where a.transaction_id = p.transaction_id and a.currency = $2), 0) as booked
  from payout_routes r join postings p on p.transaction_id::text = r.key
  where r.rail = $1 and p.currency = $2 and $3 in (p.debit_account, p.credit_account)
  group by r.key, p.transaction_id
  union all
  select 'ARRIVAL', reported.key, max(a.amount)
  from arrivals a join reported_arrivals reported on reported.id = a.id
  where a.rail = $1 and a.currency = $2 group by reported.key
  union all
  select 'COST', key, -amount from rail_costs where rail = $1 and currency = $2 and platform_id = $4`

const COMPARE = `
  with ledger as (${LEDGER}),
  movements as (
    select coalesce(s.kind, l.kind) as kind, coalesce(s.key, l.key) as key, coalesce(s.stated, 0) as stated,
      case when s.kind = 'OPENING' then s.stated else coalesce(l.booked, 0) end as booked,
      coalesce(s.reported, 0) as reported, s.kind <> 'OPEN' and s.seen_at > $6::timestamptz -
        case when s.kind = 'PAYOUT' and s.reported = 0 then interval '2 days' else interval '1 hour' end as is_new
    from (select * from statement_movements where rail = $1) s full join ledger l on l.kind = s.kind and l.key = s.key),
  judged as (
    select *, stated <> booked and ((kind = 'PAYOUT' and booked = reported) or coalesce(is_new, false)) as is_on_the_way
    from movements)
  select coalesce(sum(booked), 0)::bigint as booked,
    coalesce(sum(stated - booked) filter (where is_on_the_way), 0)::bigint as on_the_way,
    count(*) filter (where stated <> booked and not is_on_the_way)::integer as movements,
    coalesce((
      select jsonb_agg(jsonb_build_object('kind', kind, 'key', key, 'stated', stated::text, 'booked', booked::text))
      from (select * from judged where stated <> booked and not is_on_the_way order by kind, key limit $5) named), '[]') as differing
  from judged`
