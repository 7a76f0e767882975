import { createSecretKey, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashCode, isCode, newOneTimeCode } from './one-time-code.ts'

const key = createSecretKey(randomBytes(32))

describe('a one-time code', () => {
  it('has six digits, or the configured length', () => {
    expect(newOneTimeCode({})).toMatch(/^\d{6}$/)
    expect(newOneTimeCode({ otpLength: 4 })).toMatch(/^\d{4}$/)
    expect(newOneTimeCode({ otpLength: 12 })).toMatch(/^\d{12}$/)
  })

  it('has letters and digits if configured, without look-alikes', () => {
    const codes = Array.from({ length: 200 }, () => newOneTimeCode({ otpLength: 12, alphanumeric: true })).join('')
    expect(codes).toMatch(/^[2-9A-HJKMNP-Z]+$/)
    expect(codes).toMatch(/[A-Z]/)
    expect(codes).toMatch(/[2-9]/)
  })

  it('has every digit equally often', () => {
    const counts = new Array<number>(10).fill(0)
    for (const digit of Array.from({ length: 10_000 }, () => newOneTimeCode({ otpLength: 12 })).join(''))
      counts[+digit] = (counts[+digit] as number) + 1
    // 12,000 of each are expected, with a deviation of 104: outside of six deviations is one chance in 10^8.
    for (const count of counts) expect(Math.abs(count - 12_000)).toBeLessThan(624)
  })

  it('matches its hash, regardless of case and spaces', () => {
    const hash = hashCode(key, 'credential/1', 'AB23CD')
    for (const typed of ['AB23CD', 'ab23cd', ' AB23CD\n']) expect(isCode(key, 'credential/1', typed, hash)).toBe(true)
    for (const typed of ['AB23CE', 'AB23C', '', 'AB23CDE', 'AB 23CD'])
      expect(isCode(key, 'credential/1', typed, hash)).toBe(false)
  })

  it('does not match for another subject or key', () => {
    const hash = hashCode(key, 'credential/1', '123456')
    expect(isCode(key, 'credential/2', '123456', hash)).toBe(false)
    expect(isCode(createSecretKey(randomBytes(32)), 'credential/1', '123456', hash)).toBe(false)
    expect(hash).not.toContain('123456')
  })

  it('has a hash that separates code and subject', () => {
    expect(isCode(key, 'credential/1', '1', hashCode(key, 'credential/', '11'))).toBe(false)
    expect(isCode(key, 'a","1', '2', hashCode(key, 'a', '1","2'))).toBe(false)
  })
})
