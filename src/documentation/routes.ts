/** Documentation routes: the pages of docs/ under /docs, as HTML and as Markdown, with a search, and llms.txt. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml } from '../core/html.ts'
import { layout, type Shown } from './layout.ts'
import { DOCS, type Document, PICTURES, readMarkdown } from './markdown.ts'
import { DOC_GROUPS, DOC_PAGES, type DocPage } from './pages.ts'
import { type Searched, search } from './search.ts'
import { STYLE } from './style.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const PICTURE_TYPES: Readonly<Record<string, string>> = { '.svg': 'image/svg+xml', '.png': 'image/png' }
const ABOUT =
  'Self-hosted money movement and embedded wallets: one HTTP API for accounts, quotes, payments, wallets, cards and agents.'

/** The root of the repository, seen from dist/ and from the sources. */
const ROOT = ['../', '../../']
  .map((up) => fileURLToPath(new URL(up, import.meta.url)))
  .find((folder) => existsSync(join(folder, 'docs/concepts.md')))

/** Adds them, unless the program was installed without its documents. */
export function addDocumentation(server: FastifyInstance, { hasReference }: { hasReference: boolean }): void {
  if (ROOT === undefined) return
  const site = readSite(ROOT)
  const html = (reply: FastifyReply, shown: Shown) =>
    reply
      .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(layout(shown, { titles: site.titles(), hasReference }))
  const text = (reply: FastifyReply, type: string, content: string | Buffer) =>
    reply.headers({ 'content-security-policy': POLICY, 'cache-control': 'no-cache' }).type(type).send(content)

  server.get(DOCS, (_request, reply) => html(reply, { title: 'Documentation', content: indexOf(site) }))
  server.get<{ Querystring: { q?: unknown } }>(`${DOCS}/search`, ({ query: { q } }, reply) => {
    const query = typeof q === 'string' ? q : ''
    return html(reply, { title: 'Search', query, content: searchResults(site.searched(), query) })
  })
  server.get(`${DOCS}/style.css`, (_request, reply) => text(reply, 'text/css; charset=utf-8', STYLE))
  server.get('/llms.txt', (_request, reply) => text(reply, 'text/plain; charset=utf-8', llmsText(site)))
  for (const page of DOC_PAGES) {
    server.get(`${DOCS}/${page.slug}.md`, (_request, reply) =>
      text(reply, 'text/markdown; charset=utf-8', site.markdown(page)),
    )
    server.get(`${DOCS}/${page.slug}`, (_request, reply) => {
      const { title, html: content, headings } = site.document(page)
      return html(reply, { title, content, slug: page.slug, headings })
    })
  }
  for (const [name, file] of site.pictures)
    server.get(`${PICTURES}/${name}`, (_request, reply) =>
      text(reply, PICTURE_TYPES[extname(name)] as string, readFileSync(file)),
    )
}

interface Site {
  markdown(page: DocPage): string
  document(page: DocPage): Document
  titles(): ReadonlyMap<string, string>
  searched(): readonly Searched[]
  /** Name → file. */
  readonly pictures: ReadonlyMap<string, string>
}

/** Reads each page when it is first asked for. */
function readSite(root: string): Site {
  const documents = new Map<string, Document>()
  let searched: readonly Searched[] | undefined
  const markdown = ({ file }: DocPage) => readFileSync(join(root, file), 'utf8')
  const document = (page: DocPage) => {
    const known = documents.get(page.slug) ?? readMarkdown(page.file, markdown(page))
    documents.set(page.slug, known)
    return known
  }
  const inFolder = (folder: string) =>
    readdirSync(join(root, folder))
      .filter((name) => extname(name) in PICTURE_TYPES)
      .map((name) => [name, join(root, folder, name)] as const)
  return {
    markdown,
    document,
    titles: () => new Map(DOC_PAGES.map((page) => [page.slug, document(page).title])),
    searched: () =>
      (searched ??= DOC_PAGES.flatMap((page) => {
        const { title, sections } = document(page)
        return sections.map((section) => ({ slug: page.slug, title, section }))
      })),
    pictures: new Map(['docs/images', 'docs/generated/pictures'].flatMap(inFolder)),
  }
}

function indexOf(site: Site): string {
  const titles = site.titles()
  const card = ({ slug, about }: DocPage) =>
    `<li><a href="${DOCS}/${slug}"><strong>${escapeHtml(titles.get(slug) ?? slug)}</strong><span>${escapeHtml(about)}</span></a></li>`
  const groups = DOC_GROUPS.map(
    ({ title, pages }) => `<h2>${title}</h2><ul class="cards">${pages.map(card).join('')}</ul>`,
  )
  return `<h1>Documentation</h1><p>${ABOUT}</p>${groups.join('')}`
}

function searchResults(searched: readonly Searched[], query: string): string {
  const asked = query.trim()
  if (asked === '') return '<h1>Search</h1><p>Type one or more words, an error code or a field.</p>'
  const found = search(searched, asked)
  const item = ({ slug, title, section: { heading }, excerpt }: (typeof found)[number]) =>
    `<li><a href="${DOCS}/${slug}#${heading.id}">${escapeHtml(heading.depth === 1 ? title : `${title}: ${heading.text}`)}</a><p>${escapeHtml(excerpt)}</p></li>`
  if (found.length === 0)
    return `<h1>Search</h1><p>No section contains all of “${escapeHtml(asked)}”. Fewer or shorter words find more.</p>`
  return `<h1>Search</h1><p>Sections that contain “${escapeHtml(asked)}”:</p><ul class="results">${found.map(item).join('')}</ul>`
}

/** As llmstxt.org describes it: the pages as Markdown, with a line about each. */
function llmsText(site: Site): string {
  const titles = site.titles()
  const groups = DOC_GROUPS.map(
    ({ title, pages }) =>
      `## ${title}\n\n${pages.map(({ slug, about }) => `- [${titles.get(slug)}](${DOCS}/${slug}.md): ${about}`).join('\n')}`,
  )
  return [`# Causeway`, `> ${ABOUT}`, 'The contract as OpenAPI 3.1: /openapi.json', ...groups].join('\n\n').concat('\n')
}
