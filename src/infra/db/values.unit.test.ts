/** Timestamp tests: PostgreSQL timestamps are parsed exactly. */
import { describe, expect, it } from 'vitest'
import { momentOf } from './values.ts'

describe('a timestamp', () => {
  it('is read to the millisecond', () => {
    expect(momentOf('2026-11-20 13:09:46.123+00')).toBe(Date.parse('2026-11-20T13:09:46.123Z'))
  })

  it('is read without a fraction and with a short one', () => {
    expect(momentOf('2026-11-20 13:09:46+00')).toBe(Date.parse('2026-11-20T13:09:46.000Z'))
    expect(momentOf('2026-11-20 13:09:46.5+00')).toBe(Date.parse('2026-11-20T13:09:46.500Z'))
    expect(momentOf('2026-11-20 13:09:46.05+00')).toBe(Date.parse('2026-11-20T13:09:46.050Z'))
  })

  it('truncates fractions of a millisecond, never rounds up', () => {
    expect(momentOf('2026-12-31 23:59:59.999999+00')).toBe(Date.parse('2026-12-31T23:59:59.999Z'))
    expect(momentOf('1969-12-31 23:59:59.9999+00')).toBe(-1)
  })

  it('may be on a leap day, long ago, or far in the future', () => {
    expect(momentOf('2028-02-29 00:00:00+00')).toBe(Date.parse('2028-02-29T00:00:00Z'))
    expect(momentOf('1000-01-01 00:00:00+00')).toBe(Date.parse('1000-01-01T00:00:00Z'))
    expect(momentOf('9999-12-31 23:59:59.999+00')).toBe(Date.parse('9999-12-31T23:59:59.999Z'))
  })

  for (const text of [
    'infinity',
    '-infinity',
    '0044-03-15 00:00:00+00 BC',
    '10000-01-01 00:00:00+00',
    '2026-11-20 13:09:46+02',
  ]) {
    it(`is not read from ${text}`, () => expect(() => momentOf(text)).toThrow(RangeError))
  }
})
