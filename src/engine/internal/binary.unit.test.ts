/** Binary value tests: what a column cannot hold is refused, never stored as something else. */
import { describe, expect, it } from 'vitest'
import { Bytes } from './binary.ts'

const written = (write: (bytes: Bytes) => void) => {
  const bytes = new Bytes()
  write(bytes)
  return bytes.taken()
}

describe('a value that its column cannot hold', () => {
  it.each([2 ** 31, -(2 ** 31) - 1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('is refused as an int: %s', (value) => {
    expect(() => written((bytes) => bytes.int(value))).toThrow(RangeError)
  })

  it.each([2n ** 63n, -(2n ** 63n) - 1n])('is refused as a bigint: %s', (value) => {
    expect(() => written((bytes) => bytes.bigint(value))).toThrow(RangeError)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 9e15])('is refused as a time: %s', (value) => {
    expect(() => written((bytes) => bytes.time(value))).toThrow(RangeError)
  })
})

it('the extreme values of a column are written exactly', () => {
  expect(written((bytes) => bytes.int(-(2 ** 31))).readInt32BE(4)).toBe(-(2 ** 31))
  expect(written((bytes) => bytes.bigint(2n ** 63n - 1n)).readBigInt64BE(4)).toBe(2n ** 63n - 1n)
  expect(written((bytes) => bytes.time(Date.UTC(2000, 0, 1) + 5)).readBigInt64BE(4)).toBe(5000n)
})
