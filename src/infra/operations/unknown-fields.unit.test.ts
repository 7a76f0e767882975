/** Unknown field tests: how a reply names them, whatever they are called. */
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/limits.ts'
import { ignoredFields, UnknownFields } from './unknown-fields.ts'

describe('the header', () => {
  it('names every path', () => {
    expect(ignoredFields(['colour', 'source.memo', 'items.0.Request-Id'])).toBe(
      'colour, source.memo, items.0.Request-Id',
    )
  })

  it('is printable whatever was sent', () => {
    expect(ignoredFields(['a\r\nSet-Cookie: x=1', 'é', '\ud800', 'a, b'])).toBe('a??Set-Cookie:?x?1, ?, ?, a??b')
  })

  it('is short, and states how many it omits', () => {
    const value = ignoredFields(Array.from({ length: 100 }, (_, index) => `${'x'.repeat(300)}${index}`))
    expect(value.length).toBeLessThan(1_050)
    expect(value).toMatch(/, and 91 more$/)
  })
})

describe('unknown fields', () => {
  it('are one fault when there are too many', () => {
    const unknown = new UnknownFields('body')
    const taken = Array.from({ length: 1_000 }, (_, index) => unknown.meet('', `field${index}`, ['name']))
    expect(taken.filter(Boolean)).toHaveLength(LIMITS.unknownFields)
    expect(unknown.faults).toEqual([{ field: 'body', message: 'has more than 100 unknown fields' }])
  })
})
