/** Prometheus metrics: requests by route, batches, jobs, and the database's response time. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Clock, elapsed } from '../../core/clock.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Store } from '../db/store.ts'
import type { Runner } from '../jobs/runner.ts'
import { addJobGauges } from './job-gauges.ts'
import { addMoneyGauges, type MoneyFigures } from './money-gauges.ts'

export interface Metrics {
  observe(route: string, method: string, status: number, ms: number): void
  /** In Prometheus' text format. @param isScrape whether Prometheus asks */
  text(isScrape: boolean): Promise<string>
  readonly contentType: string
}

interface Measured extends MoneyFigures {
  readonly engine: Engine
  readonly runner: Runner
  readonly store: Store
  readonly clock: Clock
  readonly rails: readonly MeasuredRail[]
  readonly requests: { readonly stats: Readonly<Record<string, number>> }
}

export function metricsOf({ engine, runner, store, clock, rails, requests: recorded, ...figures }: Measured): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'causeway_http_request_duration_seconds',
    help: 'Time to answer, by route pattern',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const gauges = (prefix: string, help: string, stats: () => Readonly<Record<string, number>>) =>
    new Counter({
      name: prefix,
      help,
      labelNames: ['what'],
      registers: [registry],
      collect() {
        this.reset()
        for (const [what, value] of Object.entries(stats())) this.inc({ what }, value)
      },
    })
  gauges(
    'causeway_engine_total',
    'Work of the engine since the start: batches, commands, fetch rounds, retries, attempts refuted by a changed row, batches that locked rows before their commit, batches that were divided, commands that left a batch to wait, rows found locked from outside',
    () => engine.stats,
  )
  gauges('causeway_jobs_total', 'Subjects of jobs since the start: done, failed', () => runner.stats)
  gauges(
    'causeway_request_log_total',
    'Requests for the request log since the start: recorded, dropped',
    () => recorded.stats,
  )
  new Gauge({
    name: 'causeway_engine_wait_seconds',
    help: 'For how long the oldest command has been waiting for its batch; requests that write are refused with 503 above two seconds',
    registers: [registry],
    collect() {
      this.set(engine.waitedMs() / 1000)
    },
  })
  addJobGauges(registry, { store, clock })
  addMoneyGauges(registry, { store, clock, ...figures })
  addArrivalGauges(registry, store)
  addHeldGauge(registry, store)
  addRailGauges(registry, rails)
  addHoldingGauges(registry, rails)
  addComparisonGauges(registry, store)
  const scraped = addScrapeGauge(registry)
  // Nested maps, because finding a series by its labels, or by a name composed of them, takes longer than counting in it.
  const series = new Map<string, Map<string, Map<number, { observe(seconds: number): void }>>>()
  return {
    observe(route, method, status, ms) {
      const byMethod = found(series, route, () => new Map())
      const byStatus = found(byMethod, method, () => new Map())
      found(byStatus, status, () => requests.labels({ route, method, status })).observe(ms / 1000)
    },
    async text(isScrape) {
      const text = await registry.metrics()
      if (isScrape) scraped()
      return text
    },
    contentType: registry.contentType,
  }
}

/** @returns to be called at each scrape */
function addScrapeGauge(register: Registry): () => void {
  let last: number | undefined
  new Gauge({
    name: 'causeway_metrics_scraped_seconds',
    help: 'Seconds since the last scrape of this process by Prometheus, the present one not counted',
    registers: [register],
    collect() {
      this.set(last === undefined ? Number.POSITIVE_INFINITY : (elapsed() - last) / 1000)
    },
  })
  return () => {
    last = elapsed()
  }
}

/** Money that arrived and waits: for an operator, or because it cannot be booked. */
function addArrivalGauges(register: Registry, store: Store): void {
  const add = (name: string, help: string, rows: string) =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        const count = `select count(*)::int as count from ${rows}`
        const [row] = await store.query<{ count: number }>(count, [], name)
        this.set(row?.count ?? 0)
      },
    })
  add(
    'causeway_arrivals_in_suspense',
    'Arrivals that could not be credited and that no operator has released',
    'arrivals where suspended_for is not null and released_at is null',
  )
  add(
    'causeway_arrivals_unbooked',
    'Arrivals whose booking has failed, and is tried again every five seconds',
    'reported_arrivals where booked_at is null and failures > 0',
  )
}

