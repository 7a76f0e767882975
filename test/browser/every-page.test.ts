/** Every page of the router: accessible in light and dark, by keyboard, on a phone and without motion. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../client/request.ts'
import type { ChainBlock, ChainStatus, ChainTransaction } from '../../contract/installation/chains.ts'
import { pagePaths } from '../rules/paths.ts'
import { DESKTOP, openStage, type Stage } from './stage.ts'

/** Paths of the router, read from its source so that each is a test of its own. */
const PATHS = pagePaths()
const PHONE_WIDTH = 360
/** Presses of Tab after which a page is said to hold the focus. */
const PRESSES_MAX = 1000

const BLOCK: ChainBlock = {
  number: 7,
  hash: `0x${'ab'.repeat(32)}`,
  parentHash: `0x${'cd'.repeat(32)}`,
  at: '2026-01-01T00:00:00Z',
  transactions: [{ hash: `0x${'12'.repeat(32)}`, from: `0x${'34'.repeat(20)}`, to: `0x${'56'.repeat(20)}` }],
}
const TRANSACTION: ChainTransaction = {
  ...(BLOCK.transactions[0] as (typeof BLOCK.transactions)[number]),
  status: 'SUCCESS',
  block: BLOCK,
  confirmations: 2,
  confirmationsNeeded: 12,
  nonce: 3,
  transfers: [{ from: `0x${'34'.repeat(20)}`, to: `0x${'56'.repeat(20)}`, amount: '12.5', currency: 'USDC' }],
  gas: { used: 51_000, priceGwei: '1.2', cost: '0.0000612 ETH' },
}
const CHAIN: ChainStatus = {
  rail: 'evm',
  confirmationsNeeded: 12,
  blocks: [BLOCK],
  pendingDeposits: [
    { ...(TRANSACTION.transfers[0] as (typeof TRANSACTION.transfers)[number]), hash: BLOCK.hash, confirmations: 2 },
  ],
}
/** Replies for the pages of a chain: the sandbox of the test has none. */
const CHAIN_REPLIES = [
  [pathTo('getChainBlock', { railId: '*', number: '*' }), BLOCK],
  [pathTo('getChainTransaction', { railId: '*', hash: '*' }), TRANSACTION],
  [pathTo('getChain', { railId: '*' }), CHAIN],
] as const

/** Whether elements have the properties that `BY_MOUSE_ALONE` looks at. */
const IS_RENDERED_BY_REACT = `[...document.querySelectorAll('body *')].some((element) =>
  Object.keys(element).some((name) => name.startsWith('__reactProps$')))`

/** Elements that a click changes and that the keyboard does not reach, by the properties that React keeps with them. */
const BY_MOUSE_ALONE = `[...document.querySelectorAll('body *')].filter((element) => {
  const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'))
  return key && element[key].onClick && element.tabIndex < 0 && !element.matches('label, dialog, [role=option]')
}).map((element) => element.outerHTML.slice(0, 160))`

