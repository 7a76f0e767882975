/**
 * Tracing: spans of requests, of the batches and statements that they cause, and of webhooks, below each other. A job
 * that follows a batch at once is part of its trace; one that another process or a later time runs is not.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type TextMapPropagator,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Lane, Statement } from '../../../engine/database.ts'
import type { BatchTrace } from '../../../engine/engine.ts'
import { readsOver } from '../../db/dialect.ts'
import type { Store } from '../../db/store.ts'
import type { Post } from '../../egress/public-http.ts'

export interface Tracing {
  /** For the engine: a batch is below the first of its callers, and linked with the others. */
  readonly batches: BatchTrace
  /** A span for each request. To be called before other hooks are added. */
  addTo(server: FastifyInstance): void
  /** The store, with a span for each statement below a request or a batch. */
  store(store: Store): Store
  /** Requests to platforms, which carry their trace in `traceparent`. */
  post(post: Post): Post
  /** Sends the spans that were not sent yet. */
  close(): Promise<void>
}

interface Parts {
  readonly tracer: Tracer
  readonly propagator: TextMapPropagator
  close(): Promise<void>
}

/** Called so often that their spans would hide all others. */
const UNTRACED: readonly (string | undefined)[] = ['/healthz', '/readyz', '/metrics']

/** Names, ids and numbers only: no bodies, parameters, paths of platforms' addresses, or texts of errors. */
export function tracingWith({ tracer, propagator, close }: Parts): Tracing {
  const active = new AsyncLocalStorage<Span | undefined>()
  return {
    close,
    batches: batchesIn(active, tracer),
    ...databaseIn(active, tracer),
    addTo: (server) => addRequestSpans(server, { active, tracer, propagator }),
    post: (post) => (url, body, headers) => {
      const attributes = {
        'http.request.method': 'POST',
        'server.address': URL.canParse(url) ? new URL(url).host : '',
        'causeway.event_id': headers['webhook-id'] ?? '',
      }
      return inSpan({ active, tracer }, ['POST webhook', { kind: SpanKind.CLIENT, attributes }], async (span) => {
        if (!span) return post(url, body, headers)
        const carrier = { ...headers }
        propagator.inject(below(span), carrier, defaultTextMapSetter)
        const reply = await post(url, body, carrier)
        span.setAttribute('http.response.status_code', reply.status)
        return reply
      })
    },
  }
}

type Active = AsyncLocalStorage<Span | undefined>
type SpanArguments = [name: string, options: SpanOptions]

/** A span below the active one. Without one, the work is not traced. */
async function inSpan<Result>(
  { active, tracer }: { readonly active: Active; readonly tracer: Tracer },
  [name, options]: SpanArguments,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const parent = active.getStore()
  if (!parent) return work(undefined)
  const span = tracer.startSpan(name, options, below(parent))
  return await active.run(span, () => ending(span, work(span)))
}

const batchesIn = (active: Active, tracer: Tracer): BatchTrace => ({
  origin: () => active.getStore(),
  commit(platformId, origins, work) {
    const [first, ...others] = [...new Set(origins as (Span | undefined)[])].filter((span) => span !== undefined)
    // Otherwise it would count as a part of the batch that ended before it.
    if (!first) return active.run(undefined, work)
    const links = others.map((span) => ({ context: span.spanContext() }))
    const attributes = { 'causeway.platform_id': platformId, 'causeway.batch.commands': origins.length }
    const span = tracer.startSpan('batch', { kind: SpanKind.INTERNAL, links, attributes }, below(first))
    return active.run(span, () => ending(span, work()))
  },
})

const sql = (name: string, attributes: SpanOptions['attributes']): SpanArguments => [
  name,
  { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql', ...attributes } },
]
const packet = (statements: readonly Statement[], name = statements[0]?.name || 'statement') =>
  sql(name, { 'causeway.statements': statements.map((statement) => statement.name) })

function databaseIn(active: Active, tracer: Tracer): Pick<Tracing, 'store'> {
  const traced = { active, tracer }
  /** One span for each packet, and one for the last, which commits. */
  const lane = (inner: Lane): Lane => ({
    async atomic(work, platformId) {
      const parent = active.getStore()
      if (!parent) return inner.atomic(work, platformId)
      let commit: Span | undefined
      const committed = inner.atomic(async (send) => {
        const last = await work((statements) => inSpan(traced, packet(statements), () => send(statements)))
        commit = tracer.startSpan(...packet(last, 'commit'), below(parent))
        return last
      }, platformId)
      await committed.then(
        () => commit?.end(),
        (error) => commit && failed(commit, error),
      )
      return committed
    },
  })
  const stores = new WeakMap<Store, Store>()
  const store = (inner: Store): Store => {
    const known = stores.get(inner)
    if (known) return known
    const query: Store['query'] = (text, values, name) =>
      inSpan(traced, sql(name ?? 'read', { 'db.query.text': text }), () => inner.query(text, values, name))
    const made: Store = {
      ...inner,
      query,
      reads: readsOver(query),
      lanes: inner.lanes.map(lane),
      transaction: (work) => inSpan(traced, sql('transaction', {}), () => inner.transaction(work)),
      forPlatform: (platformId) => store(inner.forPlatform(platformId)),
    }
    stores.set(inner, made)
    return made
  }
  return { store }
}

function addRequestSpans(
  server: FastifyInstance,
  { active, tracer, propagator }: Pick<Parts, 'tracer' | 'propagator'> & { readonly active: Active },
): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  server.addHook('onRequest', (request, _reply, next) => {
    const route = request.routeOptions.url
    if (UNTRACED.includes(route)) return next()
    const caller = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
    const attributes = {
      'http.request.method': request.method,
      ...(route !== undefined && { 'http.route': route }),
      'causeway.request_id': request.id,
    }
    const name = `${request.method} ${route ?? 'unknown'}`
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, caller)
    spans.set(request, span)
    active.run(span, next)
  })
  // A body is read in the context of its connection.
  server.addHook('preValidation', (request, _reply, next) => active.run(spans.get(request), next))
  server.addHook('onResponse', (request, reply, next) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    next()
  })
}

const below = (span: Span): Context => trace.setSpan(ROOT_CONTEXT, span)

async function ending<Result>(span: Span, work: Promise<Result>): Promise<Result> {
  try {
    const result = await work
    span.end()
    return result
  } catch (error) {
    failed(span, error)
    throw error
  }
}

/** Only the kind of error: its text can contain personal data. */
function failed(span: Span, error: unknown): void {
  const { code, name } = error as { readonly code?: string; readonly name?: string }
  span.setAttribute('error.type', code ?? name ?? 'unknown')
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
