/** Final check of the torture test: acknowledged replies against the API, the received webhooks, and the database. */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { OperationId } from '../../contract/contract.ts'
import { openEmbedded } from '../../src/infra/db/embedded/embedded.ts'
import { auditors } from '../harness/auditors.ts'
import type { Sent } from './client.ts'
import type { Station } from './station.ts'
import type { Receiver } from './webhooks.ts'
import type { World } from './world.ts'

/** Number of faults of a kind that are reported. */
const REPORTED_MAX = 5
const REPEATED = 400
/** Time after which unfinished work is treated as lost. */
const SETTLE_WITHIN_MS = 300_000

/** @returns violations; none if all is correct */
export async function findViolations(
  station: Station,
  world: World,
  receiver: Receiver,
  settleWithinMs = SETTLE_WITHIN_MS,
): Promise<string[]> {
  const violations: string[] = []
  const add = (faults: readonly string[]) => {
    violations.push(...faults.slice(0, REPORTED_MAX))
    if (faults.length > REPORTED_MAX) violations.push(`… and ${faults.length - REPORTED_MAX} more of these`)
  }
  add(await resolveOpen(world))
  add(await settle(world, receiver, settleWithinMs))
  add(await faultsOfBalances(world))
  add(await faultsOfPayments(world))
  add(await faultsOfAgents(world))
  add(await faultsOfKeys(station, world))
  // The repetitions above must have had no effect.
  add(await faultsOfBalances(world))
  await settleEvents(station, world, receiver, settleWithinMs)
  await station.endProcesses()
  add(await faultsOfStore(station, receiver, world.beganAt))
  add(world.client.wrong)
  add(receiver.wrong)
  return violations
}

/** The quote shows whether an execution without an answer took effect. */
async function resolveOpen({ client, books }: World): Promise<string[]> {
  const faults: string[] = []
  for (const { quoteId, book } of books.openExecutions) {
    const { reply } = await client.send('getQuoteById', { params: { quoteId }, key: null })
    if (reply?.status !== 200) faults.push(`quote ${quoteId} was acknowledged and is lost: ${reply?.text}`)
    else if (reply.body.status !== 'PENDING' && reply.body.status !== 'EXPIRED') book()
  }
  return faults
}

/**
 * Moves the clock past leases of dead processes and delays of deliveries, until the receiver has the last event of
 * every payment.
 */
async function settle({ client, books }: World, receiver: Receiver, withinMs: number): Promise<string[]> {
  const missing = () => [
    ...[...books.payments].filter(([id, status]) => receiver.last.get(id)?.data.status !== status),
    ...[...books.purchases].filter(([id, status]) => receiver.last.get(id)?.data.status !== status),
    ...[...books.accounts].filter(
      ([id, { available }]) => (receiver.last.get(id)?.data.balance.amount ?? 0) !== available,
    ),
  ]
  const since = performance.now()
  for (;;) {
    const left = missing()
    if (left.length === 0) return []
    if (performance.now() - since > withinMs)
      return left.map(([id, wanted]) => {
        const { sequence, data } = receiver.last.get(id) ?? {}
        const received = data?.balance ?? data?.status
        return `${id} must end as ${JSON.stringify(wanted)}, and the receiver got ${sequence}: ${JSON.stringify(received)}`
      })
    await client.send('advanceSandboxClock', { body: { seconds: 61 }, key: null })
    for (let i = 0; i < 20 && missing().length > 0; i++) await pause(100)
  }
}

async function faultsOfBalances({ client, books }: World): Promise<string[]> {
  const found = new Map<string, { balance: { amount: number }; totalBalance: { amount: number } }>()
  for await (const account of all(client, 'listCustomerInternalAccounts')) found.set(account.id, account)
  return [...books.accounts].flatMap(([id, { available, held }]) => {
    const shown = [found.get(id)?.balance.amount, found.get(id)?.totalBalance.amount].join()
    const right = [available, available + held].join()
    return shown === right ? [] : [`account ${id} holds ${shown}, and ${right} is right`]
  })
}

async function* all(client: World['client'], id: OperationId): AsyncGenerator<any> {
  let cursor: string | undefined
  do {
    const { body } = await client.get(id, { query: { limit: 100, cursor } })
    yield* body.data
    cursor = body.nextCursor
  } while (cursor)
}

/** Every payment that was begun exists, and no others. */
async function faultsOfPayments({ client, books }: World): Promise<string[]> {
  const faults: string[] = []
  const missing = new Map(books.payments)
  let strange = 0
  let arrivals = 0
  for await (const { id, type, status, quoteId, customerId } of all(client, 'listTransactions')) {
    const expected = missing.get(id)
    missing.delete(id)
    if (expected !== undefined) {
      if (expected !== status) faults.push(`payment ${id} is ${status}, and ${expected} is right`)
    } else if (books.unpaid.has(id)) {
      if (status !== 'PENDING' && status !== 'EXPIRED') faults.push(`payment ${id} that was not executed is ${status}`)
    } else if (type === 'INCOMING' && status === 'COMPLETED') arrivals++
    else if (status === 'PENDING' || status === 'EXPIRED') strange++
    else faults.push(`payment ${id} (${type} ${status} ${quoteId} ${customerId}) was never begun`)
  }
  for (const [id] of missing) faults.push(`payment ${id} was acknowledged and is lost`)
  return [...faults, ...countFaults(books, arrivals, strange)]
}

