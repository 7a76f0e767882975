/** Documentation tests: every page is served with links that lead somewhere, as Markdown too, and the search works. */
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { DOC_PAGES } from './pages.ts'

/** Of use only with the source beside them. */
const FOR_CONTRIBUTORS = [
  'docs/ARCHITECTURE.md',
  'docs/STYLE.md',
  'docs/adding-a-provider.md',
  'docs/adding-a-state.md',
  'docs/adding-an-endpoint.md',
  'docs/generated/architecture.md',
  'docs/generated/code.md',
]

let app: TestApp
beforeAll(async () => {
  app = await testApp({ cast: false })
})
afterAll(() => app.close())

const get = (path: string) => app.raw('GET', app.origin + path, { as: null })
const linksOf = (html: string) =>
  [...html.matchAll(/(?:href|src)="(\/docs[^"]*|#[^"]*)"/g)].map(([, to]) => to as string)
const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))

describe('/docs', () => {
  it('has every page of docs/ but those for contributors and the records of decisions', () => {
    const written = readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .map((name) => `docs/${name}`)
      .filter((file) => file.endsWith('.md') && !file.startsWith('docs/adr/') && !FOR_CONTRIBUTORS.includes(file))
    const served = DOC_PAGES.map(({ file }) => file)
    expect(written.filter((file) => !served.includes(file))).toEqual([])
  })

  it('links only to existing pages, sections and pictures', async () => {
    const paths = ['/docs', ...DOC_PAGES.map(({ slug }) => `/docs/${slug}`)]
    const pages = new Map(await Promise.all(paths.map(async (path) => [path, await get(path)] as const)))
    for (const [path, { status, text, headers }] of pages) {
      expect([path, status]).toEqual([path, 200])
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(text.match(/<h1/g), path).toHaveLength(1)
    }
    const known = new Map<string, number>()
    for (const [path, { text }] of pages)
      for (const link of linksOf(text)) {
        const [target, id] = link.startsWith('#') ? [path, link.slice(1)] : (link.split('#') as [string, string?])
        const page = pages.get(target)
        if (!page && !known.has(target)) known.set(target, (await get(target)).status)
        expect(page?.status ?? known.get(target), `${link} on ${path}`).toBe(200)
        if (id) expect(idsOf(page?.text ?? '').has(id), `${link} on ${path}`).toBe(true)
      }
    expect([...known.keys()].filter((target) => target.endsWith('.svg')).length).toBeGreaterThan(15)
  })

  it('serves each page as its Markdown source, and lists all of them in llms.txt', async () => {
    const list = (await get('/llms.txt')).text
    for (const { slug, file } of DOC_PAGES) {
      const { text, headers } = await get(`/docs/${slug}.md`)
      expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
      expect(text, file).toBe(readFileSync(file, 'utf8'))
      expect(list).toContain(`](/docs/${slug}.md): `)
    }
  })

  it('finds an error code first under its own heading, and all words wherever they occur', async () => {
    const { text } = await get('/docs/search?q=insufficient_balance')
    expect(linksOf(text).find((link) => link.includes('#') && link.startsWith('/docs'))).toBe(
      '/docs/errors#insufficient_balance',
    )
    expect((await get('/docs/search?q=passkey%20session')).text).toContain('href="/docs/wallets#')
  })

  it('escapes the query, and suggests what to do when nothing is found', async () => {
    const { status, text } = await get(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(status).toBe(200)
    expect(text).not.toContain('<script')
    expect(text).toContain('Fewer or shorter words find more')
    expect((await get('/docs/search?q=a&q=b')).status).toBe(200)
    expect((await get('/docs/nothing')).status).toBe(404)
  })
})
