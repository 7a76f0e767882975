/**
 * LND client: its REST interface, with a macaroon, over TLS that trusts one certificate only. Sources: LND's
 * `lightning.swagger.json` and `router.swagger.json`.
 */
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'

/** LND answered with an error. Unlike a lost connection, this proves that it has refused the request. */
export class LndError extends Error {
  override name = 'LndError'
  readonly status: number
  /** gRPC status: 2 unknown, 3 invalid argument, 5 not found, 6 already exists. */
  readonly code: number
  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const NOT_FOUND = 5

export interface LndAccess {
  /** `https://127.0.0.1:8080` */
  readonly url: string
  /** The node's own certificate, PEM. */
  readonly certificate: string
  /** Hexadecimal. */
  readonly macaroon: string
  /** Time limit for a reply, and for the first message of a streaming one. */
  readonly timeoutMs?: number
}

type Method = 'GET' | 'POST'

export interface Lnd {
  /** @throws LndError; Error when there is no answer */
  call<Reply>(method: Method, path: string, body?: object): Promise<Reply>
  /**
   * The messages of a streaming reply. Ends when LND ends it, or after `forMs`; leaving the loop closes the connection.
   * @throws LndError; Error when the connection breaks, or no message has come when the time is over
   */
  stream<Message>(method: Method, path: string, options: StreamOptions): AsyncGenerator<Message>
}

export interface StreamOptions {
  readonly body?: object
  readonly forMs: number
  /** Ends the stream without an error. */
  readonly signal?: AbortSignal
}

const TIMEOUT_MS = 10_000
/** Far above the size of LND's replies. */
const REPLY_MAX_BYTES = 16 * 1024 * 1024

/** @throws Error for a text that is not a certificate */
export function lndAt({ url, certificate, macaroon, timeoutMs = TIMEOUT_MS }: LndAccess): Lnd {
  const pinned = new X509Certificate(certificate)
  const agent = new Agent({
    keepAlive: true,
    ca: certificate,
    minVersion: 'TLSv1.2',
    // The pinned certificate is the identity, whatever host names it has.
    checkServerIdentity: (_host, { fingerprint256 }) =>
      fingerprint256 === pinned.fingerprint256 ? undefined : new Error('The certificate is not the pinned one'),
  })
  const open = async (method: Method, path: string, body: object | undefined, signal: AbortSignal) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      'grpc-metadata-macaroon': macaroon,
      ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    }
    const sent = request(new URL(path, url), { method, headers, agent, signal })
    sent.on('error', () => {}) // an error after the head of the reply also reaches the reader
    sent.end(text)
    const [reply] = (await once(sent, 'response', { signal })) as [IncomingMessage]
    reply.on('error', () => {})
    if (reply.statusCode !== 200) throw errorIn(reply.statusCode as number, await readWhole(reply))
    return reply
  }
  return {
    async call<Reply>(method: Method, path: string, body?: object) {
      const reply = await open(method, path, body, AbortSignal.timeout(timeoutMs))
      return JSON.parse(await readWhole(reply)) as Reply
    },
    async *stream<Message>(method: Method, path: string, { body, forMs, signal }: StreamOptions) {
      const ended = new AbortController()
      const timer = setTimeout(() => ended.abort(), forMs)
      const end = () => ended.abort()
      signal?.addEventListener('abort', end)
      let messages = 0
      try {
        const reply = await open(method, path, body, ended.signal)
        for await (const line of linesOf(reply)) {
          const { result, error } = JSON.parse(line) as { result?: Message; error?: ErrorBody }
          if (error) throw errorFrom(200, error)
          messages++
          yield result as Message
        }
      } catch (error) {
        const isOver = ended.signal.aborted && (messages > 0 || signal?.aborted)
        if (!isOver) throw error
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', end)
        ended.abort()
      }
    },
  }
}

/** A hash in a path: LND reads bytes there as base64 for URLs. @param hash hexadecimal */
export const inPath = (hash: string): string =>
  encodeURIComponent(Buffer.from(hash, 'hex').toString('base64').replaceAll('+', '-').replaceAll('/', '_'))

/** Bytes in LND's replies are base64. @returns hexadecimal */
export const hexOf = (bytes: string): string => Buffer.from(bytes, 'base64').toString('hex')

interface ErrorBody {
  readonly code?: number
  readonly message?: string
}

const errorFrom = (status: number, { code = 2, message = 'no reason given' }: ErrorBody) =>
  new LndError(status, code, message.slice(0, 300))

/** @returns an Error that proves nothing where the body is not LND's: a proxy may have answered */
function errorIn(status: number, text: string): Error {
  try {
    const body = JSON.parse(text) as ErrorBody & { error?: ErrorBody }
    const error = typeof body.error === 'object' ? body.error : body
    if (typeof error.message === 'string') return errorFrom(status, error)
  } catch {}
  return new Error(`LND answered ${status}`)
}

async function readWhole(reply: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > REPLY_MAX_BYTES) throw new Error('The reply of LND is too large')
  }
  return Buffer.concat(chunks).toString()
}

/** One JSON text per line. */
async function* linesOf(reply: IncomingMessage): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, chunk])
    if (rest.length > REPLY_MAX_BYTES) throw new Error('The reply of LND is too large')
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      const line = rest.subarray(0, at).toString().trim()
      rest = rest.subarray(at + 1)
      if (line !== '') yield line
    }
  }
  const last = rest.toString().trim()
  if (last !== '') yield last
}
