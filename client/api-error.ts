/** Error of every client call that does not succeed. */
import type { ErrorBody } from '../contract/elements.ts'
import type { ErrorCode } from '../contract/error-codes.ts'

/**
 * `NO_REPLY`: no reply arrived, and a write may or may not have taken effect. `SIGNATURE_REQUIRED`: the API answered 202
 * with a challenge, which is in `details`; use `signed`. `UNKNOWN`: the reply is not from the API, a proxy's for instance.
 */
export type ApiErrorCode = ErrorCode | 'NO_REPLY' | 'SIGNATURE_REQUIRED' | 'UNKNOWN'

interface Context {
  readonly requestId?: string | undefined
  readonly retryAfter?: number | undefined
  readonly idempotencyKey?: string | undefined
  readonly cause?: unknown
}

export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 when no reply arrived. */
  readonly status: number
  readonly code: ApiErrorCode
  readonly reason: string | undefined
  readonly details: Readonly<Record<string, unknown>> & NonNullable<ErrorBody['details']>
  /** X-Request-Id of the reply, for support. */
  readonly requestId: string | undefined
  /** Seconds to wait before the next attempt, from Retry-After. */
  readonly retryAfter: number | undefined
  /** Key of the request. After `NO_REPLY` or `OUTCOME_UNKNOWN`, repeat the request with it to learn the outcome. */
  readonly idempotencyKey: string | undefined

  constructor(status: number, body: unknown, { cause, ...context }: Context = {}) {
    const { code, message, reason, details } = { ...(body as Partial<ErrorBody> & { reason?: string }) }
    super(message ?? `The server replied with status ${status}`, { cause })
    this.status = status
    this.code = (code as ApiErrorCode) ?? 'UNKNOWN'
    this.reason = reason
    this.details = { ...details }
    this.requestId = context.requestId
    this.retryAfter = context.retryAfter
    this.idempotencyKey = context.idempotencyKey
  }

  /** One line for a person: the message, and every field that is wrong. */
  get summary(): string {
    return this.details.errors?.map(({ field, message }) => `${field} ${message}`).join('; ') || this.message
  }
}
