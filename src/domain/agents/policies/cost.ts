/** Cost of a payment in the currencies of a policy, rounded up so that a limit is never undercut. */
import { LIMITS } from '../../../../contract/limits.ts'
import { knownCurrency, minorUnits } from '../../../core/currency.ts'
import { over, type Ratio, ratioOf, scaleUp, times, toDecimal } from '../../../core/rate.ts'
import type { Rates, RateTable } from '../../../providers/rates/port.ts'
import type { Agent } from '../agent.ts'
import type { Cost } from './policy.ts'

/** An amount in minor units, with the rate locked for it, if any. */
export interface Price {
  readonly amount: bigint
  readonly currency: string
  readonly locked?: {
    readonly receivingCurrency: string
    /** Sending units for one receiving unit, in major units. */
    readonly exchangeRate: string
  }
}

/** Fetched at most once per request, and only if a conversion is needed. @throws Refusal SERVICE_UNAVAILABLE */
export type CurrentRates = () => RateTable

const ONE: Ratio = { numerator: 1n, denominator: 1n }

/** Minor units of `to` for one of `from`. */
export const minorUnitRate = (from: string, to: string, major: Ratio): Ratio =>
  times(major, {
    numerator: minorUnits(knownCurrency(to)),
    denominator: minorUnits(knownCurrency(from)),
  })

/** The inverse rate: 17.25 for 0.0579710144927536. Rounding to two digits fewer than a rate has removes the rounding error of the rate, so that a payment of exactly the limit is within it. */
const inverse = (rate: string): Ratio => ratioOf(toDecimal(over(ONE, ratioOf(rate)), 13))

/** At the rate locked for the payment, or else the current one; rounded up, capped at the largest amount. */
function convertAtMost(to: string, { amount, currency: from, locked }: Price, rates: CurrentRates): bigint {
  if (to === from) return amount
  const major = locked?.receivingCurrency === to ? inverse(locked.exchangeRate) : rates().between(from, to)
  const converted = scaleUp(amount, minorUnitRate(from, to, major))
  const most = BigInt(LIMITS.amount)
  return converted < most ? converted : most
}

export function policyCost({ policy }: Pick<Agent, 'policy'>, price: Price, rates: CurrentRates): Cost {
  const { currency, amount } = policy.approvalThresholds ?? {}
  return {
    inLimits: convertAtMost(policy.spendingLimits.currency, price, rates),
    ...(currency !== undefined &&
      amount !== null &&
      amount !== undefined && { inThreshold: convertAtMost(currency, price, rates) }),
  }
}

/** Fetches the rates when first needed and keeps them: a policy in the currency of the payment needs none. */
export function currentRates(rates: Rates): CurrentRates {
  let table: RateTable | undefined
  return () => (table ??= rates.current())
}
