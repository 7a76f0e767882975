/** Proof of what is sold at: confirmed prices without leaps, and nothing else. */
import { describe, expect, it } from 'vitest'
import { LEAP_CONFIRMED_MS, PriceJudge, type Prices } from './judge.ts'

const BOUNDS = { maxDeviation: 0.02, maxStep: 0.1 }

describe('the prices of a source', () => {
  const judging = () => {
    const judge = new PriceJudge(BOUNDS)
    /** What is said against EUR; undefined: it is accepted. */
    return (first: string | undefined, second: string | undefined, now = 0) => {
      const prices = (eur: string | undefined): Prices => ({ MXN: '17.25', ...(eur !== undefined && { EUR: eur }) })
      const { accepted, refused } = judge.judge(prices(first), second === 'none' ? undefined : prices(second), now)
      expect(accepted.MXN, 'another currency').toBe('17.25')
      expect(accepted.EUR).toBe(refused.has('EUR') ? undefined : first)
      return refused.get('EUR')
    }
  }

  it('are accepted when both sources say nearly the same', () => {
    const about = judging()
    expect(about('0.92', '0.92')).toBeUndefined()
    expect(about('0.92', '0.938')).toBeUndefined()
  })

  it.each([
    ['0.92', '0.939'],
    ['0.939', '0.92'],
    ['9.2', '0.92'],
  ])('are refused when the sources disagree: %s and %s', (first, second) =>
    expect(judging()(first, second)).toBe(`the sources disagree: ${first} and ${second}`),
  )

  it('are refused when the second source does not know the currency', () =>
    expect(judging()('0.92', undefined)).toBe('the second source has no price for it'))

  it.each(['0', '-1', '', '1e5', 'NaN', '0x10', '01', '1.', ' 1', '9'.repeat(41)])('are refused as %j', (text) =>
    expect(judging()(text, '0.92')).toBe('its price is not a positive decimal'),
  )

  it('may move by a step, again and again, and not by a leap, either way', () => {
    const about = judging()
    for (const price of ['1', '1.09', '1.18', '1.09', '1']) expect(about(price, price)).toBeUndefined()
    expect(about('1.11', '1.11')).toBe('its price leapt from 1 to 1.11')
    expect(about('0.9', '0.9')).toBe('its price leapt from 1 to 0.9')
    expect(about('1', '1')).toBeUndefined()
  })

  it('leap when both sources have confirmed it for ten minutes without a break', () => {
    const about = judging()
    about('1', '1')
    expect(about('2', '2', 1)).toContain('leapt')
    expect(about('2.1', '2.1', LEAP_CONFIRMED_MS)).toContain('leapt')
    expect(about('2.1', '2.1', LEAP_CONFIRMED_MS + 1)).toBeUndefined()
    expect(about('2.1', '2.1', LEAP_CONFIRMED_MS + 2)).toBeUndefined()
    expect(about('4', '4', LEAP_CONFIRMED_MS + 3)).toContain('leapt')
    expect(about('2.1', '2.1', LEAP_CONFIRMED_MS + 4), 'which takes the leap back').toBeUndefined()
    expect(about('4', '4', 3 * LEAP_CONFIRMED_MS)).toContain('leapt')
  })

  it('never leap without a second source', () => {
    const about = judging()
    expect(about('1', 'none')).toBeUndefined()
    expect(about('2', 'none', 1)).toContain('leapt')
    expect(about('2', 'none', 100 * LEAP_CONFIRMED_MS)).toContain('leapt')
  })
})
