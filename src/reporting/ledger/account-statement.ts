/** Account statement: postings of payments and purchases, and open holds. */
import {
  type AccountStatement,
  HOLDS_SHOWN,
  type OpenHold,
  type StatementEntry,
} from '../../../contract/ledger/account-statements.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { presentMoney, wireAmount } from '../../core/currency.ts'
import { wireId } from '../../core/ids.ts'
import { isoTime } from '../../core/time.ts'
import { presentInternalAccount } from '../../domain/accounts/internal-account.ts'
import { getInternalAccount } from '../../domain/accounts/queries.ts'
import type { Reading } from '../../domain/events/restore-payload.ts'
import type { PageQuery, Pages } from '../../infra/db/page.ts'
import { CAUSE_COLUMNS, type CauseRow, namesFor, presentCause } from './cause.ts'
import { namedAccount } from './named-posting.ts'
import { placeAfter, placeIn } from './posting-place.ts'

interface Needs extends Reading {
  readonly pages: Pages
}

/** @param accountId bare. @throws Refusal INTERNAL_ACCOUNT_NOT_FOUND; INVALID_INPUT for a cursor of another account */
export async function getAccountStatement(
  { store, rails, pages }: Needs,
  platformId: string,
  accountId: string,
  { limit = LIMITS.pageDefault, cursor }: PageQuery,
): Promise<AccountStatement> {
  const scope = ['getAccountStatement', platformId, accountId]
  const after = placeIn(cursor && pages.unseal(scope, cursor, 'cursor'))
  const account = await getInternalAccount(store, platformId, accountId)
  const [rows, holds] = await Promise.all([
    store.query<EntryRow>(ENTRIES, [platformId, accountId, ...after, limit + 1], 'account_entries'),
    store.query<HoldRow>(HOLDS, [platformId, accountId], 'account_holds'),
  ])
  const names = await namesFor(store, platformId, [accountId, ...rows.map(({ other }) => other)], rows)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    account: presentInternalAccount(rails, account, account, account.sparkAddress),
    ownerName: names.get(wireId('InternalAccount', accountId)) ?? '',
    entries: [...shown].sort((a, b) => b.createdAt - a.createdAt).map((row) => presentEntry(row, names)),
    hasMore: last !== undefined,
    ...(last && { nextCursor: pages.seal(scope, placeAfter(last.causeId, last.line)) }),
    holds: holds.map((row) => presentHold(row, names)),
  }
}

interface EntryRow extends CauseRow {
  readonly line: number
  readonly direction: 'IN' | 'OUT'
  readonly other: string
  readonly currency: string
  readonly amount: bigint
  readonly after: bigint
  readonly createdAt: number
}
interface HoldRow extends CauseRow {
  readonly currency: string
  readonly amount: bigint
  readonly createdAt: number
}

const presentEntry = (row: EntryRow, names: ReadonlyMap<string, string>): StatementEntry => ({
  ...presentMoney(row.amount, row.currency),
  direction: row.direction,
  after: wireAmount(row.after),
  other: namedAccount(row.other, names),
  cause: presentCause(row, names),
  at: isoTime(row.createdAt),
})

const presentHold = (row: HoldRow, names: ReadonlyMap<string, string>): OpenHold => ({
  ...presentMoney(row.amount, row.currency),
  cause: presentCause(row, names),
  at: isoTime(row.createdAt),
})

/** Ordered by transaction id, as the indexes are: an account can have millions of postings. */
const side = (own: 'debit' | 'credit', other: 'debit' | 'credit', direction: StatementEntry['direction']) => `
  (select transaction_id, line, '${direction}' as direction, ${other}_account as other, currency, amount, ${own}_after as after, created_at
  from postings where platform_id = $1 and ${own}_account = $2 and ${own}_after is not null
    and ($3::uuid is null or (transaction_id, line) < ($3, $4))
  order by transaction_id desc, line desc limit $5)`
const ENTRIES = `
  select e.transaction_id as "causeId", e.line, e.direction, e.other, e.currency, e.amount, e.after, e.created_at as "createdAt",
    ${CAUSE_COLUMNS}
  from (${side('debit', 'credit', 'OUT')} union all ${side('credit', 'debit', 'IN')}) e
    left join transactions t on t.platform_id = $1 and t.id = e.transaction_id
    left join card_transactions c on c.platform_id = $1 and c.id = e.transaction_id
  order by e.transaction_id desc, e.line desc limit $5`

const HOLDS = `
  select c.id as "causeId", c.card_id as "cardId", c.status, c.merchant->>'descriptor' as label, null as "paymentType", null as peer, c.currency, h.amount, h.created_at as "createdAt"
  from card_transactions c join holds h on h.platform_id = c.platform_id and h.id = c.hold_id and h.status = 'OPEN'
  where c.platform_id = $1 and c.account_id = $2 and c.held_amount > 0 order by c.id desc limit ${HOLDS_SHOWN}`
