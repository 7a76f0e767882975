/** Errors of the client: one class for each reaction of a caller. */
import type { ErrorBody, ErrorCode, FieldError, SignedRequestChallenge } from './operations.generated.ts'

/**
 * `NO_REPLY`: no reply arrived, and a write may or may not have taken effect. `SIGNATURE_REQUIRED`: the API answered 202
 * with a challenge. `UNKNOWN`: the reply is not from the API, a proxy's for instance.
 */
export type ApiErrorCode = ErrorCode | 'NO_REPLY' | 'SIGNATURE_REQUIRED' | 'UNKNOWN'

interface Context {
  readonly requestId?: string | undefined
  readonly retryAfter?: number | undefined
  readonly idempotencyKey?: string | undefined
  readonly cause?: unknown
}

/** A call that did not succeed. Its subclasses tell callers how to react. */
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

  /** One human-readable line: the message, and every invalid field. */
  get summary(): string {
    return this.details.errors?.map(({ field, message }) => `${field} ${message}`).join('; ') || this.message
  }
}

/** 400: correct the request. */
export class InvalidRequestError extends ApiError {
  override name = 'InvalidRequestError'
  /** Every invalid field. */
  get fields(): readonly FieldError[] {
    return this.details.errors ?? []
  }
}

/** 401 and 403: other credentials, another signature or another permission is needed. */
export class NotAuthorizedError extends ApiError {
  override name = 'NotAuthorizedError'
}

/** 404 and 410: there is no such object, or no longer. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError'
}

/** 409, 412 and 422: the request contradicts the current state. Read again and decide again. */
export class ConflictError extends ApiError {
  override name = 'ConflictError'
}

/** 429: wait for `retryAfter` seconds. */
export class RateLimitedError extends ApiError {
  override name = 'RateLimitedError'
}

/** 5xx: the service, or another one that it needs, failed. The same request can be repeated under its key. */
export class ServiceError extends ApiError {
  override name = 'ServiceError'
}

/** No reply arrived. A write may have taken effect: repeat it with `idempotencyKey` to learn the outcome. */
export class NoReplyError extends ApiError {
  override name = 'NoReplyError'
}

/** The holder of the wallet must sign first: call the operation on a client `withSignature`. */
export class SignatureRequiredError extends ApiError {
  override name = 'SignatureRequiredError'
  readonly challenge: SignedRequestChallenge

  constructor(challenge: SignedRequestChallenge, context?: Context) {
    const message = 'The holder of the wallet must sign this request'
    super(202, { code: 'SIGNATURE_REQUIRED', message, details: challenge }, context)
    this.challenge = challenge
  }
}

const CLASSES: Readonly<Record<number, typeof ApiError>> = {
  0: NoReplyError,
  400: InvalidRequestError,
  401: NotAuthorizedError,
  403: NotAuthorizedError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  412: ConflictError,
  422: ConflictError,
  429: RateLimitedError,
}

/** The error for a reply. @param status HTTP status; 0 when no reply arrived */
export function errorFor(status: number, body: unknown, context?: Context): ApiError {
  const Class = CLASSES[status] ?? (status >= 500 ? ServiceError : ApiError)
  return new Class(status, body, context)
}
