/** JSON body parser. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/limits.ts'
import { parseJson } from './json-body.ts'

const refusal = (code: string) =>
  expect.objectContaining({ code, details: { errors: [expect.objectContaining({ field: 'body' })] } })

describe('parseJson', () => {
  it('reads JSON', () => {
    const shallow = fc.jsonValue({ maxDepth: 5 })
    fc.assert(
      fc.property(
        shallow,
        (value) => void expect(parseJson(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value))),
      ),
    )
  })

  it.each(['', ' ', '\n\t '])('reads nothing from %j', (text) => expect(parseJson(text)).toBeUndefined())

  it('refuses what is not JSON', () => {
    expect(() => parseJson('{')).toThrow(refusal('INVALID_INPUT'))
  })

  it('counts levels, but not brackets within texts', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(parseJson(nested(LIMITS.bodyDepth))).toBeDefined()
    expect(() => parseJson(nested(LIMITS.bodyDepth + 1))).toThrow(refusal('PAYLOAD_TOO_LARGE'))
    const text = JSON.stringify({ a: '[{'.repeat(100), 'b"\\[{': '\\"[' })
    expect(parseJson(text)).toEqual(JSON.parse(text))
  })
})
