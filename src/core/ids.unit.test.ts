/** Id tests: sorted by creation, and bounded by time. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bareId, firstIdAt, newId, seededIds, wireId } from './ids.ts'

const UUID7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const moment = fc.integer({ min: 0, max: 2 ** 48 - 2 })

describe('newId', () => {
  it('is a UUID of version 7', () => {
    fc.assert(fc.property(moment, (now) => void expect(newId(now)).toMatch(UUID7)))
  })

  it('sorts by its time', () => {
    fc.assert(fc.property(moment, moment, (a, b) => void expect(newId(a) < newId(b)).toBe(a <= b)))
  })

  it('sorts in order of creation within a millisecond, even on a clock that stops for long', () => {
    const ids = Array.from({ length: 20_000 }, () => newId(1_700_000_000_000))
    expect(ids.findIndex((id, i) => i > 0 && id <= (ids[i - 1] as string))).toBe(-1)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('never ends in 00 and a digit: such endings choose outcomes in a sandbox', () => {
    const seeded = seededIds(1)
    const ids = Array.from({ length: 20_000 }, () => [newId(1), seeded(1)]).flat()
    expect(ids.filter((id) => id.slice(-3, -1) === '00')).toEqual([])
  })
})

describe('firstIdAt', () => {
  it('is between earlier ids and those of that time', () => {
    fc.assert(
      fc.property(moment, (now) => {
        expect(firstIdAt(now) <= newId(now)).toBe(true)
        expect(newId(now) < firstIdAt(now + 1)).toBe(true)
      }),
    )
  })

  it.each([-1, -62_135_596_800_000, 2 ** 48, 253_402_300_799_999 * 10])('is an id for the time %s too', (now) => {
    expect(firstIdAt(now)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-0000-0000-000000000000$/)
  })
})

describe('seededIds', () => {
  it('returns the same ids for the same seed, and others for another', () => {
    const series = (seed: number) =>
      Array.from(
        { length: 100 },
        (
          (next) => () =>
            next(5)
        )(seededIds(seed)),
      )
    expect(series(42)).toEqual(series(42))
    expect(series(42)).not.toEqual(series(43))
    for (const id of series(0)) expect(id).toMatch(UUID7)
    expect(new Set(series(1)).size).toBe(100)
  })
})

describe('wire ids', () => {
  it('round-trip', () => {
    fc.assert(fc.property(fc.uuid(), (uuid) => void expect(bareId(wireId('Quote', uuid))).toBe(uuid)))
  })
})
