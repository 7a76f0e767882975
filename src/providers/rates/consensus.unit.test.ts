/** Price consensus tests: the median of the sources that agree, no jumps, and no price without a quorum. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ratioOf } from '../../core/rate.ts'
import { exactMean, LEAP_CONFIRMED_MS, PriceConsensus } from './consensus.ts'

const BOUNDS = { quorum: 2, maxDeviation: 0.01, maxStep: 0.1 }

/** Judges prices of EUR, one of each source; the result is the price, or why it was refused. */
function judging(bounds = BOUNDS) {
  const consensus = new PriceConsensus(bounds)
  return (prices: readonly unknown[], now = 0) => {
    const answers = prices.map((EUR, i) => ({
      source: `source-${i + 1}`,
      prices: { MXN: '17.25', ...(EUR !== undefined && { EUR: EUR as string }) },
    }))
    const { accepted, refused, outliers } = consensus.judge(answers, now)
    expect(accepted.MXN?.price, 'another currency').toBe('17.25')
    expect(accepted.EUR === undefined).toBe(refused.has('EUR') || prices.every((price) => price === undefined))
    return { ...accepted.EUR, refused: refused.get('EUR'), outliers }
  }
}

describe('the price of a currency', () => {
  it('is the median of three sources, as its source wrote it', () =>
    expect(judging()(['0.921', '0.920', '0.9250'])).toEqual({
      price: '0.921',
      sources: ['source-2', 'source-1', 'source-3'],
      refused: undefined,
      outliers: [],
    }))

  it('is the exact mean of two sources that agree', () =>
    expect(judging()(['0.92', '0.925'])).toMatchObject({ price: '0.9225', sources: ['source-1', 'source-2'] }))

  it('leaves out a source far from the median, and names it for the operator', () =>
    expect(judging()(['9.2', '0.92', '0.921'])).toMatchObject({
      price: '0.9205',
      sources: ['source-2', 'source-3'],
      outliers: ['EUR of source-1: 9.2'],
    }))

  it('is refused when two sources disagree', () =>
    expect(judging()(['9.2', '0.92']).refused).toBe('0 of 2 sources agree, 2 must: 0.92, 9.2'))

  it('is refused when two pairs of sources disagree', () =>
    expect(judging()(['0.92', '0.92', '9.2', '9.2']).refused).toContain('0 of 4 sources agree'))

  it('is refused when only one of the sources knows the currency', () =>
    expect(judging()(['0.92', undefined]).refused).toBe('1 of 2 sources agree, 2 must: 0.92'))

  it.each(['0', '-1', '', '1e5', 'NaN', '0x10', '01', '1.', ' 1', '9'.repeat(41), 0.92, null])(
    'never comes from %j, which is not a positive decimal',
    (text) => {
      const judged = judging()(['0.92', '0.92', text])
      expect(judged).toMatchObject({ price: '0.92', outliers: ['EUR of source-3 is not a positive decimal'] })
      expect(judging()(['0.92', text]).refused).toContain('1 of 2 sources agree')
    },
  )

  it('is looked up under currency codes only', () => {
    const prices = JSON.parse('{"__proto__": "1", "toString": "1", "eur": "1", "EUR": "0.92"}')
    const answers = ['a', 'b'].map((source) => ({ source, prices }))
    const { accepted, outliers, refused } = new PriceConsensus(BOUNDS).judge(answers, 0)
    expect(Object.keys(accepted)).toEqual(['EUR'])
    expect([...outliers, ...refused.keys()]).toEqual([])
  })

  it('may move by a step repeatedly, and not by a leap, in either direction', () => {
    const judge = judging()
    for (const price of ['1', '1.09', '1.18', '1.09', '1']) expect(judge([price, price]).price).toBe(price)
    expect(judge(['1.11', '1.11']).refused).toBe('its price leapt from 1 to 1.11')
    expect(judge(['0.9', '0.9']).refused).toBe('its price leapt from 1 to 0.9')
    expect(judge(['1', '1']).price).toBe('1')
  })

  it('may leap when a quorum has agreed on it for ten minutes without interruption', () => {
    const judge = judging()
    const at = (price: string, now: number) => judge([price, price], now).refused
    at('1', 0)
    expect(at('2', 1)).toContain('leapt')
    expect(at('2.1', LEAP_CONFIRMED_MS)).toContain('leapt')
    expect(at('2.1', LEAP_CONFIRMED_MS + 1)).toBeUndefined()
    expect(at('4', LEAP_CONFIRMED_MS + 3)).toContain('leapt')
    expect(at('2.1', LEAP_CONFIRMED_MS + 4), 'which takes the leap back').toBeUndefined()
    expect(at('4', 3 * LEAP_CONFIRMED_MS)).toContain('leapt')
  })

  it('never leaps on the report of a single source', () => {
    const judge = judging({ ...BOUNDS, quorum: 1 })
    expect(judge(['1']).price).toBe('1')
    expect(judge(['2'], 1).refused).toContain('leapt')
    expect(judge(['2'], 100 * LEAP_CONFIRMED_MS).refused).toContain('leapt')
  })

  const decimal = fc
    .tuple(fc.bigInt(0n, 10n ** 12n), fc.bigInt(1n, 10n ** 9n - 1n))
    .map(([whole, fraction]) => `${whole}.${fraction.toString().padStart(9, '0')}`)

  it('is exact when it is the mean of two', () =>
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const [x, y, mean] = [ratioOf(a), ratioOf(b), ratioOf(exactMean(a, b))]
        const sum = x.numerator * y.denominator + y.numerator * x.denominator
        expect(mean.numerator * 2n * x.denominator * y.denominator).toBe(sum * mean.denominator)
      }),
    ))

  it('is not moved beyond the correct sources by a wrong minority', () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 9_500, max: 10_500 }), { minLength: 3, maxLength: 7 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (prices, lie) => {
          const honest = prices.map((price) => (price / 10_000).toFixed(4))
          const liars = Array.from({ length: Math.floor((honest.length - 1) / 2) }, () => `${lie}.5`)
          const { price } = judging({ quorum: 2, maxDeviation: 1, maxStep: 1e9 })([...honest, ...liars])
          expect(Number(price)).toBeGreaterThanOrEqual(Math.min(...honest.map(Number)))
          expect(Number(price)).toBeLessThanOrEqual(Math.max(...honest.map(Number)))
        },
      ),
    ))
})