/** Elements that Tab must reach: of radio buttons of one name, the chosen one. */
const REACHABLE = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')].filter((element) =>
  !element.disabled && element.tabIndex >= 0 && element.type !== 'radio' && !element.closest('[inert]')
  && element.checkVisibility({ visibilityProperty: true }))`

/** Starts at the top of the page, and notes what has the focus. */
const START = `(() => {
  document.activeElement?.blur()
  scrollTo(0, 0)
  window.hadFocus = new Set()
  window.hadNoOutline = []
})()`
/** Notes what has the focus now. @returns whether it is back at the element that had it first */
const NOTE_FOCUS = `(() => {
  const { activeElement: element } = document
  if (element === document.body) return false
  if (window.hadFocus.has(element)) return element === [...window.hadFocus][0]
  window.hadFocus.add(element)
  let shown = element
  while (shown && getComputedStyle(shown).outlineStyle === 'none') shown = shown.parentElement
  if (!shown && element.tagName !== 'IFRAME') window.hadNoOutline.push(element.outerHTML.slice(0, 160))
  return false
})()`
const NOT_REACHED = `${REACHABLE}.filter((element) => !window.hadFocus.has(element)).map((element) => element.outerHTML.slice(0, 160))`

describe('every page, in a browser', () => {
  let stage: Stage
  /** Address of a page for each path of the router that has parameters. */
  let addresses: Record<string, string>

  beforeAll(async () => {
    stage = await openStage('every-page')
    const { api, page } = stage
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const [path, reply] of CHAIN_REPLIES)
      await page.route(
        (url) => url.pathname.endsWith(path),
        (route) => route.fulfill({ json: reply }),
      )
    const dollars = await stage.dollars()
    const customerId = dollars.customerId as string
    const [maria] = (await api('listCustomerExternalAccounts', { query: { currency: 'MXN' } })).data
    const quote = await api('createQuote', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId: dollars.id },
        destination: { destinationType: 'ACCOUNT', accountId: maria?.id as `ExternalAccount:${string}` },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 50_000,
        immediatelyExecute: true,
      },
    })
    const { code } = await api('createInvitation', {
      body: { inviterUma: '$northwind@acme.example', firstName: 'Bob' },
    })
    const [card] = (await api('listCards')).data
    const [agent] = (await api('listAgents')).data
    const [event] = (await api('listEvents')).data
    addresses = {
      '/payments/$id': `/payments/${quote.transactionId}`,
      '/payments/$id/both-sides': `/payments/${quote.transactionId}/both-sides`,
      '/accounts/$id': `/accounts/${maria?.id}`,
      '/customers/$id': `/customers/${customerId}`,
      '/customers/$id/edit': `/customers/${customerId}/edit`,
      '/customers/$id/invite': `/customers/${customerId}/invite`,
      '/invitations/$code': `/invitations/${code}`,
      // The page of an object that exists leads on to it.
      '/objects/$id': '/objects/Transaction:00000000-0000-7000-8000-000000000000',
      '/balances/$id': `/balances/${dollars.id}`,
      '/quotes/$id': `/quotes/${quote.id}`,
      '/chains/$id': '/chains/evm',
      '/chains/$id/blocks/$number': `/chains/evm/blocks/${BLOCK.number}`,
      '/chains/$id/transactions/$hash': `/chains/evm/transactions/${TRANSACTION.hash}`,
      '/cards/$id': `/cards/${card?.id}`,
      '/agents/$id': `/agents/${agent?.id}`,
      '/events/$id': `/events/${event?.id}`,
      '/scenarios/$id': '/scenarios/payout-005',
      '/reference/$operation': '/reference/createQuote',
    }
  })
  afterAll(() => stage?.close())

  it('is in the router, and has an address when its path has parameters', async () => {
    const routes = (await stage.page.evaluate('Object.keys(window.__TSR_ROUTER__.routesByPath)')) as string[]
    expect(routes.toSorted()).toEqual(PATHS.toSorted())
    const recorded = async () => (await stage.api('listApiRequests')).data[0]?.id
    await expect.poll(recorded).toBeDefined()
    addresses['/requests/$id'] = `/requests/${await recorded()}`
    expect(Object.keys(addresses).sort()).toEqual(PATHS.filter((path) => path.includes('$')).sort())
  })

  it.each(PATHS)('%s is accessible and fits a phone', async (path) => {
    const { page } = stage
    await page.goto(stage.origin + (addresses[path] ?? path))
    await page.getByRole('heading', { level: 1 }).or(page.getByText('not found')).first().waitFor()
    await expect.poll(() => page.getByLabel('Loading').count()).toBe(0)
    expect(await stage.violations()).toEqual([])
    expect(await page.evaluate('document.getAnimations().length')).toBe(0)
    await page.setViewportSize({ width: PHONE_WIDTH, height: 800 })
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE_WIDTH)
    await page.setViewportSize(DESKTOP)

    expect(await page.evaluate(IS_RENDERED_BY_REACT)).toBe(true)
    expect(await page.evaluate(BY_MOUSE_ALONE)).toEqual([])
    if ((await page.evaluate(`${REACHABLE}.length`)) === 0) return
    await page.evaluate(START)
    let presses = 0
    do await page.keyboard.press('Tab')
    while (!(await page.evaluate(NOTE_FOCUS)) && ++presses < PRESSES_MAX)
    expect(presses).toBeLessThan(PRESSES_MAX)
    expect(await page.evaluate('window.hadNoOutline')).toEqual([])
    expect(await page.evaluate(NOT_REACHED)).toEqual([])
  })
})
