/** Exact ratio tests: no rounding inside, and the nearest number of 15 digits outside. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { over, type Ratio, ratioOf, scaleDown, scaleUp, times, toDecimal } from './rate.ts'

const natural = fc.bigInt(1n, 10n ** 24n)
const ratio = fc.record({ numerator: natural, denominator: natural })
const equal = (a: Ratio, b: Ratio) => a.numerator * b.denominator === b.numerator * a.denominator
const digitsOf = (decimal: string) => decimal.replace('.', '').replace(/^0+/, '')

describe('ratioOf', () => {
  it.each([
    ['17.25', 1725n, 100n],
    ['1', 1n, 1n],
    ['0.000001', 1n, 1_000_000n],
    ['120048.01920768', 12_004_801_920_768n, 100_000_000n],
  ])('reads %s exactly', (decimal, numerator, denominator) => {
    expect(equal(ratioOf(decimal), { numerator, denominator })).toBe(true)
  })

  it.each(['', '.', '1.', '.5', '-1', '1e3', '1,5', ' 1', '0x1', 'NaN'])('refuses "%s"', (text) => {
    expect(() => ratioOf(text)).toThrow('is not a decimal number')
  })
})

describe('toDecimal', () => {
  it.each([
    [1n, 1n, '1'],
    [1n, 3n, '0.333333333333333'],
    [2n, 3n, '0.666666666666667'],
    [4n, 69n, '0.0579710144927536'],
    [1n, 8n, '0.125'],
    [100n, 1n, '100'],
    [10n ** 20n, 1n, '100000000000000000000'],
    [1n, 10n ** 20n, '0.00000000000000000001'],
    [999_999_999_999_999_9n, 1n, '10000000000000000'],
    [12_004_801_920_768n, 100_000_000n, '120048.01920768'],
  ])('writes %s/%s as %s', (numerator, denominator, decimal) => {
    expect(toDecimal({ numerator, denominator })).toBe(decimal)
  })

  it('has at most 15 significant digits, and no trailing zeros', () => {
    fc.assert(
      fc.property(ratio, (it) => {
        const decimal = toDecimal(it)
        expect(decimal).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
        expect(digitsOf(decimal).replace(/0+$/, '').length).toBeLessThanOrEqual(15)
      }),
    )
  })

  it('is within half a unit of its fifteenth digit', () => {
    fc.assert(
      fc.property(ratio, (it) => {
        const read = ratioOf(toDecimal(it))
        // |read − it| ≤ it × 0.5 × 10⁻¹⁴, all in integers.
        const difference = read.numerator * it.denominator - it.numerator * read.denominator
        const size = difference < 0n ? -difference : difference
        expect(size * 2n * 10n ** 14n).toBeLessThanOrEqual(it.numerator * read.denominator)
      }),
    )
  })

  it('is read digit by digit from a JSON number', () => {
    const rate = fc.bigInt(1n, 10n ** 9n)
    fc.assert(
      fc.property(rate, fc.bigInt(1n, 10n ** 6n), (numerator, denominator) => {
        const decimal = toDecimal({ numerator, denominator })
        fc.pre(Number(decimal) >= 1e-6)
        expect(JSON.stringify(Number(decimal))).toBe(decimal)
      }),
    )
  })
})

describe('scaling', () => {
  const amount = fc.bigInt(0n, 10n ** 18n)

  it('rounds down to the largest amount that is not too much, up to the smallest that is enough', () => {
    fc.assert(
      fc.property(amount, ratio, (value, { numerator, denominator }) => {
        const low = scaleDown(value, { numerator, denominator })
        const high = scaleUp(value, { numerator, denominator })
        expect(low * denominator <= value * numerator && (low + 1n) * denominator > value * numerator).toBe(true)
        expect(high * denominator >= value * numerator && (high - 1n) * denominator < value * numerator).toBe(true)
      }),
    )
  })

  it('never gains by converting back and forth', () => {
    fc.assert(
      fc.property(amount, ratio, (value, it) => {
        const inverse = over({ numerator: 1n, denominator: 1n }, it)
        expect(scaleDown(scaleDown(value, it), inverse)).toBeLessThanOrEqual(value)
        expect(scaleUp(scaleUp(value, it), inverse)).toBeGreaterThanOrEqual(value)
      }),
    )
  })
})

describe('ratios', () => {
  it('multiply and divide exactly', () => {
    fc.assert(fc.property(ratio, ratio, (a, b) => void expect(equal(over(times(a, b), b), a)).toBe(true)))
  })
})
