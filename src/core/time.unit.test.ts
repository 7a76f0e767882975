/** Timestamp tests: text in the format of the API. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoTime } from './time.ts'

describe('isoTime', () => {
  it('writes milliseconds and Z, and is read back as the same time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (moment) => {
        expect(isoTime(moment)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        expect(Date.parse(isoTime(moment))).toBe(moment)
      }),
      { numRuns: 3000 },
    )
  })
})
