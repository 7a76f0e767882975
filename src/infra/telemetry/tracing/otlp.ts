/** Traces over OTLP: loaded only where an endpoint is configured. */
import { DiagLogLevel, diag } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { TracingSettings } from './settings.ts'
import { type Tracing, tracingWith } from './tracing.ts'

/** Spans are sent every five seconds, and at the end; what a collector does not accept is lost, with a warning in the log. */
export function openTracing({ endpoint, headers, share, serviceName }: TracingSettings, log: Logger): Tracing {
  const warn = () => log.warn('traces were lost: the collector does not accept them')
  diag.setLogger(
    { error: warn, warn, info() {}, debug() {}, verbose() {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, headers: { ...headers } })
  const sampler = new TraceIdRatioBasedSampler(share)
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName })),
    // By the trace id alone: callers must not decide how much is recorded.
    sampler: new ParentBasedSampler({
      root: sampler,
      remoteParentSampled: sampler,
      remoteParentNotSampled: sampler,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  return tracingWith({
    tracer: provider.getTracer('causeway'),
    propagator: new W3CTraceContextPropagator(),
    close: () => provider.shutdown().catch(warn),
  })
}
