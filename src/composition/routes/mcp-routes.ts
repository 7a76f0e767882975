/** Owns where language models come in: MCP over streamable HTTP, beside the API, with the access token of an agent. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requestFor } from '../../../client/request.ts'
import { APPROVALS_PAGE } from '../../../contract/dashboard.ts'
import { API_VERSION } from '../../../contract/openapi.ts'
import { Refusal, refuseField } from '../../core/refusal.ts'
import type { Incoming } from '../../infra/http/incoming.ts'
import { parseJson } from '../../infra/http/json-body.ts'
import { BASE_PATH } from '../../infra/http/server.ts'
import type { Caller } from '../../infra/operations/handlers.ts'
import type { Ask } from '../../mcp/ask.ts'

interface Needs {
  /** @throws Refusal UNAUTHORIZED */
  readonly authenticate: (incoming: Incoming) => Promise<Caller>
  /** Where browsers reach this process. */
  readonly origin: () => string
  /** Whether there is a page on which people approve. */
  readonly hasDashboard: () => boolean
}

/** Streams that one agent may hold open in one process. */
const STREAMS_MAX = 16

export function addMcpRoutes(server: FastifyInstance, { authenticate, origin, hasDashboard }: Needs): void {
  let isEnding = false
  /** What ends each stream that is open, and whose it is. */
  const streams = new Map<() => void, string>()
  server.addHook('preClose', async () => {
    isEnding = true
    for (const end of streams.keys()) end()
  })

  const approvalPage = async (actionId?: string) => {
    const chosen = actionId === undefined ? '' : `?action=${encodeURIComponent(actionId)}`
    return hasDashboard() ? origin() + APPROVALS_PAGE + chosen : undefined
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, agentId: string, message?: unknown) {
    // Nothing of it is in memory before the first agent comes.
    const { exchangeOverHttp } = await import('../../mcp/over-http.ts')
    const ask = askWithin(server, request)
    const parts = { ask, approvalPage, version: API_VERSION, isEnding: () => isEnding }
    const exchange = await exchangeOverHttp(parts, asWebRequest(request, origin()), message)
    const end = () => {
      streams.delete(end)
      exchange.end()
    }
    const isStream = request.method === 'GET'
    if (isStream) streams.set(end, agentId)
    if (reply.raw.destroyed || (isStream && isEnding)) end()
    else reply.raw.on('close', end)
    return exchange.response
  }

  const enter = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    refuseOtherSites(request, origin())
    const { authorization } = request.headers
    try {
      return (await authenticate({ headers: request.headers } as Incoming)).tokenId
    } catch (refusal) {
      // RFC 6750 §3.1: whoever sends no token is told of no error.
      if ((refusal as Refusal).status === 401)
        reply.header('www-authenticate', authorization ? 'Bearer error="invalid_token"' : 'Bearer')
      throw refusal
    }
  }

  server.post('/mcp', async (request, reply) => {
    const agentId = await enter(request, reply)
    return answer(request, reply, agentId, messageIn(request.body as Incoming['body']))
  })

  server.get('/mcp', { exposeHeadRoute: false }, async (request, reply) => {
    const agentId = await enter(request, reply)
    if ([...streams.values()].filter((whose) => whose === agentId).length >= STREAMS_MAX)
      throw new Refusal('RATE_LIMITED', `An agent may hold ${STREAMS_MAX} streams open`, { retryAfterSeconds: 60 })
    return answer(request, reply, agentId)
  })

  server.route({
    method: ['DELETE', 'PATCH', 'PUT'],
    url: '/mcp',
    handler: async (_request, reply) => {
      reply.header('allow', 'GET, POST')
      throw new Refusal('METHOD_NOT_ALLOWED', 'This path takes GET, POST; there are no sessions to end')
    },
  })
}

/**
 * Keeps pages of other sites out, whose names may be pointed to this machine (DNS rebinding).
 * @param origin where browsers reach this process
 */
function refuseOtherSites({ headers, socket }: FastifyRequest, origin: string): void {
  const isOurs = (url: string) => {
    if (!URL.canParse(url)) return false
    const { hostname, port } = new URL(url)
    return url === origin || (LOOPBACK.has(hostname) && port === String(socket.localPort))
  }
  if (headers.origin !== undefined && !isOurs(headers.origin))
    throw new Refusal('FORBIDDEN', 'Pages of other sites may not call this; the header Origin is not ours')
  if (!LOOPBACK_ADDRESS.test(socket.localAddress ?? '')) return
  // Whoever reaches a loopback address by another name was led there, or comes by a proxy that the operator knows.
  const host = `http://${headers.host}`
  const name = URL.canParse(host) ? new URL(host).hostname : ''
  if (!LOOPBACK.has(name) && name !== new URL(origin).hostname)
    throw new Refusal('FORBIDDEN', 'The header Host is not ours; behind a proxy, set CAUSEWAY_PUBLIC_URL')
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/

/** One message a request, as the protocol has it since 2025-06-18. @throws Refusal INVALID_INPUT, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE */
function messageIn(body: Incoming['body']): unknown {
  if (body instanceof Refusal) throw body
  const message = parseJson(body ?? '')
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    refuseField('INVALID_INPUT', 'body', 'must be one message of JSON-RPC')
  return message
}

const PASSED_ON = ['accept', 'content-type', 'mcp-protocol-version'] as const

const asWebRequest = ({ method, headers }: FastifyRequest, origin: string): Request =>
  new Request(`${origin}/mcp`, {
    method,
    headers: PASSED_ON.flatMap((name): [string, string][] => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  })

/** Asks this very server, by the way of every request: nothing that holds there is left out here. */
const askWithin =
  (server: FastifyInstance, { headers, id, ip }: FastifyRequest): Ask =>
  async (operationId, input = {}) => {
    const { method, path, headers: own, body } = requestFor(operationId, input)
    const reply = await server.inject({
      method,
      url: BASE_PATH + path,
      headers: { ...own, authorization: headers.authorization as string, 'x-request-id': id },
      ...(body !== undefined && { payload: body as string }),
      remoteAddress: ip,
    })
    return {
      status: reply.statusCode,
      body: reply.payload === '' ? undefined : JSON.parse(reply.payload),
      ignored: reply.headers['ignored-fields'] as string | undefined,
    }
  }
