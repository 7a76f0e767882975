/**
 * Export of the ledger as JSON lines, from one snapshot: keys, postings in order with each checkpoint after the
 * postings that it seals, balances. tools/verify-ledger.mjs verifies it.
 */
import { houseName } from '../../domain/ledger/house.ts'
import { type LedgerCheckpointBody, ORDER } from '../../domain/ledger/sealed-range.ts'
import { checkpointKeys } from '../../infra/audit/checkpoint-keys.ts'
import { intactCheckpoints } from '../../infra/audit/checkpoints.ts'
import type { Query, Store } from '../../infra/db/store.ts'

const FORMAT = 'causeway-ledger-1'
const PAGE = 5_000

/** Rows of a snapshot, page by page. */
interface PostingRow {
  readonly writtenIn: bigint
  readonly platform: string
  readonly transaction: string
  readonly line: number
  readonly from: string
  readonly to: string
  readonly currency: string
  readonly amount: bigint
  readonly fromAfter: bigint | null
  readonly toAfter: bigint | null
  readonly at: bigint
}

/** @param write receives each line, without its line break; the next one is made when it has resolved */
export async function exportLedger(
  store: Pick<Store, 'snapshot'>,
  write: (line: string) => Promise<void>,
): Promise<void> {
  await store.snapshot(async (query) => {
    const put = (line: object) =>
      write(JSON.stringify(line, (_, value) => (typeof value === 'bigint' ? Number(value) : value)))
    await put({ format: FORMAT })
    for (const key of await checkpointKeys({ query })) await put({ key })
    const postings = postingsIn(query)
    let next = await postings.next()
    const putPostings = async (isSealed: (posting: PostingRow) => boolean) => {
      for (; !next.done && isSealed(next.value); next = await postings.next()) await put({ posting: next.value })
    }
    for await (const { body, hash, signature } of intactCheckpoints<LedgerCheckpointBody>({ query }, 'LEDGER')) {
      const { to, pageTo } = body
      await putPostings((posting) =>
        pageTo === undefined ? posting.writtenIn <= to : posting.writtenIn === 0n && isWithin(posting, pageTo),
      )
      await put({ checkpoint: { body, hash, signature } })
    }
    await putPostings(() => true)
    for await (const balance of balancesIn(query)) await put({ balance })
    for (const { platform, account, posted } of await query<HouseRow>(HOUSE))
      await put({ balance: { platform, account, currency: houseName(account)?.currency, posted } })
    await put({ end: true })
  })
}

/** Whether a posting is not after the last one of a page. UUIDs and their texts have the same order. */
function isWithin({ platform, transaction, line }: PostingRow, pageTo: string): boolean {
  const [lastPlatform = '', lastTransaction = '', lastLine] = pageTo.split(',')
  if (platform !== lastPlatform) return platform < lastPlatform
  if (transaction !== lastTransaction) return transaction < lastTransaction
  return line <= Number(lastLine)
}

async function* postingsIn(query: Query): AsyncGenerator<PostingRow, undefined> {
  for (let after: (string | number | bigint)[] = [-1, NIL, NIL, -1]; ; ) {
    const rows = await query<PostingRow>(POSTINGS, after)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return undefined
    after = [last.writtenIn, last.platform, last.transaction, last.line]
  }
}

const NIL = '00000000-0000-0000-0000-000000000000'
const POSTINGS = `
  select written_in as "writtenIn", platform_id as platform, transaction_id as transaction, line, debit_account as "from",
    credit_account as "to", currency, amount::bigint as amount, debit_after::bigint as "fromAfter",
    credit_after::bigint as "toAfter", (extract(epoch from created_at) * 1000000)::bigint as at
  from postings
  where written_in >= $1 and (${ORDER}) > ($1::bigint, $2::uuid, $3::uuid, $4::int)
  order by ${ORDER} limit ${PAGE}`

interface BalanceRow {
  readonly platform: string
  readonly account: string
  readonly currency: string
  readonly posted: bigint
  readonly held: bigint
}

async function* balancesIn(query: Query): AsyncGenerator<BalanceRow> {
  for (let [platform, account] = [NIL, NIL]; ; ) {
    const rows = await query<BalanceRow>(BALANCES, [platform, account])
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    platform = last.platform
    account = last.account
  }
}

const BALANCES = `
  select b.platform_id as platform, b.id as account, a.currency, b.posted::bigint as posted, b.held::bigint as held
  from balances b join accounts a on a.platform_id = b.platform_id and a.id = b.id
  where (b.platform_id, b.id) > ($1::uuid, $2::uuid) order by b.platform_id, b.id limit ${PAGE}`

interface HouseRow {
  readonly platform: string
  readonly account: string
  readonly posted: string
}

/** Sums of house accounts have no bound, so they are texts. */
const HOUSE = `
  select platform_id as platform, key as account, sum(amount)::text as posted from house_balances
  group by 1, 2 order by 1, 2`