/** The seed has one deposit; one of its payments waits for approval and has no transaction yet. */
function countFaults({ arrivals, openQuotes }: World['books'], found: number, strange: number): string[] {
  const faults: string[] = []
  if (found !== arrivals + SEEDED_ARRIVALS)
    faults.push(`${arrivals + SEEDED_ARRIVALS} payments arrived, ${found} are there`)
  if (strange > openQuotes) faults.push(`${strange} unknown quotes, with ${openQuotes} requests open`)
  return faults
}
const SEEDED_ARRIVALS = 1

async function faultsOfAgents({ client, callers, sharedAgent }: World): Promise<string[]> {
  const faults: string[] = []
  for (const { id, spent, payments } of [sharedAgent, ...callers.map(({ agent }) => agent)]) {
    const { usage } = (await client.get('getAgentById', { params: { agentId: id } })).body
    // Counters of the day restart at midnight; those of the month rarely do during a run.
    if (usage.monthlySpend !== spent || usage.dailyTransactionCount > payments)
      faults.push(`agent ${id} spent ${spent} in ${payments} payments, and has counted ${JSON.stringify(usage)}`)
  }
  return faults
}

/** A repeated key gets its first reply from every process, without a second effect. */
async function faultsOfKeys({ processes }: Station, { client, chance }: World): Promise<string[]> {
  const kept = client.journal.filter(({ key, reply }) => key && reply && reply.status !== 403 && !shows(reply.text))
  const chosen = kept.length <= REPEATED ? kept : Array.from({ length: REPEATED }, () => chance.of(kept))
  const faults: string[] = []
  const repeat = async (sent: Sent) => {
    for (const { base } of processes) {
      const { status, text, replayed } = await client.once(base, sent)
      if (!replayed || status !== sent.reply?.status || text !== sent.reply.text)
        faults.push(`${sent.path} with ${sent.key} was ${sent.reply?.text}, and is ${status} ${text} (${replayed})`)
    }
  }
  for (const sent of chosen) await repeat(sent)
  return faults
}
/**
 * Waits until the receiver has the last event of every object, or the time is over; missing events are then faults of
 * the store.
 */
async function settleEvents(station: Station, world: World, receiver: Receiver, withinMs: number): Promise<void> {
  if (!station.databaseUrl) return // The embedded database can be opened by the running process only.
  const { query, close } = await openStore(station)
  try {
    const since = performance.now()
    while ((await missingEvents(query, receiver, world.beganAt)).length > 0 && performance.now() - since < withinMs)
      await world.client.send('advanceSandboxClock', { body: { seconds: 61 }, key: null })
  } finally {
    await close()
  }
}

/** Objects whose last event the receiver has not received. */
async function missingEvents(query: Query, receiver: Receiver, since: string): Promise<string[]> {
  const last = new Map([...receiver.last].map(([id, { sequence }]) => [id.slice(id.indexOf(':') + 1), sequence]))
  return (await query(lastEvents(since)))
    .filter(({ id, sequence }) => last.get(id as string) !== sequence)
    .map(({ id, sequence }) => `object ${id} has ${sequence} events, and the receiver got ${last.get(id as string)}`)
}

/** Secrets are replayed for a limited time only. */
const shows = (text: string) => text.includes('"accessToken"') || text.includes('"deviceCode"')

/** Invariants of the database, and whether the receiver has every event. */
async function faultsOfStore(station: Station, receiver: Receiver, since: string): Promise<string[]> {
  const { query, close } = await openStore(station)
  try {
    const faults: string[] = []
    for (const { name, sql } of auditors) {
      const rows = await query(sql)
      if (rows.length > 0) faults.push(`${name}: ${json(rows.slice(0, 3))}`)
    }
    return [...faults, ...(await missingEvents(query, receiver, since))]
  } finally {
    await close()
  }
}

/** Last events of every object created since then. */
const lastEvents = (since: string) =>
  `select object_id as id, max(sequence)::int4 as sequence from events group by 1 having min(created_at) >= '${since}'`

type Query = (sql: string) => Promise<Record<string, unknown>[]>

async function openStore({ databaseUrl, dataDir }: Station): Promise<{ query: Query; close(): Promise<void> }> {
  if (databaseUrl) {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    return { query: async (sql) => (await client.query(sql)).rows, close: () => client.end() }
  }
  const store = await openEmbedded({ dataDir: join(dataDir, 'database') })
  return { query: (sql) => store.query(sql), close: () => store.close() }
}

const json = (value: unknown) => JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one))
