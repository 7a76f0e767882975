/** Request log: buffers requests in memory, and writes them redacted, in bulk and in the background. */
import type { Logger } from 'pino'
import { contract, type OperationId } from '../../../contract/contract.ts'
import type { Operation } from '../../../contract/operation.ts'
import { BODY_KEPT, REQUESTS_KEPT } from '../../../contract/platform/api-requests.ts'
import type { Clock } from '../../core/clock.ts'
import { bareId, newId } from '../../core/ids.ts'
import type { Store } from '../db/store.ts'
import type { Caller } from '../operations/handlers.ts'
import { redacted, redactedError, redactedPath, redactedQuery } from './redact.ts'
import { tokenUses } from './token-uses.ts'

/** Which requests are recorded: all, those with a status from 400, or none. */
export const RECORDED = ['all', 'refused', 'off'] as const
export type Recorded = (typeof RECORDED)[number]

/** A request that was answered. */
export interface Exchange {
  readonly operation: OperationId
  readonly caller: Caller
  readonly requestId: string
  /** URL of the request line. */
  readonly url: string
  readonly params: Readonly<Record<string, string>>
  readonly idempotencyKey: string | undefined
  /** JSON text; anything else is not recorded. */
  readonly body: unknown
  readonly status: number
  readonly reply: string | Buffer | null
  readonly isReplayed: boolean
  readonly durationMs: number
}

export interface RequestLog {
  /** Queues a request and the use of its token for recording; does no other work. */
  record(exchange: Exchange): void
  /** Writes what is in memory. Never throws. */
  flushed(): Promise<void>
  /** Counts since the start. */
  readonly stats: { readonly recorded: number; readonly dropped: number }
  close(): Promise<void>
}

interface Needs {
  readonly store: Store
  readonly clock: Clock
  readonly log: Logger
}

/** Maximum time that a request waits in memory. */
const FLUSH_MS = 250
/** Requests that wait in memory, and bytes of their bodies; further ones are dropped and counted. */
const WAITING_MAX = 5_000
const WAITING_BYTES = 16 * 1024 * 1024
/** Longest body that is parsed. */
const PARSED_MAX = 64 * 1024
/** Requests of a platform after which its oldest are removed. */
const TRIM_EVERY = REQUESTS_KEPT / 10

export function requestLog({ store, clock, log }: Needs, recorded: Recorded): RequestLog {
  const stats = { recorded: 0, dropped: 0 }
  const uses = tokenUses({ store, clock, log })
  let waiting: Waiting[] = []
  let waitingBytes = 0
  let timer: NodeJS.Timeout | undefined
  let under: Promise<void> = Promise.resolve()
  const untrimmed = new Map<string, number>()

  function record(exchange: Exchange): void {
    uses.note(exchange.caller)
    if (recorded === 'off' || (recorded === 'refused' && exchange.status < 400) || isSilent(exchange)) return
    const bytes = lengthOf(exchange.body) + lengthOf(exchange.reply)
    if (waiting.length >= WAITING_MAX || waitingBytes + bytes > WAITING_BYTES) {
      stats.dropped++
      return
    }
    waiting.push({ id: newId(clock.now()), exchange })
    waitingBytes += bytes
    timer ??= setTimeout(flush, FLUSH_MS).unref()
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return under
    const batch = waiting
    waiting = []
    waitingBytes = 0
    under = under.then(() => write(batch))
    return under
  }

  async function write(batch: readonly Waiting[]): Promise<void> {
    try {
      await store.query(INSERT, [JSON.stringify(batch.map(rowOf))], 'record_requests')
      stats.recorded += batch.length
      for (const { exchange } of batch) await countFor(exchange.caller.platformId)
    } catch (error) {
      stats.dropped += batch.length
      log.warn({ err: error, requests: batch.length }, 'requests could not be recorded')
    }
  }

  async function countFor(platformId: string): Promise<void> {
    const count = (untrimmed.get(platformId) ?? TRIM_EVERY - 1) + 1
    untrimmed.set(platformId, count % TRIM_EVERY)
    if (count === TRIM_EVERY) await store.query(TRIM, [platformId])
  }

  return { record, stats, flushed: flush, close: async () => void (await Promise.all([flush(), uses.close()])) }
}

