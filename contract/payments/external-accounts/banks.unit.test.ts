/** Bank list tests: banks are listed wherever an account must name one. */
import { describe, expect, it } from 'vitest'
import { CURRENCIES } from '../../currencies.ts'
import type { AccountTypeRow } from './account-row.ts'
import { ACCOUNT_TYPES } from './account-types.ts'
import { BANKS } from './banks.ts'

const types: readonly AccountTypeRow[] = Object.values(ACCOUNT_TYPES)
const names = Object.values(BANKS).flatMap((countries) =>
  Object.values(countries).flatMap((banks) => Object.entries(banks)),
)

describe('the banks', () => {
  it('exist for every currency whose accounts must name a bank or a provider', () => {
    const needed = types.flatMap(({ currencies, fields }) => {
      const isNeeded = [fields.bankName, fields.provider].some((field) => field && !('~optional' in field))
      return isNeeded && currencies !== 'ANY' ? currencies : []
    })
    expect(needed).toContain('PHP')
    expect(needed).not.toContain('MXN')
    expect(needed.filter((currency) => !(currency in BANKS))).toEqual([])
  })

  it('have known currencies and countries, and names that an account accepts', () => {
    for (const [currency, countries] of Object.entries(BANKS)) {
      expect(currency in CURRENCIES, currency).toBe(true)
      for (const country of Object.keys(countries)) expect(country).toMatch(/^[A-Z]{2}$/)
    }
    for (const [bankName, displayName] of names) {
      expect(bankName.length).toBeLessThanOrEqual(255)
      expect(displayName.length).toBeGreaterThan(0)
    }
  })
})
