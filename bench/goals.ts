/** Measurements of a run, and the goals that its ratios are judged by. */
import type { Disturbance } from './beside.ts'
import type { Goal } from './report.ts'
import { KINDS, type Kind } from './work/work.ts'

/** One measurement. */
export interface Measurement {
  readonly kind: Kind
  readonly connections: number
  /** Pieces of work started per second; absent: each connection starts the next when the last ends. */
  readonly pace?: number
  /** Measured on the embedded database as well. */
  readonly embeddedToo?: true
  /** Disturbance during the whole measurement. */
  readonly beside?: Disturbance
  /** The CPU is read when everything that the load has caused is done as well: payouts, webhooks. */
  readonly isDrained?: true
  /** Two processes on one database: `pinned` sends all requests of a customer to one of them, `mixed` each to either. */
  readonly processes?: 'pinned' | 'mixed'
}

export const MEASUREMENTS: readonly Measurement[] = [
  { kind: 'own', connections: 1, embeddedToo: true },
  { kind: 'own', connections: 64, embeddedToo: true },
  { kind: 'own', connections: 64, beside: 'one locked row' },
  { kind: 'own', connections: 64, beside: 'one poison command' },
  { kind: 'oneCall', connections: 64 },
  { kind: 'bank', connections: 64, isDrained: true },
  { kind: 'bankInOneCall', connections: 64, isDrained: true },
  { kind: 'transferOut', connections: 256, isDrained: true },
  { kind: 'own', connections: 256, embeddedToo: true },
  { kind: 'between', connections: 256 },
  { kind: 'hot', connections: 256 },
  { kind: 'payout', connections: 64 },
  { kind: 'payout', connections: 64, beside: 'a hanging receiver' },
  { kind: 'funding', connections: 64, embeddedToo: true },
  { kind: 'funding', connections: 256 },
  { kind: 'signed', connections: 64 },
  { kind: 'session', connections: 64 },
  { kind: 'authorization', connections: 64 },
  { kind: 'authorization', connections: 64, pace: 50 },
]

/** Measurements of a platform with a webhook receiver on this machine. */
export const MEASUREMENTS_WITH_WEBHOOKS: readonly Measurement[] = [{ kind: 'own', connections: 64, isDrained: true }]
export const WEBHOOKS = 'with webhooks'

/** Measured on databases of their own: one that was never analysed, and one that is analysed before every measurement. */
export const MEASUREMENTS_OF_STATISTICS: readonly Measurement[] = [
  { kind: 'own', connections: 64 },
  { kind: 'bank', connections: 64, isDrained: true },
]
export const NEVER_ANALYSED = 'never analysed'
export const ANALYSED = 'analysed'

/** Measured with two processes on a separate database. */
export const MEASUREMENTS_OF_TWO: readonly Measurement[] = [
  { kind: 'own', connections: 128, processes: 'pinned' },
  { kind: 'own', connections: 128, processes: 'mixed' },
]
export const TWO = 'two processes'

/** Measured with the per-request server, which implements this kind only. */
export const MEASUREMENTS_PER_REQUEST: readonly Measurement[] = [
  { kind: 'own', connections: 64 },
  { kind: 'own', connections: 256 },
]

export const TPC_B = 'pgbench TPC-B, best'
export const COMMIT = 'pgbench simple update, 1 client, p50 ms'
export const VERIFY = 'P-256 verifications on one core'
export const SIMULATED = 'simulated operations on one core'
export const IDLE = 'idle service on PostgreSQL, cores'
export const MEMORY = 'service on PostgreSQL, resident memory after its load in MB'

export const named = (where: string, { kind, connections, pace, beside, processes }: Measurement): string =>
  [
    `${where}: ${KINDS[kind]}`,
    pace ? `${pace} a second` : `${connections} connections`,
    ...(beside ? [`with ${beside}`] : []),
    ...(processes ? [processes] : []),
  ].join(', ')
/** CPU time of the service and the database per piece of work, in microseconds. */
export const cpuOf = (name: string): string => `${name}, CPU µs`
/** That of PostgreSQL alone. */
export const postgresCpuOf = (name: string): string => `${name}, PostgreSQL’s CPU µs`

const on = (kind: Kind, connections: number, where = 'PostgreSQL') => named(where, { kind, connections })
const own = (connections: number, where?: string) => on('own', connections, where)
const disturbedBy = (beside: Disturbance, kind: Kind = 'own') => named('PostgreSQL', { kind, connections: 64, beside })
const ofTwo = (processes: 'pinned' | 'mixed') => cpuOf(named(TWO, { kind: 'own', connections: 128, processes }))
const cpu = (kind: Kind, where?: string) => cpuOf(on(kind, 64, where))
const paced = named('PostgreSQL', { kind: 'authorization', connections: 64, pace: 50 })

/** Ratio of two figures of the same round. */
const ratio = (above: string, below: string): Pick<Goal, 'needs' | 'value'> => ({
  needs: [above, below],
  value: (of) => of(above) / of(below),
})

