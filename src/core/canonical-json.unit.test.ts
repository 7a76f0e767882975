/** Canonical JSON tests: one text for equal values, different texts for different ones. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

/** The same value with the fields of every object in another order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, shuffled(inner)]),
  )
}

describe('canonicalJson', () => {
  it('sorts fields at every depth, and keeps the order of lists', () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }, 2], a: 'x' })).toBe('{"a":"x","b":[{"c":null,"d":1},2]}')
  })

  it('sorts numeric names as text, like all others', () => {
    expect(canonicalJson({ 9: 'b', 10: 'a', '01': 'c' })).toBe('{"01":"c","10":"a","9":"b"}')
  })

  it('leaves no gap in a list', () => {
    const list = [1]
    list[2] = 3
    expect(canonicalJson(list)).toBe('[1,null,3]')
  })

  it('is the same text whatever the order of fields', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => void expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value))),
    )
  })

  it('is read back as the same value', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        (value) => void expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value))),
      ),
    )
  })

  it("uses a value's own JSON form, and is empty for undefined", () => {
    expect(canonicalJson({ file: { toJSON: () => ({ sha256: 'ab', name: 'x' }) } })).toBe(
      '{"file":{"name":"x","sha256":"ab"}}',
    )
    expect(canonicalJson(undefined)).toBe('')
  })
})
