/** Owns the way money takes through the house for a payment, and the way back. */
import { house } from '../ledger/house.ts'
import type { Movement } from '../ledger/post.ts'

/** A payment's money: what leaves the source, what it becomes, and what is kept. */
export interface Route {
  readonly source: string
  readonly destination: string
  readonly sendingCurrency: string
  readonly receivingCurrency: string
  /** What leaves the source, fees included; minor units of the sending currency. */
  readonly total: bigint
  /** Minor units of the sending currency. */
  readonly fees: bigint
  /** Minor units of the receiving currency. */
  readonly received: bigint
}

/** From the source to the destination: fees to the house, the rest through the exchange. */
export function forth({
  source,
  destination,
  sendingCurrency,
  receivingCurrency,
  total,
  fees,
  received,
}: Route): Movement[] {
  const fee = { from: source, to: house('fees', sendingCurrency), currency: sendingCurrency, amount: fees }
  if (sendingCurrency === receivingCurrency)
    return [fee, { from: source, to: destination, currency: sendingCurrency, amount: received }]
  return [
    fee,
    { from: source, to: house('fx', sendingCurrency), currency: sendingCurrency, amount: total - fees },
    { from: house('fx', receivingCurrency), to: destination, currency: receivingCurrency, amount: received },
  ]
}

/** The same way back, to the very unit: principal and fees. */
export const back = (route: Route): Movement[] =>
  forth(route)
    .map(({ from, to, currency, amount }) => ({ from: to, to: from, currency, amount }))
    .reverse()
