/** Citations of decisions: each number that code, tests or docs cite is an entry of docs/decisions.md. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const PAGE = 'docs/decisions.md'
const SELF = 'test/rules/decisions.unit.test.ts'
const NUMBER = String.raw`\d+(?:\s+to\s+\d+)?`
const CITATION = new RegExp(String.raw`\bdecisions?\s+(${NUMBER}(?:(?:,\s+and|,|\s+and)\s+${NUMBER})*)`, 'gi')

/** The numbers cited by a text: `decision 36`, `decisions 26 and 71`, `decisions 12 to 14`. Comment signs at line ends are skipped. */
const citedIn = (text: string): number[] =>
  [...text.replace(/\n\s*(\*|\/\/)/g, '\n').matchAll(CITATION)].flatMap(([, list = '']) =>
    [...list.matchAll(/(\d+)(?:\s+to\s+(\d+))?/g)].flatMap(([, first, last]) =>
      range(Number(first), Number(last ?? first)),
    ),
  )
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

const entriesOf = (page: string): number[] =>
  [...page.matchAll(/^\*\*(\d+)\. [^*]+\*\* \S/gm)].map(([, n]) => Number(n))

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|sql|md|json|css|html)$/.test(file) && file !== SELF && existsSync(file))
  .filter((file) => !/(^|\/)package(-lock)?\.json$|\.generated\./.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const entries = entriesOf(readFileSync(PAGE, 'utf8'))

describe('docs/decisions.md', () => {
  it('has one entry for every number, in order', () => {
    expect(entries).toEqual(range(1, entries.length))
  })

  it('has an entry for every citation', () => {
    const cited = files.flatMap(({ file, text }) => citedIn(text).map((number) => ({ file, number })))
    expect(cited.length).toBeGreaterThan(50)
    expect(cited.filter(({ number }) => !entries.includes(number))).toEqual([])
  })

  it('is the only authority that is cited: no file refers to a specification outside the repository', () => {
    const outside = files.filter(({ text }) =>
      /\bspecification\b|\b(specification|interface[\w-]*)\.(md|yaml)\b/.test(text),
    )
    expect(outside.map(({ file }) => file)).toEqual([])
  })
})

describe('a citation', () => {
  it('is found in every form', () => {
    expect(citedIn('(decision 36)')).toEqual([36])
    expect(citedIn('Decisions 26 and 71.')).toEqual([26, 71])
    expect(citedIn('decisions 25, 26, 71 hold')).toEqual([25, 26, 71])
    expect(citedIn('decisions 12 to 14 and 19')).toEqual([12, 13, 14, 19])
    expect(citedIn(' * as decision\n * 999 has it')).toEqual([999])
  })

  it('is none where no number follows', () => {
    expect(citedIn('a decision of the platform; 36 decisions')).toEqual([])
  })
})
