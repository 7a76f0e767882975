/** Rate details: the breakdown of an outgoing payment's price. */
import type { Static } from 'typebox'
import type { OutgoingRateDetails } from '../../../../contract/payments/quotes.ts'
import { wireAmount } from '../../../core/currency.ts'
import { over, ratioOf, toDecimal } from '../../../core/rate.ts'

export interface Price {
  /** Sending units per receiving unit. */
  readonly exchangeRate: string
  readonly feeRate: string
  /** In minor units of the sending currency. */
  readonly fees: bigint
  /** The platform's part of the fees. */
  readonly platformFees: bigint
}

const known = new Map<string, number>()

/**
 * Received = total × serviceApiMultiplier × counterpartyMultiplier, in major units. The service's multiplier includes its
 * variable fee; there are no fixed fees, and the receiving side charges none. The platform's fee is not part of it: it is
 * charged in addition and shown separately.
 */
export function presentRateDetails({
  exchangeRate,
  feeRate,
  fees,
  platformFees,
}: Price): Static<typeof OutgoingRateDetails> {
  return {
    counterpartyMultiplier: 1,
    counterpartyFixedFee: 0,
    serviceApiMultiplier: multiplier(exchangeRate, feeRate),
    serviceApiFixedFee: 0,
    serviceApiVariableFeeRate: Number(feeRate),
    serviceApiVariableFeeAmount: wireAmount(fees - platformFees),
  }
}

function multiplier(exchangeRate: string, feeRate: string): number {
  const key = `${exchangeRate}/${feeRate}`
  let found = known.get(key)
  if (found === undefined) {
    const { numerator, denominator } = ratioOf(feeRate)
    found = Number(toDecimal(over({ numerator: denominator - numerator, denominator }, ratioOf(exchangeRate))))
    if (known.size > 10_000) known.clear()
    known.set(key, found)
  }
  return found
}
