/** Assets of the built program: compressed, kept by browsers as long as their name lasts, and small at first load. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Program, startProgram } from './program.ts'

/** Size limit of the first page load in bytes, compressed. */
const FIRST_LOAD_MAX = 250_000
const FONT_MAX = 50_000

describe('the dashboard', () => {
  let program: Program
  beforeAll(async () => {
    program = await startProgram(['dist/causeway.js', 'start', '--no-open'])
  })
  // The npm process ends only after the service, its child.
  afterAll(() => program?.stop())

  const get = (path: string, coding: string) =>
    fetch(program.origin + path, { headers: { accept: 'text/html,*/*', 'accept-encoding': coding } })
  const sizeOf = async (path: string) => Number((await get(path, 'br')).headers.get('content-length'))

  it('loads its first page in at most 250 KB, compressed', async () => {
    const page = await (await get('/', 'identity')).text()
    const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path as string)
    expect(assets.length).toBeGreaterThan(1)
    const sizes = await Promise.all(assets.map(sizeOf))
    expect(Math.min(...sizes)).toBeGreaterThan(0)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_LOAD_MAX)
  })

  it('brings its font, which is loaded along with the page and kept', async () => {
    const page = await (await get('/', 'identity')).text()
    const font = /<link rel="preload" href="(\/assets\/[^"]+\.woff2)"/.exec(page)?.[1] as string
    expect(page).toContain('as="font"')
    const { headers, status } = await get(font, 'br')
    expect([status, headers.get('content-type')]).toEqual([200, 'font/woff2'])
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(Number(headers.get('content-length'))).toBeLessThan(FONT_MAX)
    const [styles] = /\/assets\/[^"]+\.css/.exec(page) as RegExpExecArray
    expect(await (await get(styles, 'identity')).text()).toContain(font)
  })

  it('lets browsers cache assets, whose names change with their content, and makes them revalidate pages', async () => {
    const page = await get('/payments', 'br')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const [asset] = /\/assets\/[^"]+/.exec(await page.text()) as RegExpExecArray
    const { headers } = await get(asset, 'gzip')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual(['gzip', 'accept-encoding'])
  })

  it('sends the same content whatever the coding, the OpenAPI document too', async () => {
    const [asset] = /\/assets\/[^"]+/.exec(await (await get('/', 'br')).text()) as RegExpExecArray
    for (const path of [asset, '/openapi.json']) {
      const replies = await Promise.all(['identity', 'gzip', 'br'].map((coding) => get(path, coding)))
      expect(replies.map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip', 'br'])
      const [plain, ...decoded] = await Promise.all(replies.map((reply) => reply.text()))
      expect(decoded.every((text) => text === plain)).toBe(true)
    }
  })
})
