/** Documentation link tests: links, anchors and file names exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const pages = [
  ...readdirSync('.'),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((path) => `docs/${path}`),
].filter((path) => path.endsWith('.md'))

/** Samples may name files that a reader has yet to create. */
const withoutSamples = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '')

/** GitHub's anchor of a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
const anchorsOf = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchor(heading as string))

function leadsSomewhere(page: string, target: string): boolean {
  const [path = '', fragment] = target.split('#')
  const file = path === '' ? page : join(dirname(page), path)
  return existsSync(file) && (fragment === undefined || anchorsOf(file).includes(fragment))
}

const brokenLinks = (page: string, text: string) =>
  [...withoutSamples(text).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)]
    .map(([, target]) => target as string)
    .filter((target) => !leadsSomewhere(page, target))

const missingFiles = (text: string) =>
  [...withoutSamples(text).matchAll(/`((?:contract|src|client|cli|dashboard|test|bench|docs|scripts)\/[\w./-]+)`/g)]
    .map(([, path]) => path as string)
    .filter((path) => !existsSync(path))

describe('the documentation', () => {
  it('has pages', () => expect(pages.length).toBeGreaterThan(20))

  for (const page of pages) {
    it(`of ${page} links to existing files and headings`, () => {
      const text = readFileSync(page, 'utf8')
      expect([...brokenLinks(page, text), ...missingFiles(text)]).toEqual([])
    })
  }

  it('begins with a README of fewer than 700 words, samples of code not counted', () => {
    const words = withoutSamples(readFileSync('README.md', 'utf8'))
      .replace(/<[^>]+>|\]\([^)]*\)/g, '')
      .match(/[\p{L}\p{N}]\S*/gu)
    expect(words?.length).toBeLessThan(700)
    expect(words?.length).toBeGreaterThan(300)
  })

  it('would be detected with a broken link', () => {
    const text = 'See [it](nowhere.md), [that](README.md#nothing) and `src/nothing.ts`.'
    expect([...brokenLinks('README.md', text), ...missingFiles(text)]).toEqual([
      'nowhere.md',
      'README.md#nothing',
      'src/nothing.ts',
    ])
  })
})
