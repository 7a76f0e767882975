/** Checks docs/assurance.md: every promise names a test that exists. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Row {
  readonly promise: string
  /** Path of a test file from the repository root. */
  readonly file: string
  /** Part of the title of a test in that file; empty: the file as a whole. */
  readonly title: string
}

/** A row reads `| promise | [file](../file) "title" |`; a cell may name several tests, separated by `<br>`. */
function rowsOf(page: string): Row[] {
  const lines = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (Promise|---)/.test(line))
  return lines.flatMap((line) => {
    const [, promise = '', tests = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    return tests.split('<br>').map((test) => {
      const [, file, title] = /^\[[^\]]+\]\(\.\.\/([^)]+)\)(?: "(.+)")?$/.exec(test.trim()) ?? []
      if (!file) throw new Error(`docs/assurance.md: "${promise}" names no test: ${test}`)
      return { promise, file, title: title ?? '' }
    })
  })
}

describe('docs/assurance.md', () => {
  it('names a test for every promise, and every named test exists', () => {
    const missing = rowsOf(readFileSync('docs/assurance.md', 'utf8')).filter(
      ({ file, title }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(title),
    )
    expect(missing).toEqual([])
  })

  it('refuses a row without a test', () => {
    expect(() => rowsOf('| Money is never lost | we are careful |')).toThrow('names no test')
  })

  it('reads several tests of one promise', () => {
    expect(rowsOf('| One effect | [a](../test/a.test.ts) "once"<br>[b](../test/b.test.ts) |')).toEqual([
      { promise: 'One effect', file: 'test/a.test.ts', title: 'once' },
      { promise: 'One effect', file: 'test/b.test.ts', title: '' },
    ])
  })
})
