/** Tables of refusals: every operation that writes has one, beside its test (`describeRefusals`). */
import { describe, expect, it } from 'vitest'
import { contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operation.ts'
import { readSources } from '../../scripts/measure/sources.ts'

const writes = Object.entries<Operation>(contract).flatMap(([id, { method }]) => (method === 'GET' ? [] : [id]))

/** Operations for which a text has a table: named in the call, or in a list that is iterated. */
const withTable = (text: string): string[] => [
  ...[...text.matchAll(/\bdescribeRefusals\(\s*'(\w+)'/g)].map(([, id]) => id as string),
  ...[...text.matchAll(/\bof \[([^\]]+)\] as const\)\s*describeRefusals\(/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/'(\w+)'/g)].map(([, id]) => id as string),
  ),
]

const tests = readSources().filter(({ path }) => path.endsWith('.test.ts'))
const tables = tests.filter(({ path }) => path.endsWith('.refusals.test.ts'))
const found = tables.flatMap(({ text }) => withTable(text))

/** An error that a table leaves out, and the place that the table cites. */
type Citation = readonly [code: string, where: string]

/** Contents of `elsewhere` of the tables in a text; constants are resolved. */
const citationsIn = (text: string): Citation[] =>
  [...text.matchAll(/elsewhere: \{([^}]*)\}/g)].flatMap(([, block = '']) =>
    [...block.matchAll(/([A-Z_]{4,}): (?:'([^']*)'|([A-Z_]+))/g)].map(([, code = '', quoted, name]): Citation => {
      const named = new RegExp(`const ${name} = '([^']*)'`).exec(text)?.[1]
      return [code, quoted ?? named ?? '']
    }),
  )

/** Whether the test, or the table of the operation, that a citation names has the error; true where it names none. */
function holds([code, where]: Citation): boolean {
  const file = /([\w./-]+\.test\.ts)$/.exec(where)?.[1]
  if (file) return tests.some(({ path, text }) => `/${path}`.endsWith(`/${file}`) && text.includes(code))
  const operation = /^as the platform: (\w+)$/.exec(where)?.[1]
  if (operation) return tables.some(({ text }) => withTable(text).includes(operation) && text.includes(code))
  return where.length > 0
}

describe('a table of refusals', () => {
  it('exists for every operation that writes', () => {
    expect(writes.length).toBeGreaterThan(65)
    expect(writes.filter((id) => !found.includes(id))).toEqual([])
  })

  it('is found by the name of its operation, and nothing else is', () => {
    expect(withTable("describeRefusals('createQuote', () => app, made, [])")).toEqual(['createQuote'])
    expect(withTable("for (const id of ['a', 'b'] as const)\n  describeRefusals(id, () => app, made, [])")).toEqual([
      'a',
      'b',
    ])
    expect(withTable("import { describeRefusals } from 'x'\ndescribe('createQuote: refusals', f)")).toEqual([])
  })

  it('leaves an error to another test only where that test names it', () => {
    const citations = tables.flatMap(({ text }) => citationsIn(text))
    expect(citations.length).toBeGreaterThan(25)
    expect(citations.filter((citation) => !holds(citation))).toEqual([])
  })

  it('is found when it cites a test that lacks the error, or none at all', () => {
    expect(citationsIn("const HERE = 'as the platform: createToken'\n{ elsewhere: { CONFLICT: HERE } }")).toEqual([
      ['CONFLICT', 'as the platform: createToken'],
    ])
    expect(holds(['CONFLICT', 'as the platform: createToken'])).toBe(true)
    expect(holds(['QUOTE_EXPIRED', 'as the platform: createToken'])).toBe(false)
    expect(holds(['QUOTE_EXPIRED', 'too late: tokens.test.ts'])).toBe(false)
    expect(holds(['QUOTE_EXPIRED', ''])).toBe(false)
  })
})
