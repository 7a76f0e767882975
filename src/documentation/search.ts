/** Search of the documentation: sections that contain every word of a query, best first. */
import type { Section } from './markdown.ts'

/** A longer query is cut: its cost grows with its words. */
const QUERY_LENGTH = 100
const WORDS = 8
const RESULTS = 30
const EXCERPT = 220

export interface Searched {
  readonly slug: string
  readonly title: string
  readonly section: Section
}

export interface Found extends Searched {
  /** Part of the section around the first word. */
  readonly excerpt: string
}

export const wordsOf = (query: string): string[] =>
  [...new Set(query.slice(0, QUERY_LENGTH).toLowerCase().split(/\s+/).filter(Boolean))].slice(0, WORDS)

/** A word in a heading weighs more than any number of them in the text. */
function weight(word: string, { title, section }: Searched): number {
  const heading = section.heading.text.toLowerCase()
  if (heading === word) return 100
  if (heading.includes(word)) return 20
  if (section.text.toLowerCase().includes(word)) return 2
  return title.toLowerCase().includes(word) ? 1 : 0
}

function excerptAround(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const at = Math.max(
    0,
    Math.min(...words.map((word) => lower.indexOf(word)).filter((place) => place >= 0), lower.length) - 60,
  )
  const cut = text.slice(at === lower.length ? 0 : at, at + EXCERPT)
  return `${at > 0 ? '… ' : ''}${cut}${at + EXCERPT < text.length ? ' …' : ''}`
}

export function search(all: readonly Searched[], query: string): Found[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const found = all.flatMap((searched) => {
    const weights = words.map((word) => weight(word, searched))
    return weights.includes(0) ? [] : [{ searched, sum: weights.reduce((sum, each) => sum + each, 0) }]
  })
  return found
    .sort((a, b) => b.sum - a.sum)
    .slice(0, RESULTS)
    .map(({ searched }) => ({ ...searched, excerpt: excerptAround(searched.section.text, words) }))
}
