/** Transport of the client: one request, with retries under one Idempotency-Key. */
import { ApiError, errorFor } from './api-error.ts'
import type { AnyInput, ApiRequest, OperationId } from './request.ts'
import { ROUTES } from './routes.generated.ts'

export interface ClientOptions {
  /** With the version, or the address of your own server in front of the API: `https://pay.example/2025-10-13`. */
  readonly baseUrl: string
  /** A platform's token, or an agent's access token. Neither belongs in a browser. */
  readonly credentials?: Credentials
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch?: typeof fetch
  /**
   * Further attempts after no reply, 502, 503 and 504, and after 429 with Retry-After; 2 unless given. Writes are
   * repeated under one Idempotency-Key, which is generated where the caller gives none. With 0 no key is generated.
   */
  readonly retries?: number
  /** Waits between attempts; a timer unless given. @throws the reason of an abort */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** From 0 to 1, for the jitter of the waits; random unless given. */
  readonly chance?: () => number
}

export type Credentials =
  | { readonly clientId: string; readonly clientSecret: string }
  | { readonly accessToken: string }

export interface Reply<Body = unknown> {
  readonly status: number
  readonly headers: Headers
  /** Undefined when there is none, or it is not JSON. */
  readonly body: Body
  readonly text: string
}

const KEY = 'idempotency-key'
const RETRIES = 2
/** Doubles with each attempt; half of it is random, so that clients do not retry at the same time. */
const BACKOFF_MS = 250
/** When the server asks for a longer wait, the reply is returned to the caller. */
const WAIT_MAX_MS = 10_000
const TEMPORARY = new Set([502, 503, 504])

/** Sends until there is a reply that another attempt would not change. @throws ApiError `NO_REPLY`; the reason of an abort */
export async function sendRequest(options: ClientOptions, request: ApiRequest, signal?: AbortSignal): Promise<Reply> {
  const { retries = RETRIES, wait = pause, chance = random } = options
  const isRepeatable = request.method === 'GET' || hasKey(request.headers)
  for (let attempt = 0; ; attempt++) {
    const outcome = await exchange(options, request, signal)
    const waitMs = Math.max(backoff(attempt, chance), (retryAfterOf(outcome) ?? 0) * 1000)
    const isLast = attempt >= retries || !isRepeatable || !isTemporary(outcome) || waitMs > WAIT_MAX_MS
    if (!isLast) await wait(waitMs, signal)
    else if (outcome instanceof ApiError) throw outcome
    else return outcome
  }
}

/** The same, but throws for every error reply. @throws ApiError */
export async function sendForSuccess(
  options: ClientOptions,
  request: ApiRequest,
  signal?: AbortSignal,
): Promise<Reply> {
  const reply = await sendRequest(options, request, signal)
  if (reply.status < 400) return reply
  throw errorFor(reply.status, reply.body, {
    requestId: reply.headers.get('x-request-id') ?? undefined,
    retryAfter: retryAfterOf(reply),
    idempotencyKey: request.headers[KEY],
  })
}

/** @returns the reply, or the error `NO_REPLY` @throws the reason of an abort */
async function exchange(
  { baseUrl, credentials, headers, fetch: fetchReply = fetch }: ClientOptions,
  request: ApiRequest,
  signal: AbortSignal | undefined,
): Promise<Reply | ApiError> {
  try {
    const reply = await fetchReply(baseUrl + request.path, {
      method: request.method,
      headers: { ...headers, ...(credentials && { authorization: authorizationOf(credentials) }), ...request.headers },
      ...(request.body !== undefined && { body: request.body }),
      ...(signal && { signal }),
      // A redirect would send the credentials to another address.
      redirect: 'error',
    })
    const text = await reply.text()
    return { status: reply.status, headers: reply.headers, body: parsed(text), text }
  } catch (cause) {
    if (signal?.aborted) throw cause
    const message = `No reply from ${baseUrl}: ${(cause as Error).message}`
    return errorFor(0, { code: 'NO_REPLY', message }, { idempotencyKey: request.headers[KEY], cause })
  }
}

/** Whether another attempt may help; also when the key is in use, because an earlier attempt may still be running. */
const isTemporary = (outcome: Reply | ApiError): boolean =>
  outcome instanceof ApiError ||
  TEMPORARY.has(outcome.status) ||
  (outcome.status === 429 && retryAfterOf(outcome) !== undefined) ||
  (outcome.body as { code?: string } | undefined)?.code === 'IDEMPOTENCY_KEY_IN_USE'

const backoff = (attempt: number, chance: () => number): number => BACKOFF_MS * 2 ** attempt * (0.5 + chance() / 2)

const random = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] as number) / 2 ** 32

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

/** Seconds. */
function retryAfterOf(outcome: Reply | ApiError): number | undefined {
  if (outcome instanceof ApiError) return undefined
  const seconds = Number(outcome.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}

const hasKey = (headers: AnyInput['headers'] = {}) => Object.keys(headers).some((name) => name.toLowerCase() === KEY)

/** With an Idempotency-Key, where the operation takes one and retries need it. */
export function withKey({ retries = RETRIES }: ClientOptions, id: OperationId, input: AnyInput): AnyInput {
  const isGiven = input.idempotencyKey !== undefined || hasKey(input.headers)
  return retries > 0 && ROUTES[id].takesKey && !isGiven ? { ...input, idempotencyKey: newKey() } : input
}

/** 128 random bits. Not `crypto.randomUUID`, which browsers offer over https alone. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Value of the header `Authorization`. */
export function authorizationOf(credentials: Credentials): string {
  if ('accessToken' in credentials) return `Bearer ${credentials.accessToken}`
  return `Basic ${btoa(`${credentials.clientId}:${credentials.clientSecret}`)}`
}

/** A proxy may answer with something other than JSON. */
function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
