/** Owns requests: to the API from a server, or from a browser to one's own server, which passes them on with its token. */

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Behind the version: `/auth/credentials`. */
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

export interface ApiReply {
  readonly status: number
  /** Undefined when there is none. */
  readonly body: unknown
}

/** @throws ApiError for every status from 400 */
export type Send = (request: ApiRequest) => Promise<ApiReply>

/** What the API answers when it refuses. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly reason: string | undefined
  readonly details: unknown
  /** Seconds, when the API says when to come again. */
  readonly retryAfter: number | undefined
  constructor(status: number, body: unknown, retryAfter?: number) {
    const { code = 'UNKNOWN', message, reason, details } = { ...(body as Record<string, string | undefined>) }
    super(message ?? `The API answered ${status}`)
    this.status = status
    this.code = code
    this.reason = reason
    this.details = details
    this.retryAfter = retryAfter
  }
}

export interface SenderOptions {
  /** Up to the version, or the address of one's own server: `https://pay.example/2025-10-13`. */
  readonly baseUrl: string
  /** Of every request: `authorization`, or what one's own server asks for. */
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch?: typeof fetch
}

export function sender({ baseUrl, headers = {}, fetch: send = fetch }: SenderOptions): Send {
  return async (request) => {
    const reply = await send(baseUrl + request.path, {
      method: request.method,
      headers: { ...headers, ...(request.body && { 'content-type': 'application/json' }), ...request.headers },
      ...(request.body && { body: JSON.stringify(request.body) }),
    })
    const text = await reply.text()
    const body = text === '' ? undefined : parsed(text)
    const retryAfter = reply.headers.get('retry-after')
    if (!reply.ok) throw new ApiError(reply.status, body, retryAfter === null ? undefined : Number(retryAfter))
    return { status: reply.status, body }
  }
}

/** What stands between may answer something else than JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
