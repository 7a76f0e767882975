/** API reference in a browser: an operation is found, understood and run, with ids of the sandbox. */
import type { Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, STILL, type Stage } from './stage.ts'

/** Size limit of the page and the OpenAPI document in bytes, compressed. */
const SIZE_MAX = 400_000

/** The stream of live changes is the one reply that never ends. */
const ends = (request: Request) => request.resourceType() !== 'eventsource'

/** Size of a request's reply in bytes as it was sent, once all of it has arrived. */
async function sizeOf(request: Request): Promise<number> {
  await (await request.response())?.finished()
  return (await request.sizes()).responseBodySize
}

describe('the API reference, in a browser', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage('reference')
  })
  afterAll(() => stage?.close())

  it('finds an operation by a part of its path, and shows its fields and errors', async () => {
    const { page } = stage
    await page.getByRole('link', { name: 'API reference' }).click()
    await page.getByRole('heading', { name: 'API reference' }).waitFor()
    await stage.picture('start')
    await page.getByLabel('Find an operation').fill('/quotes')
    await page.getByRole('link', { name: 'POST Create a quote' }).first().click()
    await page.getByRole('heading', { name: 'Create a quote' }).waitFor()
    await stage.part('Body').getByText('lockedCurrencyAmount').waitFor()
    expect(await page.getByRole('link', { name: 'INSUFFICIENT_BALANCE' }).getAttribute('href')).toBe(
      '/docs/errors#insufficient_balance',
    )
  })

  it("runs its example with ids of this sandbox's objects, which the reply links", async () => {
    const { page } = stage
    await stage.press('Run')
    const reply = page.getByRole('region', { name: 'Reply', exact: true })
    await reply.getByText('201').waitFor()
    await reply
      .getByRole('link', { name: /^Transaction:/ })
      .first()
      .waitFor()
    await stage.picture('run')
    expect(await stage.violations()).toEqual([])
  })

  it('shows a refusal with its status', async () => {
    const { page } = stage
    await page.getByRole('textbox', { name: 'Request body' }).fill('{ "source": 1 }')
    await stage.press('Run')
    await page.getByRole('region', { name: 'Reply', exact: true }).getByText('INVALID_INPUT').first().waitFor()
  })

  it('needs no other server, and less than 400 KB compressed with the OpenAPI document', async () => {
    const { page, origin, browser } = stage
    // Another context has nothing in its cache.
    const context = await browser.newContext({ ...STILL, storageState: await page.context().storageState() })
    const fresh = await context.newPage()
    const requests: Request[] = []
    fresh.on('request', (request) => requests.push(request))
    await fresh.goto(`${origin}/reference/createQuote`)
    await fresh.getByRole('button', { name: 'Run', exact: true }).waitFor()
    expect(stage.strangers).toEqual([])
    // A button is on the page before its last request has been counted.
    const ended = requests.filter(ends)
    expect(ended.filter((request) => request.url().endsWith('/openapi.json'))).toHaveLength(1)
    // A page that follows the sandbox reads some lists again: how often depends on what else happens there.
    const firsts = new Map(ended.toReversed().map((request) => [request.url(), request]))
    const sizes = await Promise.all([...firsts.values()].map(sizeOf))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    expect(bytes).toBeGreaterThan(SIZE_MAX / 10)
    expect(bytes).toBeLessThan(SIZE_MAX)
    await context.close()
  })
})
