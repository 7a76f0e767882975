/** Error replies (decision 5). Details of an unexpected error never reach the caller. */
import { type ErrorCode, hintOf } from '../../../contract/error-codes.ts'
import { Refusal, type RefusalDetails } from '../../core/refusal.ts'
import type { Answer } from './idempotency/idempotency.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

export interface RenderedError extends Answer {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** The request that is refused, and where its caller reads on. */
export interface Refused {
  readonly requestId: string
  /** Address of the page about a code. */
  readonly docsOf: (code: ErrorCode) => string
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
