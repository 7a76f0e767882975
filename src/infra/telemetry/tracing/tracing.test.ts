/** Trace tests: what a collector receives of a payment, and what is left out. */
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../../contract/contract.ts'
import { API_VERSION } from '../../../../contract/openapi.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../../../../test/harness/cast.ts'
import { openReceiver, type Receiver } from '../../../../test/harness/receiver.ts'
import { openTracing } from './otlp.ts'
import type { TracingSettings } from './settings.ts'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[]
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
}

const TRACE = {
  quote: 'a'.repeat(32),
  read: 'e'.repeat(32),
  // Of requests at the same time, more than have a batch each.
  deposits: Array.from({ length: 20 }, (_, i) => `${i}`.padStart(32, 'd')),
}
/** Name of the request's span. */
const EXECUTE = `POST /${API_VERSION}${contract.executeQuote.path.replace(/\{(\w+)\}/, ':$1')}`
const from = (trace: string) => ({ traceparent: `00-${trace}-00f067aa0ba902b7-01` })

describe('traces', () => {
  let collector: Receiver
  let receiver: Receiver
  let app: TestApp
  const settings = (): TracingSettings => ({
    endpoint: collector.url,
    headers: { 'api-key': 'of-the-collector' },
    share: 1,
    serviceName: 'causeway-test',
  })
  const received = () => collector.received.map(({ bytes }) => bytes.toString())
  const spans = (): Span[] =>
    collector.received.flatMap(({ event }) =>
      event.resourceSpans.flatMap((resource: any) => resource.scopeSpans.flatMap((scope: any) => scope.spans)),
    )
  const ofTrace = (trace: string) => spans().filter(({ traceId }) => traceId === trace)
  const named = (trace: string, name: string) => ofTrace(trace).filter((span) => span.name === name)
  const attribute = (span: Span | undefined, name: string) =>
    Object.values(span?.attributes.find(({ key }) => key === name)?.value ?? {})[0]
  /** Its name, after those of the spans above it. */
  const pathOf = (span: Span | undefined): string[] =>
    span ? [...pathOf(spans().find(({ spanId }) => spanId === span.parentSpanId)), span.name] : []

  beforeAll(async () => {
    collector = await openReceiver()
    receiver = await openReceiver()
    const tracing = openTracing(settings(), pino({ level: 'silent' }))
    app = await testApp({ tracing })
    await app.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
    const dollars = await accountOf(app, 'northwind', 'USD')
    const quote = await quoteBetween(app, dollars.id, await clabe(app, '719'))
    await app.settle()
    await app.ok('executeQuote', { params: { quoteId: quote.id }, headers: from(TRACE.quote) })
    await app.settle()
    await Promise.all(
      TRACE.deposits.map((trace) =>
        app.ok('sandboxFundInternalAccount', {
          params: { accountId: dollars.id },
          body: { amount: 100 },
          headers: from(trace),
        }),
      ),
    )
    await app.call('getQuoteById', {
      params: { quoteId: `Quote:${dollars.id.slice(-36)}` },
      headers: from(TRACE.read),
    })
    await app.settle()
    await app.close()
    await tracing.close()
  })
  afterAll(() => Promise.all([collector.close(), receiver.close()]))

  it('continue the trace of the caller, with the route, the status and the id of the request', () => {
    const [request] = named(TRACE.quote, EXECUTE)
    expect(request?.parentSpanId).toBe('00f067aa0ba902b7')
    expect(attribute(request, 'http.response.status_code')).toBe(200)
    expect(attribute(request, 'causeway.request_id')).toMatch(/^[\w-]{36}$/)
  })

  it('show the batch of a request with its statements and its commit', () => {
    const [batch] = named(TRACE.quote, 'batch')
    expect(pathOf(batch)).toEqual([EXECUTE, 'batch'])
    const below = ofTrace(TRACE.quote).filter(({ parentSpanId }) => parentSpanId === batch?.spanId)
    expect(below.map(({ name }) => name)).toContain('commit')
  })

  it('show the job that follows at once, its batches, and the webhooks, which carry the trace on', () => {
    const webhooks = named(TRACE.quote, 'POST webhook')
    const ids = webhooks.map((span) => attribute(span, 'causeway.event_id'))
    // PENDING happened with the quote, before this trace.
    const ofPayment = receiver.received.filter(({ event }) =>
      /^OUTGOING_PAYMENT\.(PROCESSING|COMPLETED)$/.test(event.type),
    )
    expect(ofPayment.map(({ event }) => event.type)).toContain('OUTGOING_PAYMENT.COMPLETED')
    expect(ids).toEqual(expect.arrayContaining(ofPayment.map(({ event }) => event.id)))
    expect(pathOf(webhooks[0]).slice(0, 2)).toEqual([EXECUTE, 'batch'])
    for (const { headers } of ofPayment) expect(headers.traceparent).toContain(TRACE.quote)
  })

  it('link the requests that share a batch', () => {
    const requests = new Map(
      TRACE.deposits.map((trace) => [trace, ofTrace(trace).find(({ name }) => name.startsWith('POST /'))?.spanId]),
    )
    const isRequest = ({ traceId, spanId }: { traceId: string; spanId?: string | undefined }) =>
      spanId !== undefined && requests.get(traceId) === spanId
    const batches = spans().filter(({ name }) => name === 'batch')
    const callers = batches.flatMap(({ traceId, parentSpanId, links = [] }) => [
      { traceId, spanId: parentSpanId },
      ...links,
    ])
    const traced = callers.filter(isRequest).map(({ traceId }) => traceId)
    expect(new Set(traced)).toEqual(new Set(TRACE.deposits))
    expect(batches.some(({ links }) => links?.some(isRequest))).toBe(true)
  })

  it('show reads with their statements, without the values', () => {
    const texts = ofTrace(TRACE.read).map((span) => attribute(span, 'db.query.text'))
    expect(texts).toContainEqual(expect.stringContaining('$1'))
  })

  it('hold no secrets, no personal data, and no path of an address of a platform', () => {
    const text = received().join()
    const { clientSecret, webhookSecret } = app.platform
    const places = [clientSecret, webhookSecret, 'of-the-collector', '032180', 'Northwind', '/receiver']
    for (const secret of places) expect(text.includes(secret), secret).toBe(false)
    expect(collector.received[0]?.headers['api-key']).toBe('of-the-collector')
    expect(collector.received[0]?.path).toBe('/receiver/v1/traces')
    expect(text).toContain('causeway-test')
  })

  it('do not exist without a collector', async () => {
    const plain = await testApp()
    receiver.received.length = 0
    await plain.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
    await plain.ok('sandboxFundInternalAccount', {
      params: { accountId: (await accountOf(plain, 'northwind', 'USD')).id },
      body: { amount: 100 },
      headers: from(TRACE.quote),
    })
    await plain.settle()
    await plain.close()
    expect(receiver.received.length).toBeGreaterThan(0)
    for (const { headers } of receiver.received) expect(headers.traceparent).toBeUndefined()
  })

  it('are lost with a warning where the collector refuses them, and the service goes on', async () => {
    const warnings: string[] = []
    collector.answer = 400
    const tracing = openTracing(settings(), pino({ level: 'warn' }, { write: (line: string) => warnings.push(line) }))
    const traced = await testApp({ tracing })
    await accountOf(traced, 'northwind', 'USD')
    await traced.close()
    await tracing.close()
    expect(warnings.join()).toContain('traces were lost')
    expect(warnings.join()).not.toContain('of-the-collector')
  })
})
