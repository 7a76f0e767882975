/** Markdown of the documentation as HTML, and as sections for the search. */
import { posix } from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'
import { escapeHtml } from '../core/html.ts'
import { DOC_PAGES } from './pages.ts'

export const DOCS = '/docs'
export const PICTURES = `${DOCS}/pictures`

export interface Heading {
  readonly depth: number
  readonly text: string
  readonly id: string
}

/** The text from one heading to the next. */
export interface Section {
  readonly heading: Heading
  readonly text: string
}

export interface Document {
  readonly title: string
  readonly html: string
  readonly headings: readonly Heading[]
  readonly sections: readonly Section[]
}

const SLUGS = new Map(DOC_PAGES.map(({ file, slug }) => [file, slug]))

/** Ids of headings as code hosts make them, so that links between the files hold in both places. */
function headingIds() {
  const used = new Map<string, number>()
  return (text: string): string => {
    const id = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    const before = used.get(id) ?? 0
    used.set(id, before + 1)
    return before === 0 ? id : `${id}-${before}`
  }
}

/** Text as a reader sees it: without the marks of Markdown. */
export const plain = (markdown: string): string =>
  markdown
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[\s|:-]+$/gm, '')
    .replace(/[`*|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Target of a link in a file; undefined: a file that is not served. */
function linkTarget(file: string, href: string): string | undefined {
  if (/^[a-z]+:/.test(href) || href.startsWith('#')) return href
  const [path = '', anchor] = href.split('#')
  const target = posix.normalize(posix.join(posix.dirname(file), path))
  if (/\.(svg|png)$/.test(target)) return `${PICTURES}/${posix.basename(target)}`
  const slug = SLUGS.get(target)
  return slug && `${DOCS}/${slug}${anchor === undefined ? '' : `#${anchor}`}`
}

/** @param file from the root of the repository: links in it are relative to its folder */
export function readMarkdown(file: string, markdown: string): Document {
  const headings: Heading[] = []
  const idOf = headingIds()
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const heading = { depth, text: plain(text), id: idOf(plain(text)) }
        headings.push(heading)
        const anchor =
          depth === 1 ? '' : ` <a class="anchor" href="#${heading.id}" aria-label="Link to this section">#</a>`
        return `<h${depth} id="${heading.id}">${this.parser.parseInline(tokens)}${anchor}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const address = linkTarget(file, href)
        if (address === undefined) return `<span class="file" title="${escapeHtml(href)}">${text}</span>`
        return `<a href="${escapeHtml(address)}">${text}</a>`
      },
      image({ href, text }) {
        const source = escapeHtml(linkTarget(file, href) ?? href)
        return `<span class="picture" tabindex="0"><img src="${source}" alt="${escapeHtml(text)}"></span>`
      },
      code({ text, lang }) {
        const label = lang?.split(' ')[0] ?? 'text'
        return `<pre tabindex="0" data-language="${escapeHtml(label)}"><code>${escapeHtml(text)}</code></pre>\n`
      },
      table(token) {
        return `<div class="table" tabindex="0">${tableHtml(token, (cell) => this.parser.parseInline(cell.tokens))}</div>\n`
      },
    },
  })
  const tokens = marked.lexer(markdown.replace(/<!--[\s\S]*?-->\n?/g, ''))
  const html = marked.parser(tokens)
  const title = headings.find(({ depth }) => depth === 1)?.text ?? file
  return { title, html, headings, sections: splitSections(tokens, headings) }
}

function tableHtml({ header, rows }: Tokens.Table, inline: (cell: Tokens.TableCell) => string): string {
  const row = (cells: readonly Tokens.TableCell[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')}</tr>`
  return `<table><thead>${row(header, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`
}

function splitSections(tokens: readonly Token[], headings: readonly Heading[]): Section[] {
  const sections: { heading: Heading; text: string }[] = []
  const left = headings.values()
  for (const token of tokens) {
    const heading = token.type === 'heading' ? left.next().value : undefined
    if (heading) sections.push({ heading, text: '' })
    else {
      const last = sections.at(-1)
      if (last) last.text = `${last.text} ${plain(token.raw)}`.trim()
    }
  }
  return sections
}
