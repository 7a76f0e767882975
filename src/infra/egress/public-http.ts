/** Egress: requests to URLs that customers choose reach public addresses only, whatever a name resolves to. */
import { lookup as resolveByName } from 'node:dns/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { elapsed } from '../../core/clock.ts'
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

/** Method, body and headers of a request. */
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
  /** Permits this machine itself, and http in addition to https: for sandboxes. */
  readonly allowLoopback: boolean
  /** For the whole attempt, from DNS to the end of the reply. */
  readonly timeoutMs?: number
  readonly resolve?: (host: string) => Promise<readonly Address[]>
  readonly hosts?: HostTable
}

/**
 * Origin to connect to for a host with its port, in place of the host's own address: `http://127.0.0.1:4800`. Undefined:
 * no entry. The request keeps its path and its `Host`, as behind a reverse proxy. Entries are not checked to be public,
 * so a caller of the service must not be able to choose them.
 */
export type HostTable = (host: string) => Promise<string | undefined>

const THIS_MACHINE: readonly Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]
/** Names below `localhost` are this machine (RFC 6761), but not every resolver knows them. */
const resolveAll = async (host: string) =>
  host.endsWith('.localhost') ? THIS_MACHINE : resolveByName(host, { all: true })

export const guardedPost = (options: PostOptions): Post => guardedRequests(options).post

/** Both kinds of request, over the same connections. */
export function guardedRequests({ allowLoopback, timeoutMs = TIMEOUT_MS, resolve = resolveAll, hosts }: PostOptions): {
  readonly get: Get
  readonly post: Post
} {
  const isPermitted = (address: string) => isPublic(address) || (allowLoopback && isLoopback(address))
  // Used only with the guarded lookup. These agents ignore proxy variables of the environment.
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
    if (isIP(host) && !isPermitted(host)) throw notPublic() // an IP address is not looked up
    return url
  }

  /** One request and its reply. By events: with streams, signals and iterators it takes twice the CPU. */
  function exchangeBy(deadline: number, url: URL, content: Content): Promise<PostReply> {
    const { send, agent } = url.protocol === 'https:' ? secure : plain
    const { method, body, headers } = content
    return new Promise((resolveReply, reject) => {
      const sent = send(url, { method, headers, agent, lookup })
      let isLate = false
      let isAnswered = false
      const timer = setTimeout(() => {
        isLate = true
        sent.destroy(new Error())
      }, deadline - elapsed())
      const fail = (error: NodeJS.ErrnoException) => {
        clearTimeout(timer)
        if (isLate) reject(new NoAnswer(`No answer within ${timeoutMs / 1000} seconds`))
        // The other side had closed the kept connection when this was sent.
        else if (sent.reusedSocket && error.code === 'ECONNRESET' && !isAnswered)
          resolveReply(exchangeBy(deadline, url, content))
        else reject(error)
      }
      sent.on('error', fail)
      sent.on('upgrade', (_, socket) => {
        socket.destroy()
        fail(new Error('The reply is not HTTP'))
      })
      sent.on('response', (reply) => {
        isAnswered = true
        const end = (beginning: string) => {
          clearTimeout(timer)
          resolveReply({ status: reply.statusCode as number, body: beginning })
        }
        readBeginning(reply, end, fail)
      })
      sent.end(body)
    })
  }

  const exchange = async (text: string, content: Content): Promise<PostReply> => {
    const deadline = elapsed() + timeoutMs
    const url = permittedUrl(text)
    const origin = await hosts?.(url.host)
    if (origin === undefined) return exchangeBy(deadline, url, content)
    const headers = { ...content.headers, host: url.host }
    return exchangeBy(deadline, new URL(url.pathname + url.search, origin), { ...content, headers })
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

function readBeginning(reply: IncomingMessage, end: (text: string) => void, fail: (error: Error) => void): void {
  const chunks: Buffer[] = []
  let size = 0
  const finish = () => end(size === 0 ? '' : beginningOf(Buffer.concat(chunks)))
  reply.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size < REPLY_MAX_BYTES) return
    finish()
    reply.destroy() // and with it the connection
  })
  reply.on('end', finish)
  reply.on('error', fail)
}

/** Without half a character at the end. */
const beginningOf = (bytes: Buffer) => new TextDecoder().decode(bytes.subarray(0, REPLY_MAX_BYTES), { stream: true })
