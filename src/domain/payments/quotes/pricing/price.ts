/** Quote arithmetic: exact for both lock sides, and never in the customer's favour (decisions 12 to 14). */
import type { KnownCurrency } from '../../../../../contract/currencies.ts'
import { LIMITS } from '../../../../../contract/limits.ts'
import { minorUnits } from '../../../../core/currency.ts'
import { over, type Ratio, ratioOf, scaleDown, scaleUp, times, toDecimal } from '../../../../core/rate.ts'
import { refuseField } from '../../../../core/refusal.ts'

export interface PriceRequest {
  readonly sendingCurrency: KnownCurrency
  readonly receivingCurrency: KnownCurrency
  /** Receiving units for one sending unit, in major units. */
  readonly rate: Ratio
  /** Fraction of the amount sent, as an exact decimal: `'0.005'`. */
  readonly feeRate: string
  readonly lockedSide: 'SENDING' | 'RECEIVING'
  /** Minor units of the locked side's currency. */
  readonly lockedAmount: bigint
  /** The platform's own fee; absent: none. */
  readonly platformFee?: PlatformFee | undefined
}

export interface PlatformFee {
  /** Minor units of the sending currency. */
  readonly fixed: bigint
  /** Fraction of the amount sent less fixed fees, in basis points. */
  readonly bps: number
}

export interface Price {
  /** What leaves the sender, fees included; minor units of the sending currency. */
  readonly total: bigint
  /** Minor units of the sending currency. */
  readonly fees: bigint
  /** The platform's part of the fees; minor units of the sending currency. */
  readonly platformFees: bigint
  /** Minor units of the receiving currency. */
  readonly received: bigint
  /** Sending units for one receiving unit, at most 15 digits. */
  readonly exchangeRate: string
}

const AMOUNT_MAX = BigInt(LIMITS.amount)
const ONE: Ratio = { numerator: 1n, denominator: 1n }
const NO_FEE: PlatformFee = { fixed: 0n, bps: 0 }

/** Shares of the amount sent less fixed fees that go to the service and to the platform. */
interface Shares {
  readonly service: Ratio
  readonly platform: Ratio
}

/**
 * (total − fees) ÷ exchangeRate = received, in major units. What the receiver gets is rounded down, what the sender
 * pays and every fee is rounded up. Variable fees are shares of the total less the fixed fee, each rounded on its own.
 * @throws Refusal INVALID_AMOUNT when nothing would arrive, AMOUNT_OUT_OF_RANGE when a side would exceed 9e15
 */
export function price(request: PriceRequest): Price {
  const { sendingCurrency, receivingCurrency, rate, lockedSide, lockedAmount, platformFee = NO_FEE } = request
  const shares = {
    service: ratioOf(request.feeRate),
    platform: { numerator: BigInt(platformFee.bps), denominator: 10_000n },
  }
  const perMinor = times(rate, { numerator: minorUnits(receivingCurrency), denominator: minorUnits(sendingCurrency) })
  const exchangeRate = toDecimal({ numerator: rate.denominator, denominator: rate.numerator })
  const base =
    lockedSide === 'SENDING'
      ? lockedAmount - platformFee.fixed
      : baseFor(scaleUp(lockedAmount, over(ONE, perMinor)), shares)
  if (base <= 0n) refuseTooSmall()
  const platformFees = platformFee.fixed + variableFee(base, shares.platform)
  const fees = platformFees + variableFee(base, shares.service)
  const total = base + platformFee.fixed
  if (total <= fees) refuseTooSmall()
  const received = lockedSide === 'SENDING' ? scaleDown(total - fees, perMinor) : lockedAmount
  if (received <= 0n) refuseTooSmall()
  if (total > AMOUNT_MAX || received > AMOUNT_MAX)
    refuseField(
      'AMOUNT_OUT_OF_RANGE',
      'lockedCurrencyAmount',
      'The other side of the quote would exceed 9000000000000000 minor units',
    )
  return { total, fees, platformFees, received, exchangeRate }
}

/** A variable fee, rounded up (decision 13). */
const variableFee = (base: bigint, share: Ratio): bigint => scaleUp(base, share)

const refuseTooSmall = (): never =>
  refuseField('INVALID_AMOUNT', 'lockedCurrencyAmount', 'is too small: nothing would arrive after fees')

/**
 * The least amount that leaves exactly the principal after each share, rounded up, is deducted. Without rounding it is
 * principal ÷ (1 − shares), below which the search therefore need not begin; with one share that is the answer.
 */
function baseFor(principal: bigint, { service, platform }: Shares): bigint {
  const left = shareLeft(service, platform)
  // The closer the shares come to the whole, the longer the search: 200 steps at 99 %.
  if (platform.numerator > 0n && left.numerator * 100n < left.denominator)
    refuseField(
      'INVALID_AMOUNT',
      'platformFeeOverride.platformVariableFeeBps',
      'leaves less than 1 % of the amount sent after fees; lock the sending side, or lower it',
    )
  for (let base = scaleUp(principal, over(ONE, left)); ; ) {
    const needed = principal + variableFee(base, service) + variableFee(base, platform)
    if (needed === base) return base
    base = needed
  }
}

const shareLeft = (a: Ratio, b: Ratio): Ratio => ({
  numerator: a.denominator * b.denominator - a.numerator * b.denominator - b.numerator * a.denominator,
  denominator: a.denominator * b.denominator,
})
