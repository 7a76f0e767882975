/** Postings of a platform as a list: those of the newest payments and purchases first. */
import type { Contract } from '../../../contract/contract.ts'
import { CURRENCIES } from '../../../contract/currencies.ts'
import { type LedgerPosting, POSTINGS_SEARCHED } from '../../../contract/ledger/postings.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { QueryOf } from '../../../contract/operation.ts'
import { bareId } from '../../core/ids.ts'
import { house } from '../../domain/ledger/house.ts'
import type { Posting } from '../../domain/ledger/post.ts'
import type { Page, Pages } from '../../infra/db/page.ts'
import type { Store } from '../../infra/db/store.ts'
import { CAUSE_COLUMNS, type CauseRow, namesFor, presentCause } from './cause.ts'
import { namedPosting } from './named-posting.ts'
import { placeAfter, placeIn } from './posting-place.ts'

interface Needs {
  readonly store: Store
  readonly pages: Pages
}
type Query = QueryOf<Contract['listPostings']>
type SearchEnd = Pick<Posting, 'transactionId' | 'line'>

/** @throws Refusal INVALID_INPUT for a cursor of another list */
export async function listPostings(
  { store, pages }: Needs,
  platformId: string,
  { limit = LIMITS.pageDefault, cursor, ...filters }: Query,
): Promise<Page<LedgerPosting>> {
  const scope = ['listPostings', platformId, Object.entries(filters).sort()]
  const matching = [platformId, ...conditionsOf(filters)]
  const after = placeIn(cursor && pages.unseal(scope, cursor, 'cursor'))
  const [rows, [counted]] = await Promise.all([
    store.query<Posting & CauseRow>(POSTINGS, [...matching, ...after, limit + 1], 'list_postings'),
    store.query<{ count: number; searched: number }>(COUNT, matching, 'count_postings'),
  ])
  const shown = rows.slice(0, limit)
  const last =
    rows.length > limit
      ? shown.at(-1)
      : (await store.query<SearchEnd>(SEARCH_END, [...matching.slice(0, 2), ...after], 'postings_search_end'))[0]
  const names = await namesFor(store, platformId, shown.flatMap(sidesOf), shown)
  return {
    data: shown.map((row) => ({ ...namedPosting(row, names), cause: presentCause(row, names) })),
    hasMore: last !== undefined,
    ...(last && { nextCursor: pages.seal(scope, placeAfter(last.transactionId, last.line)) }),
    // The search for this page may have found some that the newest ones do not include.
    totalCount: Math.max(counted?.count ?? 0, shown.length),
    ...(counted?.searched === POSTINGS_SEARCHED && { isTotalCountEstimated: true }),
  }
}

const sidesOf = ({ debitAccount, creditAccount }: Posting) => [debitAccount, creditAccount]

/** Parameters $2 to $5. */
const conditionsOf = ({ accountId, houseAccount, currency, causeId }: Query) => [
  causeId === undefined ? null : bareId(causeId),
  currency ?? null,
  accountId === undefined ? null : bareId(accountId),
  houseAccount === undefined ? null : Object.keys(CURRENCIES).map((code) => house(houseAccount, code)),
]

const searchedAfter = (place: string) => `
  select * from postings
  where platform_id = $1 and ($2::uuid is null or transaction_id = $2) and ${place}
  order by transaction_id desc, line desc limit ${POSTINGS_SEARCHED}`

const MATCHES = `($3::text is null or p.currency = $3) and ($4::uuid is null or $4 in (p.debit_account, p.credit_account))
    and ($5::uuid[] is null or p.debit_account = any($5) or p.credit_account = any($5))`

const POSTINGS = `
  select p.transaction_id as "transactionId", p.transaction_id as "causeId", p.line, p.debit_account as "debitAccount",
    p.credit_account as "creditAccount", p.currency, p.amount, p.debit_after as "debitAfter", p.credit_after as "creditAfter",
    p.created_at as "createdAt", ${CAUSE_COLUMNS}
  from (${searchedAfter('($6::uuid is null or (transaction_id, line) < ($6, $7))')}) p
    left join transactions t on t.platform_id = $1 and t.id = p.transaction_id
    left join card_transactions c on c.platform_id = $1 and c.id = p.transaction_id
  where ${MATCHES}
  order by p.transaction_id desc, p.line desc limit $8`

/** The last posting of a search that may have ended before the ledger. */
const SEARCH_END = `
  select transaction_id as "transactionId", line from postings
  where platform_id = $1 and ($2::uuid is null or transaction_id = $2) and ($3::uuid is null or (transaction_id, line) < ($3, $4))
  order by transaction_id desc, line desc offset ${POSTINGS_SEARCHED - 1} limit 1`

const COUNT = `
  select count(*) filter (where ${MATCHES})::int as count, count(*)::int as searched
  from (${searchedAfter('true')}) p`
