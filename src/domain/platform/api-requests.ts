/** Recorded requests of the API: list, and one with its bodies. */
import { sql } from 'kysely'
import type { Contract } from '../../../contract/contract.ts'
import type { QueryOf } from '../../../contract/operation.ts'
import type { ApiRequest, ApiRequestWithBodies, RequestOutcome } from '../../../contract/platform/api-requests.ts'
import { bareId, momentOf, wireId } from '../../core/ids.ts'
import { notFound } from '../../core/refusal.ts'
import { isoTime } from '../../core/time.ts'
import type { Pages } from '../../infra/db/page.ts'
import { inOrder, isWithin } from '../../infra/db/reads.ts'
import type { Store } from '../../infra/db/store.ts'
import type { RequestLog } from '../../infra/request-log/request-log.ts'

export interface RequestReads {
  readonly store: Store
  readonly pages: Pages
  readonly requests: Pick<RequestLog, 'flushed'>
}

interface ListedRow {
  readonly id: string
  readonly requestId: string
  readonly operation: string
  readonly method: ApiRequest['method']
  readonly path: string
  readonly status: number
  readonly durationMs: number
  readonly tokenId: string | null
  readonly agentId: string | null
  readonly callerName: string | null
  readonly idempotencyKey: string | null
  readonly isReplayed: boolean
  readonly errorCode: string | null
}
interface StoredRow extends ListedRow {
  /** JSON text, as the bodies. */
  readonly query: string | null
  readonly requestBody: string | null
  readonly responseBody: string | null
}

const LISTED = [
  'id',
  'requestId',
  'operation',
  'method',
  'path',
  'status',
  'durationMs',
  'tokenId',
  'agentId',
  'callerName',
  'idempotencyKey',
  'isReplayed',
  'errorCode',
] as const

/** Least and largest status of each outcome. */
const STATUSES: Readonly<Record<RequestOutcome, readonly [least: number, most: number]>> = {
  SUCCEEDED: [100, 399],
  REFUSED: [400, 499],
  FAILED: [500, 599],
}

const selectRequests = (store: Store, platformId: string) =>
  store.reads.selectFrom('apiRequests').where('platformId', '=', platformId)

export async function listApiRequests(
  { store, pages, requests }: RequestReads,
  platformId: string,
  query: QueryOf<Contract['listApiRequests']>,
) {
  // Those that this process has answered are in the list at once.
  await requests.flushed()
  const { operation, method, status, outcome, errorCode, tokenId, agentId, idempotencyKey, requestId } = query
  const equal = {
    operation,
    method,
    status,
    errorCode,
    tokenId: tokenId && bareId(tokenId),
    agentId: agentId && bareId(agentId),
    idempotencyKey,
    requestId,
  }
  let matches = selectRequests(store, platformId)
    .select([...LISTED])
    .where(isWithin(query))
  for (const [name, value] of Object.entries(equal)) if (value !== undefined) matches = matches.where(name, '=', value)
  if (outcome) matches = matches.where(sql<boolean>`status between ${STATUSES[outcome][0]} and ${STATUSES[outcome][1]}`)
  return pages.list(['listApiRequests', platformId], query, { ...inOrder<ListedRow>(matches), present: presentRequest })
}

/** @param id bare. @throws Refusal API_REQUEST_NOT_FOUND */
export async function getApiRequestById(
  { store, requests }: RequestReads,
  platformId: string,
  id: string,
): Promise<ApiRequestWithBodies> {
  await requests.flushed()
  const found = await selectRequests(store, platformId).selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound('ApiRequest')
  const { query, requestBody, responseBody, ...row } = found as StoredRow
  return {
    ...presentRequest(row),
    ...(query !== null && { query: JSON.parse(query) }),
    ...(requestBody !== null && { requestBody: JSON.parse(requestBody) }),
    ...(responseBody !== null && { responseBody: JSON.parse(responseBody) }),
  }
}

const outcomeOf = (status: number): RequestOutcome => (status < 400 ? 'SUCCEEDED' : status < 500 ? 'REFUSED' : 'FAILED')

const presentRequest = ({
  tokenId,
  agentId,
  callerName,
  idempotencyKey,
  errorCode,
  ...row
}: ListedRow): ApiRequest => ({
  id: wireId('ApiRequest', row.id),
  requestId: row.requestId,
  createdAt: isoTime(momentOf(row.id)),
  operation: row.operation,
  method: row.method,
  path: row.path,
  status: row.status,
  outcome: outcomeOf(row.status),
  durationMs: row.durationMs,
  ...(tokenId !== null && { tokenId: wireId('Token', tokenId) }),
  ...(agentId !== null && { agentId: wireId('Agent', agentId) }),
  ...(callerName !== null && { callerName }),
  ...(idempotencyKey !== null && { idempotencyKey }),
  isReplayed: row.isReplayed,
  ...(errorCode !== null && { errorCode }),
})
