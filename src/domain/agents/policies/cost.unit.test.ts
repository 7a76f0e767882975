import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { over, ratioOf, toDecimal } from '../../../core/rate.ts'
import type { Agent } from '../agent.ts'
import { policyCost } from './cost.ts'

const inPesos = {
  policy: { spendingLimits: { currency: 'MXN' } } as Agent['policy'],
}
const ONE = { numerator: 1n, denominator: 1n }
const noRates = () => {
  throw new Error('The rate is locked')
}

describe('the cost of a payment', () => {
  it('at a locked rate is the amount times the exact rate, rounded up', () => {
    const amounts = fc.bigInt({ min: 1n, max: 10_000_000_000n })
    const rates = fc.integer({ min: 1, max: 2_000_000 }).map((tenThousandths) => (tenThousandths / 10_000).toFixed(4))
    fc.assert(
      fc.property(amounts, rates, (amount, rate) => {
        const { numerator, denominator } = ratioOf(rate)
        const locked = { receivingCurrency: 'MXN', exchangeRate: toDecimal(over(ONE, ratioOf(rate))) }
        const { inLimits } = policyCost(inPesos, { amount, currency: 'USD', locked }, noRates)
        expect(inLimits).toBe((amount * numerator + denominator - 1n) / denominator)
      }),
    )
  })

  it('equals a limit that the payment reaches exactly', () => {
    const locked = { receivingCurrency: 'MXN', exchangeRate: '0.0579710144927536' }
    expect(policyCost(inPesos, { amount: 10_000n, currency: 'USD', locked }, noRates).inLimits).toBe(172_500n)
  })
})