interface Waiting {
  readonly id: string
  readonly exchange: Exchange
}

const INSERT = `insert into api_requests (platform_id, id, request_id, operation, method, path, status, duration_ms, token_id,
    agent_id, caller_name, idempotency_key, is_replayed, error_code, query, request_body, response_body)
  select platform_id, id, request_id, operation, method, path, status, duration_ms, token_id,
    agent_id, caller_name, idempotency_key, is_replayed, error_code, query, request_body, response_body
  from json_to_recordset($1::json) as r (platform_id uuid, id uuid, request_id text, operation text, method text, path text,
    status smallint, duration_ms int, token_id uuid, agent_id uuid, caller_name text, idempotency_key text, is_replayed boolean,
    error_code text, query text, request_body text, response_body text)`

const TRIM = `delete from api_requests where platform_id = $1
  and id <= (select id from api_requests where platform_id = $1 order by id desc offset ${REQUESTS_KEPT} limit 1)`

/** Polling and streaming operations, whose successful calls would fill the log. */
const WATCHING: readonly string[] = ['listApiRequests', 'getApiRequestById', 'streamEvents']

/** Successful reads of the dashboard, which queries after every change, and of polling operations. */
const isSilent = ({ status, operation, caller }: Exchange): boolean =>
  status < 400 && (WATCHING.includes(operation) || (contract[operation].method === 'GET' && isDashboard(caller)))

const isDashboard = ({ operator, tokenId }: Caller) => operator !== undefined || tokenId === 'dashboard'

const lengthOf = (body: unknown): number => (typeof body === 'string' || Buffer.isBuffer(body) ? body.length : 0)

function rowOf({ id, exchange }: Waiting) {
  const { caller, requestId, params, idempotencyKey, status, isReplayed, durationMs } = exchange
  const operation: Operation = contract[exchange.operation]
  const reply = parsed(exchange.reply)
  const query = exchange.url.indexOf('?')
  const asked =
    query < 0 ? undefined : redactedQuery(operation.query, new URLSearchParams(exchange.url.slice(query + 1)))
  return {
    id,
    platform_id: caller.platformId,
    request_id: requestId,
    operation: exchange.operation,
    method: operation.method,
    path: redactedPath(operation, params),
    status,
    duration_ms: Math.round(durationMs),
    ...callerFields(caller),
    idempotency_key: idempotencyKey,
    is_replayed: isReplayed,
    error_code: status >= 400 ? (reply as { code?: string } | undefined)?.code : undefined,
    query: asked && JSON.stringify(asked),
    request_body: bounded(redactedOrNothing(parsed(exchange.body), (body) => redacted(operation.body, body))),
    response_body: bounded(
      redactedOrNothing(
        reply,
        status >= 400 ? redactedError : (known) => redacted(operation.replies[status] ?? undefined, known),
      ),
    ),
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function callerFields({ agent, operator, tokenId, name }: Caller) {
  if (agent) return { agent_id: bareId(agent.id) }
  if (operator) return { caller_name: operator.name }
  if (tokenId === 'dashboard') return { caller_name: 'Dashboard' }
  return { token_id: UUID.test(tokenId) ? tokenId : undefined, caller_name: name }
}

const redactedOrNothing = (value: unknown, redact: (value: unknown) => unknown) =>
  value === undefined ? undefined : redact(value)

/** Undefined for what is not JSON, or too long to be parsed. */
function parsed(body: unknown): unknown {
  if (lengthOf(body) === 0 || lengthOf(body) > PARSED_MAX) return undefined
  try {
    return JSON.parse(String(body))
  } catch {
    return undefined
  }
}

/** JSON text; undefined where there is none, or it is too long. */
function bounded(value: unknown): string | undefined {
  const text = value === undefined ? undefined : JSON.stringify(value)
  return text !== undefined && text.length <= BODY_KEPT ? text : undefined
}
