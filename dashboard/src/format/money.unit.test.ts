import { describe, expect, it } from 'vitest'
import { formatMinor, parseMajor } from './money.ts'

describe('amounts on the screen', () => {
  it('have as many decimals as their currency', () => {
    expect(formatMinor(1_234_567, 2)).toBe('12,345.67')
    expect(formatMinor(5, 2)).toBe('0.05')
    expect(formatMinor(1500, 0)).toBe('1,500')
    expect(formatMinor(416_550, 8)).toBe('0.00416550')
  })

  it('are exact beyond the precision of a float', () =>
    expect(formatMinor('-90071992547409931', 2)).toBe('−900,719,925,474,099.31'))

  it('are parsed as people type them', () => {
    expect(parseMajor('500', 2)).toBe(50_000)
    expect(parseMajor('1,234.5', 2)).toBe(123_450)
    expect(parseMajor('0.29', 2)).toBe(29)
  })

  it('are refused rather than rounded', () => {
    expect(parseMajor('1.005', 2)).toBeUndefined()
    expect(parseMajor('1.5', 0)).toBeUndefined()
    expect(parseMajor('-1', 2)).toBeUndefined()
    expect(parseMajor('five', 2)).toBeUndefined()
    expect(parseMajor('', 2)).toBeUndefined()
    expect(parseMajor('90000000000000.01', 2)).toBeUndefined()
  })
})
