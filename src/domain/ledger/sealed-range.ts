/** Ranges of postings that a checkpoint seals: which postings they are, and the digest over their canonical text. */
import type { CheckpointBody } from '../../infra/audit/checkpoints.ts'
import type { Store } from '../../infra/db/store.ts'

/**
 * The postings with `after` < `written_in` <= `to`. Postings from before there were checkpoints have 0 there, and are
 * sealed in pages, which end with a key `<platform>,<transaction>,<line>`: of those with `written_in` = `after` the range
 * has the ones behind `pageAfter`, and of those with `written_in` = `to` the ones up to `pageTo`.
 */
export interface SealedRange {
  /** -1 in the first one. */
  readonly after: number
  readonly to: number
  readonly pageAfter?: string
  readonly pageTo?: string
}

export interface SealedPostings {
  readonly postings: number
  /** SHA-256 over the canonical texts of the postings in their order, separated by line breaks; hex. */
  readonly digest: string
  /** What moved, by currency, in minor units. */
  readonly moved: Readonly<Record<string, string>>
}

export interface LedgerCheckpointBody extends CheckpointBody, SealedRange, SealedPostings {
  /** Of all checkpoints up to this one. */
  readonly total: number
}

/** The order of postings in a range and in an export. */
export const ORDER = 'written_in, platform_id, transaction_id, line'

/** A posting as it is hashed; tools/verify-ledger.mjs makes the same text. */
const TEXT = `concat_ws(',', written_in, platform_id, transaction_id, line, debit_account, credit_account, currency,
  amount::bigint, coalesce(debit_after::bigint::text, '-'), coalesce(credit_after::bigint::text, '-'),
  (extract(epoch from created_at) * 1000000)::bigint)`

/** @param range condition that selects the postings */
const sealing = (range: string) => `
  with sealed as (select *, ${TEXT} as text from postings where ${range}),
  sums as (select currency, sum(amount)::text as amount from sealed group by currency)
  select count(*)::int8 as postings,
    encode(sha256(convert_to(coalesce(string_agg(text, E'\\n' order by ${ORDER}), ''), 'UTF8')), 'hex') as digest,
    (select coalesce(json_object_agg(currency, amount order by currency), '{}') from sums) as moved
  from sealed`
const PAGE_KEY = '(platform_id, transaction_id, line)'
const keyFrom = (first: number) => `($${first}::uuid, $${first + 1}::uuid, $${first + 2}::int)`
const BY_TRANSACTION = sealing(
  `written_in >= $1 and written_in <= $2 and (written_in > $1 or ${PAGE_KEY} > ${keyFrom(3)})`,
)
const BY_PAGE = sealing(`written_in = 0 and ${PAGE_KEY} > ${keyFrom(1)} and ${PAGE_KEY} <= ${keyFrom(4)}`)

const partsOf = (key: string): string[] => key.split(',')
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000,00000000-0000-0000-0000-000000000000,-1'
const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff,ffffffff-ffff-ffff-ffff-ffffffffffff,2147483647'

/** What the ledger has in a range now. */
export async function sealedPostings({ query }: Pick<Store, 'query'>, range: SealedRange): Promise<SealedPostings> {
  const { after, to, pageAfter, pageTo } = range
  const [row] = await (pageTo === undefined
    ? query<SealedPostings>(BY_TRANSACTION, [after, to, ...partsOf(pageAfter ?? AFTER_ALL)])
    : query<SealedPostings>(BY_PAGE, [...partsOf(pageAfter ?? BEFORE_ALL), ...partsOf(pageTo)]))
  const { postings, digest, moved } = row as SealedPostings
  return { postings: Number(postings), digest, moved }
}

/** A range of about this many postings; more only where one database transaction wrote more. */
const SEALED_AT_ONCE = 5_000

const NEXT_PAGE = `
  select platform_id || ',' || transaction_id || ',' || line as key from (
    select platform_id, transaction_id, line from postings
    where written_in = 0 and ${PAGE_KEY} > ${keyFrom(1)} order by platform_id, transaction_id, line limit $4) page
  order by platform_id desc, transaction_id desc, line desc limit 1`

/**
 * No database transaction with a number below the horizon is still running, and none will begin with one: numbers are
 * given in ascending order. So what is committed there is all that will ever be.
 */
const NEXT_TRANSACTIONS = `
  with horizon as (select transaction_order(pg_snapshot_xmin(pg_current_snapshot())) as "end"),
  waiting as (
    select written_in from postings, horizon where written_in > $1 and written_in < horizon."end"
    order by written_in limit $2 + 1),
  bounds as (select count(*) as count, min(written_in) as first, max(written_in) as last from waiting)
  select case when count > $2 then greatest(first, last - 1) else "end" - 1 end as "to" from bounds, horizon where count > 0`

/** The range after that of the latest checkpoint; undefined: nothing waits that is known to be complete. */
export async function nextRange(
  { query }: Pick<Store, 'query'>,
  before: SealedRange | undefined,
  size = SEALED_AT_ONCE,
): Promise<SealedRange | undefined> {
  const pageAfter = before?.pageTo
  const after = before?.to ?? -1
  if (!before || pageAfter !== undefined) {
    const [page] = await query<{ key: string }>(NEXT_PAGE, [...partsOf(pageAfter ?? BEFORE_ALL), size])
    if (page) return { after, to: 0, ...(pageAfter && { pageAfter }), pageTo: page.key }
  }
  const [next] = await query<{ to: bigint }>(NEXT_TRANSACTIONS, [after, size])
  return next && { after, to: Number(next.to), ...(pageAfter && { pageAfter }) }
}
