/** HTTP server: routes generated from the contract, and replies for every other request. */
import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import type { OperationId } from '../../../contract/contract.ts'
import type { ErrorCode } from '../../../contract/error-codes.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { Operation } from '../../../contract/operation.ts'
import { Refusal, refuse } from '../../core/refusal.ts'
import type { Translate } from '../compatibility/grid.ts'
import { type Debit, slowedFailures } from '../limits/rate-limit.ts'
import type { LimitFigures } from '../limits/request-limits.ts'
import { type Caller, CallerRefused } from '../operations/handlers.ts'
import { ignoredFields } from '../operations/unknown-fields.ts'
import type { Exchange } from '../request-log/request-log.ts'
import { type SecurityLog, securityLog } from '../telemetry/security-log.ts'
import type { Tracing } from '../telemetry/tracing/tracing.ts'
import { FORM_LIMITS, readForm } from './form.ts'
import type { Answer, ReplyText } from './idempotency/idempotency.ts'
import type { Incoming } from './incoming.ts'
import { answerMalformedHttp } from './malformed-http.ts'
import type { Serve } from './pipeline.ts'
import { type Recording, recording } from './recording.ts'
import { finality, JSON_TYPE, type Refused, type RenderedError, renderError, renderRefusal } from './render-error.ts'
import { type Asked, operationAudit, operationEvents, refusalEvents } from './security-events.ts'

export const BASE_PATH = '/2025-10-13'

export interface ServerOptions {
  readonly log: Logger
  readonly limits?: LimitFigures | undefined
  /** Counts failed authentications over all processes; absent: in this one. */
  readonly debit?: Debit | undefined
  /** Addresses and networks whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: readonly string[] | undefined
  /** Address at which callers reach the service, for links to its documentation; undefined: not known. */
  readonly reachableOrigin: () => string | undefined
  /** Called after every reply: route pattern, method, status, duration in milliseconds. */
  readonly observe?: (route: string, method: string, status: number, ms: number) => void
  /** Where security events go; absent: to the log. */
  readonly security?: SecurityLog | undefined
  /** Traces requests; absent: they are not traced. */
  readonly tracing?: Pick<Tracing, 'addTo'> | undefined
  /** Called with every answered request of the API whose caller is known. */
  readonly record?: ((exchange: Exchange) => void) | undefined
  /** Rewrites the JSON of every reply of the API before it is sent; absent: none. */
  readonly translate?: Translate | undefined
  /** Reason to serve only health and metrics now; undefined: everything is served. */
  readonly clockFault?: (() => string | undefined) | undefined
}

const SERVED_ALWAYS: readonly (string | undefined)[] = ['/healthz', '/readyz', '/metrics']

