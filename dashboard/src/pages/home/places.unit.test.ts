import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { placesOf, placeTitle } from './places.ts'

const lines = (...places: string[]) => places.map((place) => ({ place }))

describe('the columns of the trial balance', () => {
  it('are the places that hold money, in a fixed order', () => {
    expect(placesOf(lines('rails', 'customers', 'fees', 'rails'))).toEqual(['customers', 'fees', 'rails'])
  })

  it('omit no place, so that a row shows everything that it sums', () => {
    expect(placesOf(lines('somewhere', 'customers'))).toEqual(['customers', 'somewhere'])
  })

  it('have a title for every house account', () => {
    const [, roles = ''] =
      /HOUSE_ROLES = \{([\s\S]*?)\n\} as const/.exec(readFileSync('contract/ledger/house-accounts.ts', 'utf8')) ?? []
    const names = [...roles.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name as string)
    expect(names.length).toBeGreaterThan(6)
    expect(names.filter((name) => placeTitle(name) === name)).toEqual([])
  })
})
