/** Owns what a run measures, and what is promised of it. */
import type { Goal } from './report.ts'
import { KINDS, type Kind } from './work.ts'

/** What is asked of the service. */
export interface Asked {
  readonly kind: Kind
  readonly connections: number
  /** Pieces a second, however long each takes; absent: as many as there can be. */
  readonly pace?: number
  /** Whether of the embedded database as well. */
  readonly embeddedToo?: true
}

export const ASKED: readonly Asked[] = [
  { kind: 'own', connections: 1, embeddedToo: true },
  { kind: 'own', connections: 64, embeddedToo: true },
  { kind: 'own', connections: 256, embeddedToo: true },
  { kind: 'between', connections: 256 },
  { kind: 'hot', connections: 256 },
  { kind: 'payout', connections: 64 },
  { kind: 'funding', connections: 64, embeddedToo: true },
  { kind: 'funding', connections: 256 },
  { kind: 'signed', connections: 64 },
  { kind: 'session', connections: 64 },
  { kind: 'authorization', connections: 64 },
  { kind: 'authorization', connections: 64, pace: 50 },
]

/** The version that works as one would write it straight away can do these alone. */
export const ASKED_PER_REQUEST: readonly Asked[] = [
  { kind: 'own', connections: 64 },
  { kind: 'own', connections: 256 },
]

export const TPC_B = 'pgbench TPC-B, best'
export const COMMIT = 'pgbench simple update, 1 client, p50 ms'
export const VERIFY = 'P-256 verifications on one core'

export const named = (where: string, { kind, connections, pace }: Asked): string =>
  `${where}: ${KINDS[kind]}, ${pace ? `${pace} a second` : `${connections} connections`}`

const on = (kind: Kind, connections: number, where = 'PostgreSQL') => named(where, { kind, connections })
const own = (connections: number, where?: string) => on('own', connections, where)
const paced = named('PostgreSQL', { kind: 'authorization', connections: 64, pace: 50 })

/** One figure for another. */
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
    id: 'P3',
    about: 'full payments, against a transaction per request, 64 connections',
    ...ratio(own(64), own(64, 'per request')),
    must: 4,
    goal: 8,
  },
  {
    id: 'P4',
    about: 'one hot account, against random accounts, 256 connections',
    ...ratio(on('hot', 256), on('between', 256)),
    must: 0.9,
    goal: 1,
  },
  {
    id: 'P6',
    about: 'p50 of one connection, both calls, in single commits’ time',
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
    about: 'embedded database, against PostgreSQL, 64 connections',
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
    id: 'P14',
    about: 'card authorizations at 50 a second, p99 ms; networks wait 2,000 to 3,000',
    needs: [`${paced}, p99 ms`],
    value: (of) => of(`${paced}, p99 ms`),
    must: 2000,
    goal: 50,
    atMost: true,
  },
]
