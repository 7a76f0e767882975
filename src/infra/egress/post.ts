/** Egress: requests to URLs that customers choose reach public addresses only, whatever a name resolves to. */
import { lookup as resolveByName } from 'node:dns/promises'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopback, isPublic } from './addresses.ts'

const TIMEOUT_MS = 15_000
const REPLY_MAX_BYTES = 64 * 1024
const IDLE_MS = 30_000

export interface PostReply {
  readonly status: number
  /** The first 64 KB at most. */
  readonly body: string
}

/**
 * Posts a body and reads the reply, whatever its status; redirects are not followed.
 * @throws EgressRefused before anything was sent; NoAnswer when there is no reply in time; Error when the connection
 * fails (see `reasonOf`)
 */
export type Post = (url: string, body: string, headers: Headers) => Promise<PostReply>
/** The same without a body. */
export type Get = (url: string) => Promise<PostReply>
type Headers = Readonly<Record<string, string>>

/** What is sent besides the headers that go with it. */
interface Content {
  readonly method: 'GET' | 'POST'
  readonly body: string
  readonly headers: Headers
}

/** The address may not be called; the message says why, without the address. */
export class EgressRefused extends Error {
  override name = 'EgressRefused'
}

/** No reply in time: unlike a refused connection, it took the whole timeout. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

interface Address {
  readonly address: string
  readonly family: number
}

export interface PostOptions {
  /** Permits this machine itself, and http beside https: for sandboxes. */
  readonly allowLoopback: boolean
  /** For the whole attempt, from DNS to the end of the reply. */
  readonly timeoutMs?: number
  readonly resolve?: (host: string) => Promise<readonly Address[]>
}

const THIS_MACHINE: readonly Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]
/** Names below `localhost` are this machine (RFC 6761), but not every resolver knows them. */
const resolveAll = async (host: string) =>
  host.endsWith('.localhost') ? THIS_MACHINE : resolveByName(host, { all: true })

export const guardedPost = (options: PostOptions): Post => guardedRequests(options).post

/** Both kinds of request, over the same connections. */
export function guardedRequests({ allowLoopback, timeoutMs = TIMEOUT_MS, resolve = resolveAll }: PostOptions): {
  readonly get: Get
  readonly post: Post
} {
  const isPermitted = (address: string) => isPublic(address) || (allowLoopback && isLoopback(address))
  // Used only with the guarded lookup. Own agents ignore proxy variables of the environment.
  const plain = { send: request, agent: new Agent({ keepAlive: true, timeout: IDLE_MS }) }
  const secure = { send: tlsRequest, agent: new TlsAgent({ keepAlive: true, timeout: IDLE_MS }) }

  /** The connection is made to the address that was checked: DNS cannot change it in between (no rebinding). */
  const lookup: LookupFunction = (host, { all }, done) => {
    const guarded = resolve(host).then((addresses) => {
      const [first] = addresses
      if (!first) throw new Error('The host name resolves to no address')
      if (!addresses.every(({ address }) => isPermitted(address))) throw notPublic()
      return { first, addresses: [...addresses] }
    })
    guarded.then(
      ({ first, addresses }) => (all ? done(null, addresses) : done(null, first.address, first.family)),
      (error) => done(error, ''),
    )
  }

  function permittedUrl(text: string): URL {
    if (!URL.canParse(text)) throw new EgressRefused('The address is not a URL')
    const url = new URL(text)
    if (url.protocol !== 'https:' && !(allowLoopback && url.protocol === 'http:'))
      throw new EgressRefused('The address must begin with https://')
    if (url.username || url.password) throw new EgressRefused('The address must not contain credentials')
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) && !isPermitted(host)) throw notPublic() // there is no lookup to guard
    return url
  }

  async function open(url: URL, content: Content, signal: AbortSignal): Promise<IncomingMessage> {
    const { send, agent } = url.protocol === 'https:' ? secure : plain
    const { method, body, headers } = content
    const sent = send(url, { method, headers, agent, lookup, signal })
    sent.on('error', () => {}) // one that comes after the reply's head reaches its reader as well
    sent.on('upgrade', (_, socket) => {
      socket.destroy()
      sent.emit('error', new Error('The reply is not HTTP'))
    })
    sent.end(body)
    try {
      const [reply] = await once(sent, 'response', { signal })
      return reply as IncomingMessage
    } catch (error) {
      // The other side had closed the kept connection when this was sent.
      if (sent.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET') return open(url, content, signal)
      throw error
    }
  }

  const exchange = async (text: string, content: Content): Promise<PostReply> => {
    const url = permittedUrl(text)
    const ended = new AbortController()
    const { signal } = ended
    // `AbortSignal.timeout` would keep its timer and listeners until the time is over, also after a reply.
    const timer = setTimeout(() => ended.abort(), timeoutMs)
    try {
      const reply = await open(url, content, signal)
      return { status: reply.statusCode as number, body: await beginningOf(reply) }
    } catch (error) {
      if (signal.aborted) throw new NoAnswer(`No answer within ${timeoutMs / 1000} seconds`)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    get: (url) => exchange(url, { method: 'GET', body: '', headers: {} }),
    post: (url, body, headers) =>
      exchange(url, {
        method: 'POST',
        body,
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      }),
  }
}

/** Why a post failed, as a sentence for the owner of the address. */
export function reasonOf(error: unknown): string {
  const { message, code, errors } = error as NodeJS.ErrnoException & { errors?: unknown[] }
  if (message) return message.slice(0, 300)
  return errors?.[0] ? reasonOf(errors[0]) : (code ?? 'The connection failed') // tried at several addresses
}

const notPublic = () => new EgressRefused('The address is not on the public network')

async function beginningOf(reply: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= REPLY_MAX_BYTES) break // closes the connection
  }
  const bytes = Buffer.concat(chunks).subarray(0, REPLY_MAX_BYTES)
  return new TextDecoder().decode(bytes, { stream: true }) // without half a character at the end
}