/** A server without routes: errors, limits and request ids are in place. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { log, observe, translate, clockFault, limits, trustedProxies = [] } = options
  const docsOf = (code: ErrorCode) => {
    const origin = options.reachableOrigin()
    return origin && `${origin}/docs/errors#${code.toLowerCase()}`
  }
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Only the error handler logs per request, and it adds the request id itself.
    childLoggerFactory: (logger) => logger,
    bodyLimit: LIMITS.bodyBytes,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    // As long as a request line may be: an id that is too long is an unknown id (404).
    routerOptions: { maxParamLength: 16_384 },
    keepAliveTimeout: 65_000,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    // While the process ends, a request on an open connection is served, and its connection closed with the reply.
    return503OnClosing: false,
    genReqId: requestId,
    clientErrorHandler: (error, socket) => answerMalformedHttp(error, socket, { requestId: randomUUID(), docsOf }),
    // A path that cannot be decoded is an unknown path (404).
    frameworkErrors: (_error, request, reply) =>
      void sendError(
        reply.header('x-request-id', request.id),
        renderRefusal(pathNotFound(), { requestId: request.id, docsOf }),
      ),
  })
  options.tracing?.addTo(app)
  app.removeAllContentTypeParsers()
  // Bodies are parsed after authentication: an unauthenticated caller must not learn its faults.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => done(null, text))
  app.addContentTypeParser('*', ({ headers }, _payload, done) => {
    const empty = headers['content-length'] === '0' || (!headers['content-length'] && !headers['transfer-encoding'])
    done(null, empty ? undefined : new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json'))
  })
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    // Replies of the API contain secrets and personal data.
    if (isPrivate(request.raw.url as string)) reply.header('cache-control', 'no-store')
    next()
  })
  app.decorateRequest('caller')
  app.decorateRequest('refused', {
    getter() {
      return { requestId: this.id, docsOf }
    },
  })
  if (clockFault)
    app.addHook('onRequest', async (request) => {
      const reason = SERVED_ALWAYS.includes(request.routeOptions.url) ? undefined : clockFault()
      if (reason !== undefined) refuse('SERVICE_UNAVAILABLE', reason)
    })
  if (observe)
    app.addHook('onResponse', (request, reply, next) => {
      observe(request.routeOptions.url ?? 'unknown', request.method, reply.statusCode, reply.elapsedTime)
      next()
    })
  if (translate)
    app.addHook('onSend', ({ url }, reply, payload, done) => {
      const isOurs = url.startsWith(BASE_PATH) && reply.getHeader('content-type') === JSON_TYPE
      const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
      done(null, isOurs && isText ? translate(payload.toString()) : payload)
    })
  const security = options.security ?? securityLog(log)
  app.decorate('security', security)
  const closing = { isClosing: false }
  app.decorate('closing', closing)
  app.addHook('preClose', async () => void (closing.isClosing = true))
  app.decorate('record', recording(options.record ?? (() => {}), log))
  const logRefusal = refusalEvents(security)
  const slowed = slowedFailures(limits?.failuresPerMinute, options.debit)
  app.setErrorHandler((error, request, reply) => {
    const shown = error instanceof Refusal ? slowed(error, request.ip) : error
    if (shown instanceof Refusal) logRefusal(shown, { ...askedBy(request), ...callerOf(shown) })
    const answer = renderError(shown, request, log)
    app.record(request, reply, answer)
    return sendError(reply, answer)
  })
  return app
}

const isPrivate = (url: string): boolean => /^\/(20\d\d-|mcp|dashboard-api\/)/.test(url)

/** The part of a request that the security log records. */
const askedBy = (request: FastifyRequest): Asked => ({
  caller: request.caller,
  operation: `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
  address: request.ip,
  requestId: request.id,
})

/** Of a refusal before the caller was authenticated. */
const callerOf = (refusal: Refusal): Pick<Asked, 'caller'> | undefined =>
  refusal instanceof CallerRefused ? { caller: refusal.caller } : undefined

interface Served {
  /** Absent for an operation that is not built. */
  readonly id?: OperationId
  readonly operation: Pick<Operation, 'method' | 'path' | 'multipart'>
  readonly serve: Serve
}

/** Routes of the contract, each with its pipeline. */
export function addOperations(app: FastifyInstance, operations: readonly Served[]): void {
  addRoutes(
    app,
    operations.filter(({ operation }) => !operation.multipart),
  )
  // In a scope of their own: for all other operations a multipart form is 415.
  app.register(async (scope) => {
    await scope.register(multipart, { limits: FORM_LIMITS })
    addRoutes(
      scope,
      operations.filter(({ operation }) => operation.multipart),
    )
  })
}

function addRoutes(app: FastifyInstance, operations: readonly Served[]): void {
  for (const { id, operation, serve } of operations) {
    const logOperation = operationEvents(app.security, id)
    const auditOperation = operationAudit(id)
    app.route({
      method: operation.method,
      config: { operation: id },
      url: BASE_PATH + operation.path.replace(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        const url = request.raw.url as string
        const mark = url.indexOf('?')
        const answer = await serve({
          method: request.method,
          refused: request.refused,
          path: mark < 0 ? url : url.slice(0, mark),
          headers: request.headers,
          params: request.params as Record<string, string>,
          address: () => request.ip,
          query: mark < 0 ? NO_QUERY : new URLSearchParams(url.slice(mark + 1)),
          body: request.body as Incoming['body'],
          enter: (caller) => {
            request.caller = caller
          },
          audit: auditOperation?.(askedBy(request)),
          afterwards: (work) => reply.raw.once('close', work),
          ignore: (paths) => reply.header('ignored-fields', ignoredFields(paths)),
          form: operation.multipart && request.isMultipart() ? (keep) => readForm(request, keep) : undefined,
        })
        const body = typeof answer.body === 'function' ? answer.body() : answer.body
        logOperation?.(answer, askedBy(request), request.params as Record<string, string>, body)
        app.record(request, reply, { ...answer, body })
        // The connection was in use when the server closed the idle ones.
        if (app.closing.isClosing) reply.header('connection', 'close')
        // Commands of one batch resolve together: all replies are built before the first is sent, which wakes its client.
        await undefined
        return send(reply, answer, body)
      },
    })
  }
}

const NO_QUERY = new URLSearchParams()

/** Everything else: another method of a known path (405), or an unknown path (404). Added last. */
export function addFallback(app: FastifyInstance, operations: readonly Pick<Operation, 'method' | 'path'>[]): void {
  const known = operations.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${BASE_PATH}${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  app.setNotFoundHandler((request, reply) => {
    const path = (request.raw.url as string).split('?')[0] as string
    const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (methods.length === 0) {
      if (reply.sendNotFoundPage && isForPeople(request, path)) return reply.sendNotFoundPage()
      return sendError(reply, renderRefusal(pathNotFound(), request.refused))
    }
    reply.header('allow', methods.join(', '))
    return sendError(
      reply,
      renderRefusal(new Refusal('METHOD_NOT_ALLOWED', `Methods of this path: ${methods.join(', ')}`), request.refused),
    )
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly security: SecurityLog
    readonly record: Recording
    readonly closing: { isClosing: boolean }
  }
  interface FastifyRequest {
    /** The caller, once authenticated. */
    caller?: Caller
    readonly refused: Refused
  }
  interface FastifyReply {
    /** The page for an unknown path; set where the dashboard is served. */
    sendNotFoundPage?(): FastifyReply
  }
}

/** Whether to answer with a page: browsers list text/html first in Accept; programs get the JSON error. */
const isForPeople = ({ method, headers }: FastifyRequest, path: string): boolean =>
  method === 'GET' &&
  !path.startsWith(BASE_PATH) &&
  !path.startsWith('/dashboard-api/') &&
  /^text\/html\b/.test(headers.accept ?? '')

const pathNotFound = () => new Refusal('NOT_FOUND', 'No operation has this path')

function send(reply: FastifyReply, { status, replayed }: Answer, body: ReplyText | null): FastifyReply {
  reply.code(status)
  if (status >= 400) reply.headers(finality(status))
  if (replayed) reply.header('idempotent-replayed', 'true')
  if (body === null) return reply.send()
  return reply.header('content-type', JSON_TYPE).send(body)
}

function sendError(reply: FastifyReply, { status, body, headers }: RenderedError): FastifyReply {
  return reply.code(status).headers(headers).header('content-type', JSON_TYPE).send(body)
}

/** A caller's own request id is kept if it is a plain word, so that both sides find the request in their logs. */
function requestId({ headers }: { headers: Record<string, unknown> }): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
}

/** Serves an operation that is in the contract but not built. Authentication comes first, as everywhere. */
export const notBuilt =
  (authenticate: (incoming: Incoming) => unknown): Serve =>
  async (incoming) => {
    await authenticate(incoming)
    return refuse('NOT_IMPLEMENTED', 'This operation is not implemented')
  }
