/** MCP routes: MCP over streamable HTTP at /mcp, authenticated by the access token of an agent. */
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
  /** Address at which browsers reach this process. */
  readonly origin: () => string
  /** Whether the dashboard, where people approve actions, is served. */
  readonly hasDashboard: () => boolean
}

/** Maximum number of streams that one agent may have open in one process. */
const STREAMS_MAX = 16

export function addMcpRoutes(server: FastifyInstance, { authenticate, origin, hasDashboard }: Needs): void {
  let isEnding = false
  /** Open streams: the function that ends each → its agent. */
  const streams = new Map<() => void, string>()
  server.addHook('preClose', async () => {
    isEnding = true
    for (const end of streams.keys()) end()
  })

  const approvalPage = async (actionId?: string) => {
    const query = actionId === undefined ? '' : `?action=${encodeURIComponent(actionId)}`
    return hasDashboard() ? origin() + APPROVALS_PAGE + query : undefined
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, agentId: string, message?: unknown) {
    // Loaded with the first request, to keep MCP out of the memory of installations without agents.
    const { exchangeOverHttp } = await import('../../mcp/over-http.ts')
    const ask = askInProcess(server, request)
    const parts = { ask, approvalPage, version: API_VERSION, isEnding: () => isEnding }
    const exchange = await exchangeOverHttp(parts, toWebRequest(request, origin()), message)
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

  const authenticateAgent = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    refuseOtherSites(request, origin())
    const { authorization } = request.headers
    try {
      return (await authenticate({ headers: request.headers } as Incoming)).tokenId
    } catch (refusal) {
      // RFC 6750 §3.1: a request without a token gets the challenge without an error code.
      if ((refusal as Refusal).status === 401)
        reply.header('www-authenticate', authorization ? 'Bearer error="invalid_token"' : 'Bearer')
      throw refusal
    }
  }

  server.post('/mcp', async (request, reply) => {
    const agentId = await authenticateAgent(request, reply)
    return answer(request, reply, agentId, messageIn(request.body as Incoming['body']))
  })

  server.get('/mcp', { exposeHeadRoute: false }, async (request, reply) => {
    const agentId = await authenticateAgent(request, reply)
    if ([...streams.values()].filter((owner) => owner === agentId).length >= STREAMS_MAX)
      throw new Refusal('RATE_LIMITED', `An agent may have ${STREAMS_MAX} streams open`, { retryAfterSeconds: 60 })
    return answer(request, reply, agentId)
  })

  server.route({
    method: ['DELETE', 'PATCH', 'PUT'],
    url: '/mcp',
    handler: async (_request, reply) => {
      reply.header('allow', 'GET, POST')
      throw new Refusal('METHOD_NOT_ALLOWED', 'This path accepts GET and POST; there are no sessions to delete')
    },
  })
}

/**
 * Refuses requests from pages of other sites, also those whose name resolves to this machine (DNS rebinding).
 * @param origin address at which browsers reach this process
 * @throws Refusal FORBIDDEN
 */
function refuseOtherSites({ headers, socket }: FastifyRequest, origin: string): void {
  const isOwn = (url: string) => {
    if (!URL.canParse(url)) return false
    const { hostname, port } = new URL(url)
    return url === origin || (LOOPBACK.has(hostname) && port === String(socket.localPort))
  }
  if (headers.origin !== undefined && !isOwn(headers.origin))
    throw new Refusal(
      'FORBIDDEN',
      'Requests from pages of other sites are refused: the header Origin names another site',
    )
  if (!LOOPBACK_ADDRESS.test(socket.localAddress ?? '')) return
  // Another host name on a loopback address is DNS rebinding, or a proxy, whose name is in CAUSEWAY_PUBLIC_URL.
  const host = `http://${headers.host}`
  const name = URL.canParse(host) ? new URL(host).hostname : ''
  if (!LOOPBACK.has(name) && name !== new URL(origin).hostname)
    throw new Refusal('FORBIDDEN', 'The header Host names another site; behind a proxy, set CAUSEWAY_PUBLIC_URL')
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/

/** Body of a request: one JSON-RPC message (the protocol has no batches since 2025-06-18). @throws Refusal INVALID_INPUT, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE */
function messageIn(body: Incoming['body']): unknown {
  if (body instanceof Refusal) throw body
  const message = parseJson(body ?? '')
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    refuseField('INVALID_INPUT', 'body', 'must be one JSON-RPC message')
  return message
}

const FORWARDED = ['accept', 'content-type', 'mcp-protocol-version'] as const

const toWebRequest = ({ method, headers }: FastifyRequest, origin: string): Request =>
  new Request(`${origin}/mcp`, {
    method,
    headers: FORWARDED.flatMap((name): [string, string][] => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  })

/** Calls the API of this server in process, through the whole pipeline: the same checks as for any other request. */
const askInProcess =
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
