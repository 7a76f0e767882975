/** Patterns of the contract: matching takes a few steps per character, for any text. */
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { describe, expect, it } from 'vitest'
import { contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operation.ts'
import { countSteps } from '../harness/work/pattern-steps.ts'

type Schema = Record<string, any>

/** Every pattern that is matched against input, with texts that it accepts. */
function patterns(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const visit = (schema: Schema): void => {
    if (schema === null || typeof schema !== 'object') return
    if (typeof schema.pattern === 'string') {
      const examples = found.get(schema.pattern) ?? new Set()
      for (const example of (schema.examples as string[] | undefined) ?? []) examples.add(example)
      found.set(schema.pattern, examples)
    }
    for (const part of Object.values(schema)) visit(part)
  }
  for (const { params, query, body } of Object.values<Operation>(contract))
    for (const schema of [params, query, body]) visit(schema as Schema)
  return found
}

const RUNS = ['a', 'A', '0', '1', '-', '.', '_', '@', ':', '/', 'a.', 'a-', '-a', '.a', 'a@', 'A0', 'aA', 'x1.']
const LENGTH = 600

/** Steps per character for the worst of many texts: long ones that begin like a match and fail at the end. */
function worst(pattern: RegExp, examples: Iterable<string>): number {
  let most = 0
  for (const example of new Set(['', ...examples]))
    for (let kept = 0; kept <= Math.min(example.length, 40); kept++)
      for (const run of RUNS)
        for (const end of ['', '!']) {
          const text = example.slice(0, kept) + run.repeat(LENGTH / run.length) + end
          most = Math.max(most, countSteps(pattern, text) / text.length)
        }
  return most
}

describe('a pattern', () => {
  it.each([...patterns()])(
    'examines each character a few times: %s',
    (pattern, examples) => {
      expect(worst(new RegExp(pattern, 'u'), examples)).toBeLessThan(10)
    },
    60_000,
  )

  it('of email addresses does so as well', () => {
    expect(worst(fullFormats.email as RegExp, ['alice@example.com'])).toBeLessThan(10)
  })

  it('that backtracks excessively would be detected', () => {
    expect(worst(/^a*a*$/, [])).toBeGreaterThan(100)
    expect(() => countSteps(/a/, 'a')).toThrow('tried at every place')
  })
})
