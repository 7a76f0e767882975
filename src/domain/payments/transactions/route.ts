/** Route of a payment: the postings from source to destination, and their reversal. */
import { house } from '../../ledger/house.ts'
import type { Movement } from '../../ledger/post.ts'

/** Amounts of a payment: debited from the source, credited to the destination, and kept as fees. */
export interface Route {
  readonly source: string
  readonly destination: string
  readonly sendingCurrency: string
  readonly receivingCurrency: string
  /** Debited from the source, fees included; minor units of the sending currency. */
  readonly total: bigint
  /** Of the service and the platform together; minor units of the sending currency. */
  readonly fees: bigint
  /** The platform's part of the fees, held in a house account until the payment completes. */
  readonly platformFees: bigint
  /** Minor units of the receiving currency. */
  readonly received: bigint
}

/** From the source to the destination: fees to the house accounts, the rest through the exchange. */
export function postingsFor({
  source,
  destination,
  sendingCurrency,
  receivingCurrency,
  total,
  fees,
  platformFees,
  received,
}: Route): Movement[] {
  const currency = sendingCurrency
  const taken = [
    { from: source, to: house('fees', currency), currency, amount: fees - platformFees },
    { from: source, to: house('platformFees', currency), currency, amount: platformFees },
  ]
  if (sendingCurrency === receivingCurrency)
    return [...taken, { from: source, to: destination, currency, amount: received }]
  return [
    ...taken,
    { from: source, to: house('fx', sendingCurrency), currency: sendingCurrency, amount: total - fees },
    { from: house('fx', receivingCurrency), to: destination, currency: receivingCurrency, amount: received },
  ]
}

/** The exact reversal: principal and fees. */
export const reversalOf = (route: Route): Movement[] =>
  postingsFor(route)
    .map(({ from, to, currency, amount }) => ({ from: to, to: from, currency, amount }))
    .reverse()
