/** Money flow: postings of the payments of the last day, summed by the places that they connect. */
import type { MoneyFlow } from '../../../contract/ledger/balances.ts'
import type { Clock } from '../../core/clock.ts'
import { presentCurrency } from '../../core/currency.ts'
import { firstIdAt } from '../../core/ids.ts'
import { isoTime } from '../../core/time.ts'
import { houseName } from '../../domain/ledger/house.ts'
import type { Store } from '../../infra/db/store.ts'

const DAY_MS = 86_400_000
/** Maximum number of postings that are summed: the page is read again after each change. */
const SUMMED_MAX = 20_000

interface FlowRow {
  /** Null: an account of a customer or of the platform. */
  readonly debit: string | null
  readonly credit: string | null
  readonly currency: string
  readonly amount: string
  readonly postings: bigint
  readonly lastAt: number
}

export async function getMoneyFlow(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  platformId: string,
): Promise<MoneyFlow> {
  const since = clock.now() - DAY_MS
  const rows = await store.query<FlowRow>(FLOWS, [platformId, firstIdAt(since)], 'money_flow')
  const counted = rows.reduce((sum, { postings }) => sum + Number(postings), 0)
  return {
    since: isoTime(since),
    flows: rows.map(({ debit, credit, currency, amount, postings, lastAt }) => ({
      from: placeOf(debit),
      to: placeOf(credit),
      currency: presentCurrency(currency),
      amount,
      postings: Number(postings),
      lastAt: isoTime(lastAt),
    })),
    isPartial: counted === SUMMED_MAX,
  }
}

const placeOf = (id: string | null): string => (id && houseName(id)?.role) ?? 'customers'

/** Only balances of other accounts are known after a posting. */
const FLOWS = `
  select debit, credit, currency, sum(amount)::text as amount, count(*) as postings, max(created_at) as "lastAt"
  from (
    select case when debit_after is null then debit_account end as debit,
      case when credit_after is null then credit_account end as credit, currency, amount, created_at
    from postings where platform_id = $1 and transaction_id >= $2
    order by transaction_id desc, line desc limit ${SUMMED_MAX}
  ) p
  group by debit, credit, currency order by "lastAt" desc, currency`
