/** Owns the proof that used names are remembered, and hardly ever confused. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { UsedNames } from './used-names.ts'

const nameOf = (number: number) => createHash('sha256').update(`${number}`).digest('hex').slice(0, 36)
const names = (from: number, count: number) => Array.from({ length: count }, (_, i) => nameOf(from + i))

describe('used names', () => {
  it('are nobody’s at first', () => {
    const used = new UsedNames()
    expect(used.has('a', nameOf(1))).toBe(false)
    used.add('a', nameOf(2))
    expect(used.has('a', nameOf(1))).toBe(false)
  })

  it('are one platform’s, and stay so when another one has been asked about', () => {
    const used = new UsedNames()
    used.add('a', nameOf(1))
    expect(used.has('b', nameOf(1))).toBe(false)
    used.add('b', nameOf(2))
    expect(used.has('a', nameOf(1))).toBe(true)
    expect(used.has('a', nameOf(2))).toBe(false)
    expect(used.has('b', nameOf(2))).toBe(true)
  })

  it('are remembered, nine of ten of the last ten thousand at least, after three hundred thousand', () => {
    const used = new UsedNames()
    for (const name of names(0, 300_000)) used.add('a', name)
    const known = names(290_000, 10_000).filter((name) => used.has('a', name)).length
    expect(known).toBeGreaterThan(9_000)
  })

  it('are taken for others less than once in ten thousand times', () => {
    const used = new UsedNames()
    for (const name of names(0, 200_000)) used.add('a', name)
    const confused = names(1_000_000, 100_000).filter((name) => used.has('a', name)).length
    expect(confused).toBeLessThan(10)
  })
})
