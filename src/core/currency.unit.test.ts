/** Currency tests: presentation and minor units. */
import { describe, expect, it } from 'vitest'
import { CURRENCIES, type KnownCurrency } from '../../contract/currencies.ts'
import { LIMITS } from '../../contract/limits.ts'
import { knownCurrency, minorUnits, presentCurrency, presentMoney, wireAmount } from './currency.ts'

describe('a currency', () => {
  it.each([
    ['USD', 100n],
    ['BTC', 100_000_000n],
    ['USDC', 1_000_000n],
    ['UGX', 1n],
  ] as const)('%s has %s minor units', (code, units) => expect(minorUnits(code)).toBe(units))

  it('is shown with name, symbol and digits', () => {
    for (const code of Object.keys(CURRENCIES) as KnownCurrency[]) {
      const { name, symbol, decimals } = CURRENCIES[code]
      expect(presentCurrency(code)).toEqual({ code, name, symbol, decimals })
    }
  })

  it.each(['usd', 'ZZZ', '', 'toString', '__proto__'])('400 for "%s"', (code) => {
    expect(() => knownCurrency(code)).toThrow(expect.objectContaining({ code: 'INVALID_CURRENCY' }))
  })
})

describe('an amount', () => {
  it('is sent as exactly the integer', () => {
    for (const minor of [0n, 1n, 858_187n, BigInt(LIMITS.amount)]) expect(BigInt(wireAmount(minor))).toBe(minor)
    expect(presentMoney(5n, 'EUR')).toEqual({ amount: 5, currency: presentCurrency('EUR') })
  })
})
