/** Frame of the documentation's pages. */
import { escapeHtml } from '../core/html.ts'
import { DOCS, type Heading } from './markdown.ts'
import { DOC_GROUPS } from './pages.ts'

export interface Shown {
  readonly title: string
  /** HTML; every value in it is escaped. */
  readonly content: string
  /** Of the page that is shown; absent for the index and for results. */
  readonly slug?: string
  readonly headings?: readonly Heading[]
  readonly query?: string
}

/** The titles of the pages by slug. */
export type Titles = ReadonlyMap<string, string>

const link = (href: string, text: string, isCurrent = false) =>
  `<a href="${href}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a>`

const navigation = (titles: Titles, current: string | undefined): string =>
  DOC_GROUPS.map(
    ({ title, pages }) =>
      `<h2>${title}</h2><ul>${pages
        .map(({ slug }) => `<li>${link(`${DOCS}/${slug}`, titles.get(slug) ?? slug, slug === current)}</li>`)
        .join('')}</ul>`,
  ).join('')

/** A page with one or two sections needs no list of them. */
function contentsOf(headings: readonly Heading[]): string {
  const sections = headings.filter(({ depth }) => depth === 2)
  if (sections.length < 3) return ''
  const items = sections.map(({ id, text }) => `<li>${link(`#${id}`, text)}</li>`)
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`
}

export const layout = (
  { title, content, slug, headings = [], query = '' }: Shown,
  { titles, hasReference }: { titles: Titles; hasReference: boolean },
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Causeway</title>
<link rel="stylesheet" href="${DOCS}/style.css">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<a class="home" href="${DOCS}">Causeway <span>Docs</span></a>
<form action="${DOCS}/search" role="search"><input type="search" name="q" value="${escapeHtml(query)}" maxlength="100" placeholder="Search" aria-label="Search the documentation"></form>
<nav aria-label="Causeway"><a class="to-pages" href="#pages">Pages</a>${hasReference ? `${link('/', 'Dashboard')}${link('/reference', 'API reference')}` : ''}</nav>
</header>
<div class="columns">
<nav id="pages" class="pages" aria-label="Pages">${navigation(titles, slug)}</nav>
<main id="main" tabindex="-1">
${content}
${slug === undefined ? '' : `<footer>${link(`${DOCS}/${slug}.md`, 'This page as Markdown')}</footer>`}
</main>
${contentsOf(headings)}
</div>
</body>
</html>
`
