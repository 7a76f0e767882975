/** Word list test: source, messages and documentation use none of the refused wordings. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EXCEPT, OF_FUNCTION, WORDINGS } from './words.ts'

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|md|css|html)$/.test(file) && !EXCEPT.test(file) && existsSync(file))

const places = (text: string, refused: RegExp): string[] =>
  [...text.matchAll(new RegExp(refused, refused.flags.includes('g') ? refused.flags : `${refused.flags}g`))].map(
    ({ index, 0: found }) => `line ${text.slice(0, index).split('\n').length}: ${found.trim()}`,
  )

const wrongNames = (text: string): string[] =>
  [...text.matchAll(OF_FUNCTION)]
    .filter(([, , first, , second]) => argumentsIn(first ?? second ?? '') !== 1)
    .map(([, first, , second]) => first ?? second ?? '')

/** Commas inside brackets do not separate arguments. A lookup through the test app counts as one argument. */
function argumentsIn(list: string): number {
  if (/\bTestApp\b/.test(list)) return 1
  let flat = list
  for (let before = ''; before !== flat; ) {
    before = flat
    flat = flat.replace(/\{[^{}]*\}|\[[^[\]]*\]|<[^<>]*>|\([^()]*\)/g, 'x')
  }
  return flat.split(',').filter((part) => part.trim() !== '').length
}

describe('the wording', () => {
  for (const { refused, better, sample } of WORDINGS) {
    it(`“${refused.source}” is nowhere (better: ${better})`, () => {
      const found = files.flatMap((file) => places(readFileSync(file, 'utf8'), refused).map((at) => `${file} ${at}`))
      expect(found).toEqual([])
      expect(places(sample, refused)).toHaveLength(1)
    })
  }

  it('is checked in source, tests, scripts and documentation', () => {
    for (const folder of ['src/', 'contract/', 'dashboard/', 'client/', 'cli/', 'bench/', 'scripts/', 'test/', 'docs/'])
      expect(
        files.some((file) => file.startsWith(folder)),
        folder,
      ).toBe(true)
    expect(files.length).toBeGreaterThan(1000)
  })

  it('functions named “…Of” look up or convert one argument', () => {
    const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    expect(code.flatMap((file) => wrongNames(readFileSync(file, 'utf8')).map((name) => `${file} ${name}`))).toEqual([])
    expect(wrongNames('const shareOf = (a: bigint, b: bigint) => a')).toEqual(['shareOf'])
    expect(wrongNames('function keyOf({ a, b }: Row): string {}')).toEqual([])
  })
})
