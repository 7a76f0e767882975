/** Connected rails: what each carries, its health, holdings and statements. */
import Type, { type Static } from 'typebox'
import { Currency } from '../elements.ts'
import { sum } from '../ledger/balances.ts'
import { operations } from '../operation.ts'
import { amount, choice, Timestamp } from '../schema.ts'

const RailStatement = Type.Object(
  {
    name: Type.String({ description: 'By which the rail identifies it' }),
    currency: Currency,
    difference: sum('Statement less ledger'),
    onTheWay: sum('What only one of the two has so far'),
    movements: Type.Integer({ minimum: 0, description: 'Movements that differ; their sum may be zero' }),
    comparedAt: Timestamp,
  },
  { $id: 'RailStatement', description: 'A statement of the rail compared with the ledger' },
)
export type RailStatement = Static<typeof RailStatement>

const RailHolding = Type.Object(
  {
    currency: Currency,
    float: Type.Optional(sum('What the rail holds; absent: not seen yet')),
    inFlight: sum('Payouts that the float still contains'),
    asOf: Type.Optional(Type.String({ examples: ['statement 2026-117', 'block 21000000'] })),
    seenAt: Type.Optional(Timestamp),
  },
  { $id: 'RailHolding' },
)
export type RailHolding = Static<typeof RailHolding>

const RailLine = Type.Object(
  {
    direction: choice(['OUT', 'PULL', 'IN']),
    scheme: Type.String(),
    currencies: Type.Array(Type.String()),
    minAmount: Type.Optional(amount({ description: 'Minor units; absent: no limit' })),
    maxAmount: Type.Optional(amount({ description: 'Minor units; absent: no limit' })),
    cutOff: Type.Optional(Type.String()),
    settlement: Type.String(),
    fee: Type.String(),
  },
  { $id: 'RailLine', description: 'Lines of the routing table that differ only in currency and account types' },
)
export type RailLine = Static<typeof RailLine>

const RailStatus = Type.Object(
  {
    rail: Type.String({ description: 'Id of the rail' }),
    health: Type.Object(
      { status: choice(['UP', 'DEGRADED', 'DOWN']), detail: Type.Optional(Type.String()) },
      { $id: 'RailHealth' },
    ),
    inTransit: Type.Integer({
      minimum: 0,
      description: 'Payments of the platform that were submitted to it and have not ended',
    }),
    holdings: Type.Array(RailHolding, { description: 'What it holds outside, of all platforms together' }),
    inSuspense: Type.Integer({ minimum: 0, description: 'Its arrivals that are in suspense, of all platforms' }),
    statement: Type.Optional(RailStatement),
    lines: Type.Array(RailLine),
  },
  { $id: 'RailStatus' },
)
export type RailStatus = Static<typeof RailStatus>

const RailsStatus = Type.Object(
  { rails: Type.Array(RailStatus, { description: 'In order of preference' }) },
  { $id: 'RailsStatus' },
)
export type RailsStatus = Static<typeof RailsStatus>

export const railOperations = operations({
  getRails: {
    method: 'GET',
    path: '/rails',
    tag: 'Installation',
    summary: 'Get the connected rails',
    permission: 'VIEW',
    installation: true,
    replies: { 200: RailsStatus },
  },
})
