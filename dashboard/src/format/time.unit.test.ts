import { describe, expect, it } from 'vitest'
import { formatUntil } from './time.ts'

describe('the time until something is due', () => {
  it.each([
    [0, 'now'],
    [-5_000, 'now'],
    [400, '1 s'],
    [59_000, '59 s'],
    [60_000, '1 min'],
    [247_000, '4 min 7 s'],
    [3_600_000, '1 h'],
    [3_605_000, '1 h'],
    [90_000_000, '1 d 1 h'],
    [604_800_000, '7 d'],
  ])('%i ms are %s', (ms, said) => expect(formatUntil(ms)).toBe(said))
})
