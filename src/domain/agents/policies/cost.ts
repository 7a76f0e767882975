/** Owns what a payment comes to in the currencies of a policy: never less than it is worth. */
import { LIMITS } from '../../../../contract/limits.ts'
import { knownCurrency, minorUnits } from '../../../core/currency.ts'
import { decimalOf, over, type Ratio, ratioOf, scaleUp, times } from '../../../core/rate.ts'
import type { Rates, RateTable } from '../../../providers/rates/port.ts'
import type { Agent } from '../agent.ts'
import type { Cost } from './policy.ts'

/** An amount in minor units, with the rate that was locked for it where there is one. */
export interface Price {
  readonly amount: bigint
  readonly currency: string
  readonly locked?: {
    readonly receivingCurrency: string
    /** Sending units for one receiving unit, in major units. */
    readonly exchangeRate: string
  }
}

/** Asked at most once a request, and only if two currencies meet. @throws Refusal SERVICE_UNAVAILABLE */
export type CurrentRates = () => RateTable

const ONE: Ratio = { numerator: 1n, denominator: 1n }

/** Minor units of `to` for one of `from`. */
export const minorUnitRate = (from: string, to: string, major: Ratio): Ratio =>
  times(major, {
    numerator: minorUnits(knownCurrency(to)),
    denominator: minorUnits(knownCurrency(from)),
  })

/** The same rate the other way round: 17.25 for 0.0579710144927536. Two digits fewer than a rate has take away what its own rounding had left, so that a payment of exactly the limit is one. */
const inverse = (rate: string): Ratio => ratioOf(decimalOf(over(ONE, ratioOf(rate)), 13))

/** At the rate that is locked for the payment, else at that of now; rounded up. */
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

/** Asked when first needed and the same from then on: a policy in the currency of the payment needs none. */
export function currentRates(rates: Rates): CurrentRates {
  let table: RateTable | undefined
  return () => (table ??= rates.current())
}
