/** Error replies (decision 5). Details of an unexpected error never reach the caller. */
import type { Logger } from 'pino'
import { type ErrorCode, hintOf } from '../../../contract/error-codes.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { Refusal, type RefusalDetails } from '../../core/refusal.ts'
import { ConnectionLost } from '../../engine/database.ts'
import { isOfOtherTables } from '../db/connection.ts'
import type { Answer } from './idempotency/idempotency.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

export interface RenderedError extends Answer {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** The refused request, and where its caller can read more. */
export interface Refused {
  readonly requestId: string
  /** Address of the page about a code, where it is known. */
  readonly docsOf: (code: ErrorCode) => string | undefined
}

/** Statuses for which a retry cannot succeed. */
const FINAL = new Set([409, 501])
/** `x-should-retry: false` on final errors: SDKs retry 409 and 501 otherwise. */
export const finality = (status: number): Record<string, string> =>
  FINAL.has(status) ? { 'x-should-retry': 'false' } : {}
const RETRY_LATER = new Set([429, 503])

/** As draft-ietf-httpapi-ratelimit-headers has them, where a limit was reached. */
function quotaHeaders(details: RefusalDetails | undefined): Record<string, string> {
  const limit = details?.limit as { name: string; quota: number; seconds: number } | undefined
  if (!limit) return {}
  return {
    'ratelimit-policy': `"${limit.name}";q=${limit.quota};w=${limit.seconds}`,
    ratelimit: `"${limit.name}";r=0;t=${details?.retryAfterSeconds}`,
  }
}

export function renderRefusal(
  { code, message, details, status }: Refusal,
  { requestId, docsOf }: Refused,
): RenderedError {
  const later = code === 'IDEMPOTENCY_KEY_IN_USE' || RETRY_LATER.has(status)
  const headers = later
    ? { 'retry-after': String(details?.retryAfterSeconds ?? 1), ...quotaHeaders(details) }
    : finality(status)
  const reason = details?.reason
  return {
    status,
    body: JSON.stringify({
      status,
      code,
      message,
      details: { ...details, requestId, hint: hintOf(code), docs: docsOf(code) },
      ...(reason && { reason }),
    }),
    headers,
  }
}

/** Reply to an unexpected error: only the request id, which finds it in the logs. */
export const renderUnexpected = (refused: Refused): RenderedError =>
  renderRefusal(
    new Refusal('INTERNAL_ERROR', `Unexpected error; mention the request id ${refused.requestId} when you report it`),
    refused,
  )

/** The part of a request that an error reply is made from. */
interface Failed {
  readonly id: string
  readonly refused: Refused
  readonly routeOptions: { readonly url?: string | undefined }
}

/** Reply to whatever was thrown while a request was served. Unexpected errors are logged. */
export function renderError(error: unknown, { id, refused, routeOptions }: Failed, log: Logger): RenderedError {
  const refuse = (refusal: Refusal) => renderRefusal(refusal, refused)
  if (error instanceof Refusal) return refuse(error)
  if (error instanceof ConnectionLost) return refuse(databaseAway())
  if (isOfOtherTables(error)) {
    log.error({ err: error, requestId: id }, 'tables are missing or were recreated')
    return refuse(databaseAway())
  }
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return refuse(new Refusal('PAYLOAD_TOO_LARGE', `The body must be at most ${LIMITS.bodyBytes} bytes`))
  if (code?.startsWith('FST_ERR_CTP'))
    return refuse(new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json'))
  if (statusCode && statusCode < 500) return refuse(new Refusal('INVALID_INPUT', 'The request is malformed'))
  log.error({ err: error, requestId: id, route: routeOptions.url }, 'unexpected error')
  return renderUnexpected(refused)
}

const databaseAway = () => new Refusal('SERVICE_UNAVAILABLE', 'The database does not answer; try again shortly')
