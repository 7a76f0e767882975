/** Tables of refusals: every operation that writes has one, beside its test (`describeRefusals`). */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operation.ts'

const writes = Object.entries<Operation>(contract).flatMap(([id, { method }]) => (method === 'GET' ? [] : [id]))

/** The operations that a text has a table for: named in place, or in a list that is gone through. */
const withTable = (text: string): string[] => [
  ...[...text.matchAll(/\bdescribeRefusals\(\s*'(\w+)'/g)].map(([, id]) => id as string),
  ...[...text.matchAll(/\bof \[([^\]]+)\] as const\)\s*describeRefusals\(/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/'(\w+)'/g)].map(([, id]) => id as string),
  ),
]

const found = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'src/*.refusals.test.ts'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))
  .flatMap((file) => withTable(readFileSync(file, 'utf8')))

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
})
