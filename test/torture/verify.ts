/** Owns the reckoning after the kills: what was acknowledged against what the database holds. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { auditors } from '../auditors.ts'
import type { Journalled, Load, Sent } from './load.ts'
import type { Service } from './victims.ts'

export interface Verdict {
  readonly payments: number
  readonly acknowledged: number
  /** Requests whose connection broke, or that were answered with a 503; and those of them that had been applied all the same. */
  readonly unanswered: number
  readonly unansweredApplied: number
  readonly violations: readonly string[]
}

interface Stored {
  readonly id: string
  readonly status: string
  readonly payment: string
  readonly total: string
  readonly changesCurrency: boolean
  readonly postings: number
  /** What left the source account, in its minor units. */
  readonly taken: string | null
}

const JOBS_WITHIN_MS = 60_000

type Rows = <Row extends pg.QueryResultRow>(sql: string) => Promise<Row[]>

export async function verify(service: Service, load: Load): Promise<Verdict> {
  const client = new pg.Client({ connectionString: service.databaseUrl })
  await client.connect()
  try {
    return await reckon(service, load, async (sql) => (await client.query(sql)).rows)
  } finally {
    await client.end()
  }
}

async function reckon(service: Service, { journal, wrong, acknowledged }: Load, rows: Rows): Promise<Verdict> {
  const violations = [...wrong, ...(await finishJobs(service, rows))]
  const stored = new Map((await rows<Stored>(QUOTES)).map((quote) => [quote.id, quote]))
  const kept = new Set((await rows<{ kept: string }>(REPLIES)).map((row) => row.kept))
  const created = journal.filter(({ quoteId }) => quoteId)
  for (const payment of created)
    violations.push(...faultsOf(payment, stored.get(bare(payment.quoteId as string)), kept))

  const known = new Set(created.map(({ quoteId }) => bare(quoteId as string)))
  const strays = [...stored.values()].filter(({ id }) => !known.has(id))
  const openCreates = journal.filter(({ create }) => !create.reply)
  if (strays.length > openCreates.length)
    violations.push(`${strays.length} quotes that nobody asked for, with ${openCreates.length} requests open`)
  for (const quote of strays)
    if (quote.status !== 'PENDING' || quote.postings > 0)
      violations.push(`quote ${quote.id} that nobody executed is ${quote.status}`)

  for (const { name, sql } of auditors) {
    const found = await rows(sql)
    if (found.length > 0) violations.push(`${name}: ${JSON.stringify(found.slice(0, 3))}`)
  }

  const sent = journal.flatMap(({ create, execute }) => (execute ? [create, execute] : [create]))
  const unanswered = sent.filter(({ lost }) => lost > 0)
  const repeated = unanswered.filter(({ reply }) => reply?.replayed)
  const executedAfterAll = journal.filter(
    ({ quoteId, execute }) => execute && !execute.reply && isExecuted(stored.get(bare(quoteId as string))),
  )
  return {
    payments: journal.filter(({ execute }) => execute?.reply).length,
    acknowledged: acknowledged(),
    unanswered: unanswered.length,
    unansweredApplied: repeated.length + executedAfterAll.length + strays.length,
    violations,
  }
}

/** A quote is executed with all that belongs to it, or not at all; and it is, if its caller was told so. */
function faultsOf(
  { toBank, create, execute, quoteId }: Journalled,
  quote: Stored | undefined,
  kept: ReadonlySet<string>,
): string[] {
  if (!quote) return [`quote ${quoteId} was acknowledged and is lost`]
  const { status, payment, postings, taken, total, changesCurrency } = quote
  const faults: string[] = []
  // The fee, one or both sides of the exchange, and the delivery outside.
  const lines = 2 + (changesCurrency ? 1 : 0) + (toBank ? 1 : 0)
  const asWhole = isExecuted(quote)
    ? status === 'COMPLETED' && payment === 'COMPLETED' && taken === total && postings === lines
    : status === 'PENDING' && payment === 'PENDING' && taken === null && postings === 0
  if (!asWhole) faults.push(`quote ${quoteId} is half done: ${JSON.stringify(quote)}`)
  if (execute?.reply && !isExecuted(quote)) faults.push(`the execution of ${quoteId} was acknowledged and is lost`)
  if (!execute && isExecuted(quote)) faults.push(`quote ${quoteId} was executed by nobody`)
  for (const { reply } of [create, execute].filter((sent): sent is Sent => sent !== undefined)) {
    if (reply && !kept.has(keptAs(reply.text)))
      faults.push(`what was answered for ${quoteId} is not kept under its key: ${reply.text}`)
  }
  return faults
}

/** Of a reply that shows a quote its state is kept: the row, and its status then. */
const keptAs = (text: string): string => {
  const { id, status } = JSON.parse(text) as { id: string; status: string }
  return `${bare(id)} ${status}`
}
const isExecuted = (quote: Stored | undefined): boolean => quote !== undefined && quote.postings > 0
const bare = (id: string): string => id.slice(id.indexOf(':') + 1)

/** Time passes until the leases of those who died are over; then nothing may be left that is due. */
async function finishJobs({ base, authorization }: Service, rows: Rows): Promise<string[]> {
  const headers = { authorization, 'content-type': 'application/json' }
  const advanced = await fetch(`${base}/sandbox/clock/advance`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ seconds: 61 }),
  })
  if (!advanced.ok) return [`The clock does not move: ${await advanced.text()}`]
  const { now } = (await advanced.json()) as { now: string }
  const left = `select name, count(*)::int as left from jobs where due_at <= '${now}' group by 1`
  const since = performance.now()
  for (;;) {
    const due = await rows(left)
    if (due.length === 0) return []
    if (performance.now() - since > JOBS_WITHIN_MS) return [`jobs are left: ${JSON.stringify(due)}`]
    await pause(100)
  }
}

const QUOTES = `
  select q.id, q.status, t.status as payment, q.total_sending_amount::text as total,
    q.sending_currency <> q.receiving_currency as "changesCurrency", count(p.*)::int as postings,
    sum(p.amount) filter (where p.debit_account = q.source_account_id)::text as taken
  from quotes q join transactions t on t.platform_id = q.platform_id and t.id = q.transaction_id
  left join postings p on p.platform_id = t.platform_id and p.transaction_id = t.id
  group by q.platform_id, q.id, t.platform_id, t.id`

const REPLIES = `select shown_id || ' ' || (reply::json ->> 'status') as kept from idempotency_keys where shown_id is not null`
