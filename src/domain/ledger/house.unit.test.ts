/** House account tests: the ids are stored in every posting, so they must never change. */
import { describe, expect, it } from 'vitest'
import { HOUSE_ROLES, type HouseRole } from '../../../contract/ledger/house-accounts.ts'
import { house, houseName } from './house.ts'

/** Position in HOUSE_ROLES = number in the id. New roles are added at the end, here and there. */
const IN_ORDER: readonly HouseRole[] = ['fees', 'fx', 'transit', 'rails', 'suspense', 'cards', 'platformFees', 'costs']

describe('the id of a house account', () => {
  it('numbers the roles in the order in which they are persisted', () => {
    expect(Object.keys(HOUSE_ROLES)).toEqual(IN_ORDER)
  })

  it('is the id that ledgers already contain', () => {
    expect(house('fees', 'USD')).toBe('00000000-0000-8000-8000-555344000000')
    expect(house('suspense', 'EUR')).toBe('00000000-0000-8000-8004-455552000000')
    expect(house('platformFees', 'USDC')).toBe('00000000-0000-8000-8006-555344430000')
  })

  it.each(IN_ORDER)('of %s is read back as role and currency', (role) => {
    expect(houseName(house(role, 'USDB'))).toEqual({ role, currency: 'USDB' })
  })
})