export const GOALS: readonly Goal[] = [
  {
    id: 'P1',
    about: 'full payments per TPC-B transaction, 256 connections',
    ...ratio(own(256), TPC_B),
    must: 1,
    goal: 2,
  },
  {
    id: 'P2',
    about: 'transfers out per TPC-B transaction, 256 connections',
    ...ratio(on('transferOut', 256), TPC_B),
    must: 2,
    goal: 4,
  },
  {
    id: 'P3',
    about: 'full payments, relative to a database transaction per request, 64 connections',
    ...ratio(own(64), own(64, 'per request')),
    must: 4,
    goal: 8,
  },
  {
    id: 'P4',
    about: 'one hot account, relative to random accounts, 256 connections',
    ...ratio(on('hot', 256), on('between', 256)),
    must: 0.9,
    goal: 1,
  },
  {
    id: 'P6',
    about: 'p50 of one connection, both calls, in commits of pgbench',
    ...ratio(`${own(1)}, p50 ms`, COMMIT),
    must: 4,
    goal: 2.5,
    atMost: true,
  },
  {
    id: 'P7',
    about: 'p99 / p50 at 64 connections',
    ...ratio(`${own(64)}, p99 ms`, `${own(64)}, p50 ms`),
    must: 6,
    goal: 3,
    atMost: true,
  },
  {
    id: 'P8',
    about: 'embedded database, relative to PostgreSQL, 64 connections',
    ...ratio(own(64, 'embedded'), own(64)),
    must: 0.4,
    goal: 0.75,
  },
  {
    id: 'P9',
    about: 'signed payments per P-256 verification of one core, 64 connections',
    ...ratio(on('signed', 64), VERIFY),
    must: 0.5,
    goal: 0.6,
  },
  {
    id: 'P11',
    about:
      'operations of the simulation per second and core: the real commands in memory, each checked against a model',
    needs: [SIMULATED],
    value: (of) => of(SIMULATED),
    must: 100_000,
    goal: 1_000_000,
  },
  {
    id: 'P13',
    about: 'cores that an idle service and its PostgreSQL use',
    needs: [IDLE],
    value: (of) => of(IDLE),
    must: 0.02,
    goal: 0.005,
    atMost: true,
  },
  {
    id: 'P14',
    about: 'card authorizations at 50 a second, p99 ms; card networks wait 2,000 to 3,000',
    needs: [`${paced}, p99 ms`],
    value: (of) => of(`${paced}, p99 ms`),
    must: 2000,
    goal: 50,
    atMost: true,
  },
  {
    id: 'P15',
    about: 'full payments with one locked row, relative to undisturbed, 64 connections',
    ...ratio(disturbedBy('one locked row'), own(64)),
    must: 0.8,
    goal: 0.95,
  },
  {
    id: 'P16',
    about: 'full payments with a poison command in progress, relative to undisturbed, 64 connections',
    ...ratio(disturbedBy('one poison command'), own(64)),
    must: 0.8,
    goal: 0.95,
  },
  {
    id: 'P17',
    about: 'CPU per payment of two processes, mixed relative to pinned, 128 connections',
    ...ratio(ofTwo('mixed'), ofTwo('pinned')),
    must: 1.3,
    goal: 1.1,
    atMost: true,
  },
  {
    id: 'P18',
    about: 'payouts beside a hanging receiver with 10,000 deliveries waiting, relative to undisturbed, 64 connections',
    ...ratio(disturbedBy('a hanging receiver', 'payout'), on('payout', 64)),
    must: 0.9,
    goal: 1,
  },
  {
    id: 'P19',
    about: 'CPU of a payment to a bank until COMPLETED, relative to one between accounts, 64 connections',
    ...ratio(cpu('bank'), cpu('own')),
    must: 1.5,
    goal: 1.25,
    atMost: true,
  },
  {
    id: 'P20',
    about: 'CPU of the webhooks of a payment, relative to the payment, 64 connections',
    needs: [cpu('own', WEBHOOKS), cpu('own')],
    value: (of) => of(cpu('own', WEBHOOKS)) / of(cpu('own')) - 1,
    must: 0.4,
    goal: 0.3,
    atMost: true,
  },
  {
    id: 'P21',
    about: 'CPU of a payment in one call, relative to two calls, 64 connections',
    ...ratio(cpu('oneCall'), cpu('own')),
    must: 0.6,
    goal: 0.5,
    atMost: true,
  },
  {
    id: 'P22',
    about: 'PostgreSQL’s CPU of a payment on a database without statistics, relative to an analysed one',
    ...ratio(postgresCpuOf(on('own', 64, NEVER_ANALYSED)), postgresCpuOf(on('own', 64, ANALYSED))),
    must: 1.1,
    goal: 1,
    atMost: true,
  },
  {
    id: 'P23',
    about: 'PostgreSQL’s CPU of a payment to a bank on a database without statistics, relative to an analysed one',
    ...ratio(postgresCpuOf(on('bank', 64, NEVER_ANALYSED)), postgresCpuOf(on('bank', 64, ANALYSED))),
    must: 1.1,
    goal: 1,
    atMost: true,
  },
  {
    id: 'P24',
    about: 'resident memory of the service after a round of load, MB',
    needs: [MEMORY],
    value: (of) => of(MEMORY),
    must: 250,
    goal: 200,
    atMost: true,
  },
]