/** Payouts that were not submitted to a rail yet. */
const addHeldGauge = (register: Registry, store: Store) =>
  new Gauge({
    name: 'causeway_payouts_waiting',
    help: 'Payouts that are not submitted yet: held until an operator releases them, or because they could not be screened',
    labelNames: ['for'],
    registers: [register],
    async collect() {
      const [row] = await store.query<Record<'release' | 'screening', number>>(HELD, [], 'payouts_waiting')
      for (const reason of ['release', 'screening'] as const) this.set({ for: reason }, row?.[reason] ?? 0)
    },
  })
const HELD = `select count(*) filter (where verdict = 'HOLD')::int as release,
    count(*) filter (where verdict = 'PENDING')::int as screening
  from payout_screenings where (verdict = 'HOLD' and decision is null) or verdict = 'PENDING'`

const HEALTH = { UP: 1, DEGRADED: 0.5, DOWN: 0 } as const

/** What metrics need of a rail. */
interface MeasuredRail {
  readonly id: string
  health(): { readonly status: keyof typeof HEALTH }
  figures?(): Promise<readonly { readonly name: string; readonly value: number }[]>
  holdings?(): Promise<
    readonly { readonly currency: string; readonly float: bigint | null; readonly inFlight: bigint }[]
  >
}

function addRailGauges(register: Registry, rails: readonly MeasuredRail[]): void {
  new Gauge({
    name: 'causeway_rail_health',
    help: 'Health of each rail: 1 UP, 0.5 DEGRADED, 0 DOWN',
    labelNames: ['rail'],
    registers: [register],
    collect() {
      for (const rail of rails) this.set({ rail: rail.id }, HEALTH[rail.health().status])
    },
  })
  new Gauge({
    name: 'causeway_rail_figure',
    help: 'Figures that a rail reports, such as balances and thresholds; its page in docs/rails names them',
    labelNames: ['rail', 'figure'],
    registers: [register],
    async collect() {
      for (const rail of rails)
        for (const { name, value } of (await rail.figures?.()) ?? []) this.set({ rail: rail.id, figure: name }, value)
    },
  })
}

/** Labels of figures that each rail has for each of its currencies. */
interface OfRail {
  readonly rail: string
  readonly currency: string
}

/** Adds a gauge for one figure; null: it reports nothing. */
function addGaugeByRail<Figures extends OfRail>(
  register: Registry,
  read: () => Promise<readonly Figures[]>,
  { name, help, figure }: { name: string; help: string; figure: Exclude<keyof Figures, keyof OfRail> },
): void {
  new Gauge({
    name,
    help,
    labelNames: ['rail', 'currency'],
    registers: [register],
    async collect() {
      for (const { rail, currency, [figure]: value } of await read())
        if (value !== null) this.set({ rail, currency }, Number(value))
    },
  })
}

function addHoldingGauges(register: Registry, rails: readonly MeasuredRail[]): void {
  const holdings = async () => {
    const each = rails.map(async (rail) => {
      const held = (await rail.holdings?.()) ?? []
      return held.map((holding) => ({ rail: rail.id, ...holding }))
    })
    return (await Promise.all(each)).flat()
  }
  addGaugeByRail(register, holdings, {
    name: 'causeway_rail_float',
    help: 'Minor units that each rail holds outside, as of its last statement or block',
    figure: 'float',
  })
  addGaugeByRail(register, holdings, {
    name: 'causeway_rail_in_flight',
    help: 'Minor units of payouts that the float of each rail still contains',
    figure: 'inFlight',
  })
}

function addComparisonGauges(register: Registry, store: Store): void {
  const compared = () => store.query<Compared>(COMPARED, [], 'last_comparisons')
  addGaugeByRail(register, compared, {
    name: 'causeway_statement_difference',
    help: 'Minor units by which the last statement differs from the ledger',
    figure: 'difference',
  })
  addGaugeByRail(register, compared, {
    name: 'causeway_statement_movements_differing',
    help: 'Movements of all statements that differ from the ledger',
    figure: 'movements',
  })
}

interface Compared extends OfRail {
  readonly difference: bigint
  readonly movements: number
}

const COMPARED =
  'select distinct on (rail) rail, currency, difference, movements from rail_comparisons order by rail, number desc'

function found<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = make()))
  return value
}
