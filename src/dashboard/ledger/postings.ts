/** Ledger page data: postings of the platform, those of the newest payments first. */

import type { LedgerPage } from '../../../contract/accounts/ledger-view.ts'
import { CURRENCIES } from '../../../contract/currencies.ts'
import { bareId } from '../../core/ids.ts'
import { refuseField } from '../../core/refusal.ts'
import { HOUSE_ROLES, type HouseRole, house } from '../../domain/ledger/house.ts'
import type { Posting } from '../../domain/ledger/post.ts'
import type { Store } from '../../infra/db/store.ts'
import { CAUSE_COLUMNS, type CauseRow, namesFor, presentCause } from './cause.ts'
import { cursorAfter, cursorIn } from './cursor.ts'
import { namedPosting } from './named-posting.ts'

const PAGE = 50
/** Maximum number of postings that a filter reads: a ledger can have millions, and not every filter has an index. */
const SEARCHED_MAX = 20_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Parameters of the request; none of them is checked yet. */
export type PostingQuery = Readonly<Record<string, unknown>>

/**
 * @param query `place`: role of a house account, or id of an account; `currency`: its code; `cause`: id of a payment or
 * purchase; `before`: cursor of an earlier page
 * @throws Refusal INVALID_INPUT, naming the parameter
 */
export async function listPostings(store: Store, platformId: string, query: PostingQuery): Promise<LedgerPage> {
  const [place, currency, cause] = ['place', 'currency', 'cause'].map((name) => textIn(query, name))
  const rows = await store.query<Posting & CauseRow>(POSTINGS, [
    platformId,
    ...cursorIn(textIn(query, 'before')),
    cause === undefined ? null : uuidIn(cause, 'cause'),
    currency ?? null,
    place === undefined ? null : placesIn(place),
  ])
  const shown = rows.slice(0, PAGE)
  const last = rows.length > PAGE ? shown.at(-1) : undefined
  const accounts = shown.flatMap(({ debitAccount, creditAccount }) => [debitAccount, creditAccount])
  const names = await namesFor(store, platformId, accounts, shown)
  return {
    postings: shown.map((row) => ({ ...namedPosting(row, names), cause: presentCause(row, names) })),
    ...(last && { nextCursor: cursorAfter(last.transactionId, last.line) }),
  }
}

function textIn(query: PostingQuery, name: string): string | undefined {
  const value = query[name]
  return value === undefined || typeof value === 'string'
    ? value
    : refuseField('INVALID_INPUT', name, 'must be one text')
}

function uuidIn(id: string, field: string): string {
  const bare = bareId(id.trim())
  return UUID.test(bare) ? bare : refuseField('INVALID_INPUT', field, 'is not an id')
}

/** The account, or the house accounts of a role in all currencies. */
const placesIn = (place: string): string[] =>
  place in HOUSE_ROLES
    ? Object.keys(CURRENCIES).map((currency) => house(place as HouseRole, currency))
    : [uuidIn(place, 'place')]

const POSTINGS = `
  select p.transaction_id as "transactionId", p.transaction_id as "causeId", p.line, p.debit_account as "debitAccount",
    p.credit_account as "creditAccount", p.currency, p.amount, p.debit_after as "debitAfter", p.credit_after as "creditAfter",
    p.created_at as "createdAt", ${CAUSE_COLUMNS}
  from (
    select * from postings
    where platform_id = $1 and ($2::uuid is null or (transaction_id, line) < ($2, $3)) and ($4::uuid is null or transaction_id = $4)
    order by transaction_id desc, line desc limit ${SEARCHED_MAX}
  ) p
    left join transactions t on t.platform_id = $1 and t.id = p.transaction_id
    left join card_transactions c on c.platform_id = $1 and c.id = p.transaction_id
  where ($5::text is null or p.currency = $5) and ($6::uuid[] is null or p.debit_account = any($6) or p.credit_account = any($6))
  order by p.transaction_id desc, p.line desc limit ${PAGE + 1}`
