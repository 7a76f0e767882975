/** Balances of a platform's ledger: the trial balance, and the money that moved between its places. */
import Type, { type Static } from 'typebox'
import { Currency } from '../elements.ts'
import { operations } from '../operation.ts'
import { Timestamp } from '../schema.ts'

/** A sum of many balances may exceed what a JSON number represents exactly. */
export const sum = (description: string) =>
  Type.String({ description: `${description}, in minor units`, examples: ['-125000'] })

const Place = Type.String({
  description: '`customers` for all accounts of the customers and the platform, otherwise the role of a house account',
  examples: ['customers'],
})

const TrialBalanceLine = Type.Object(
  {
    currency: Currency,
    place: Place,
    about: Type.String({ description: 'Description of the place' }),
    amount: sum('Balance'),
  },
  { $id: 'TrialBalanceLine' },
)
export type TrialBalanceLine = Static<typeof TrialBalanceLine>

const TrialBalance = Type.Object(
  { lines: Type.Array(TrialBalanceLine, { description: 'Places that hold something' }) },
  { $id: 'TrialBalance' },
)
export type TrialBalance = Static<typeof TrialBalance>

const Flow = Type.Object(
  {
    from: Place,
    to: Place,
    currency: Currency,
    amount: sum('Sum of the postings'),
    postings: Type.Integer({ minimum: 1, description: 'Number of postings' }),
    lastAt: Timestamp,
  },
  { $id: 'Flow' },
)
export type Flow = Static<typeof Flow>

const MoneyFlow = Type.Object(
  {
    since: Timestamp,
    flows: Type.Array(Flow),
    isPartial: Type.Boolean({ description: 'Whether only the newest postings count, because of their number' }),
  },
  { $id: 'MoneyFlow' },
)
export type MoneyFlow = Static<typeof MoneyFlow>

export const balanceOperations = operations({
  getTrialBalance: {
    method: 'GET',
    path: '/ledger/trial-balance',
    tag: 'Ledger',
    summary: 'Get the trial balance',
    description: 'From one snapshot of the database. In each currency, the amounts of all places sum to zero.',
    permission: 'VIEW',
    replies: { 200: TrialBalance },
  },
  getMoneyFlow: {
    method: 'GET',
    path: '/ledger/money-flow',
    tag: 'Ledger',
    summary: 'Get the money flow of the last day',
    description:
      'Postings of the payments and purchases that were made in the last 24 hours, summed by the places that they connect.',
    permission: 'VIEW',
    replies: { 200: MoneyFlow },
  },
})
