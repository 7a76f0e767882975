/** Settings of traces, under the names that OpenTelemetry gives them. */

export interface TracingSettings {
  /** Base address of the collector, without `/v1/traces`. */
  readonly endpoint: string
  /** Sent with every export. */
  readonly headers: Readonly<Record<string, string>>
  /** Share of traces that are recorded, 0 to 1. */
  readonly share: number
  readonly serviceName: string
}

export const TRACING_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    about: 'Address of an OpenTelemetry collector, without `/v1/traces`, for [traces](operating.md#traces)',
    default: 'none: nothing is traced',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    about: 'Headers of requests to the collector, `name=value` separated by commas',
    default: '',
  },
  OTEL_TRACES_SAMPLER_ARG: { about: 'Share of traces that are recorded, from 0 to 1', default: '1' },
  OTEL_SERVICE_NAME: { about: 'Name of the service in traces', default: 'causeway' },
} as const
