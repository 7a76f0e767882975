/** Owns the arithmetic of a quote: exact in both lock sides, and never in the customer's favour (decisions 12 to 14). */

import type { KnownCurrency } from '../../../contract/currencies.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { minorUnits } from '../../core/currency.ts'
import { decimalOf, over, type Ratio, ratioOf, scaleDown, scaleUp, times } from '../../core/rate.ts'
import { refuseField } from '../../core/refusal.ts'

export interface PriceRequest {
  readonly sendingCurrency: KnownCurrency
  readonly receivingCurrency: KnownCurrency
  /** Receiving units for one sending unit, in major units. */
  readonly rate: Ratio
  /** Share of the amount sent, as an exact decimal: `'0.005'`. */
  readonly feeRate: string
  readonly lockedSide: 'SENDING' | 'RECEIVING'
  /** Minor units of the locked side's currency. */
  readonly lockedAmount: bigint
}

export interface Price {
  /** What leaves the sender, fees included; minor units of the sending currency. */
  readonly total: bigint
  /** Minor units of the sending currency. */
  readonly fees: bigint
  /** Minor units of the receiving currency. */
  readonly received: bigint
  /** Sending units for one receiving unit, at most 15 digits. */
  readonly exchangeRate: string
}

const AMOUNT_MAX = BigInt(LIMITS.amount)

/**
 * (total − fees) ÷ exchangeRate = received, in major units. What the receiver gets is rounded down, what the sender
 * pays and every fee is rounded up.
 * @throws Refusal INVALID_AMOUNT when nothing would arrive, AMOUNT_OUT_OF_RANGE when a side would pass 9e15
 */
export function price(request: PriceRequest): Price {
  const { sendingCurrency, receivingCurrency, rate, lockedSide, lockedAmount } = request
  const fee = ratioOf(request.feeRate)
  const perMinor = times(rate, { numerator: minorUnits(receivingCurrency), denominator: minorUnits(sendingCurrency) })
  const exchangeRate = decimalOf({ numerator: rate.denominator, denominator: rate.numerator })
  const { total, fees, received } =
    lockedSide === 'SENDING' ? lockSending(lockedAmount, fee, perMinor) : lockReceiving(lockedAmount, fee, perMinor)
  if (received <= 0n || total <= fees)
    refuseField('INVALID_AMOUNT', 'lockedCurrencyAmount', 'is too small: nothing would arrive')
  if (total > AMOUNT_MAX || received > AMOUNT_MAX)
    refuseField(
      'AMOUNT_OUT_OF_RANGE',
      'lockedCurrencyAmount',
      'The other side of the quote would exceed 9000000000000000 minor units',
    )
  return { total, fees, received, exchangeRate }
}

function lockSending(total: bigint, fee: Ratio, perMinor: Ratio) {
  const fees = scaleUp(total, fee)
  return { total, fees, received: scaleDown(total - fees, perMinor) }
}

function lockReceiving(received: bigint, fee: Ratio, perMinor: Ratio) {
  const principal = scaleUp(received, over({ numerator: 1n, denominator: 1n }, perMinor))
  const total = scaleUp(principal, { numerator: fee.denominator, denominator: fee.denominator - fee.numerator })
  return { total, fees: total - principal, received }
}
