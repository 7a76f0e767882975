/** Postings as CSV: one row each, amounts in major units. House accounts have no balance after a posting. */
import type { LedgerPosting, PostingSide } from '../../../../contract/ledger/postings.ts'
import { csvAmount, csvLine } from '../../format/csv.ts'

export const postingsHeader = csvLine([
  'time',
  'cause',
  'line',
  'amount',
  'currency',
  'from',
  'fromId',
  'fromBalance',
  'to',
  'toId',
  'toBalance',
])

export function postingRow({ at, cause, line, amount, currency, from, to }: LedgerPosting): string {
  const side = ({ name, id, after }: PostingSide) => [
    name,
    id,
    after === undefined ? undefined : csvAmount({ amount: after, currency }),
  ]
  return csvLine([
    at,
    cause.id,
    String(line),
    csvAmount({ amount, currency }),
    currency.code,
    ...side(from),
    ...side(to),
  ])
}
