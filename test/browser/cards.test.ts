/** Cards in the dashboard: issue, number, terminal, ledger, signed changes, funding sources, closing. */
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.ts'

describe('cards and the terminal, in a browser', () => {
  let stage: Stage
  let page: Stage['page']
  let part: Stage['part']
  let press: Stage['press']
  let picture: Stage['picture']

  const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true })
  const go = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
  const device = () => page.getByRole('form', { name: 'Terminal' })
  const screen = () => device().getByRole('status').innerText()
  /** Selects a merchant, enters the amount, taps the card. */
  async function tap(merchant: RegExp, amount: string): Promise<void> {
    await page.getByRole('radio', { name: merchant }).check()
    await device().getByLabel('Amount').fill(amount)
    await device().getByRole('button', { name: /^Tap / }).click()
    await device()
      .getByText(/^(Approved|Declined)$/)
      .waitFor()
  }
  /** Submits a message of the merchant. */
  async function say(word: 'Clear' | 'Return', amount: string): Promise<void> {
    const choice = part('Purchase').getByRole('radio', { name: word, exact: true })
    await choice.check()
    const form = part('Purchase').getByRole('form', { name: word, exact: true })
    await form.getByLabel('Amount').fill(amount)
    await form.getByRole('button', { name: word, exact: true }).click()
  }
  const becomes = (status: string) =>
    part('Purchase')
      .getByRole('status', { name: 'Status of the purchase' })
      .getByText(status, { exact: true })
      .waitFor()
  /** The amount beside a word in a bar's legend: `Cleared 10.00`. */
  const sum = (place: Locator, word: string) =>
    place
      .locator('dl > div')
      .filter({ has: page.getByText(word, { exact: true }) })
      .locator('dd')
      .first()
      .innerText()
  const sums = async (place = part('Purchase')) => ({
    held: await sum(place, 'On hold'),
    cleared: await sum(place, 'Cleared'),
    returned: await sum(place, 'Returned'),
  })
  const state = (word: string) => page.getByRole('status', { name: 'State' }).getByText(word, { exact: true }).waitFor()
  /** Reviews the payload, and signs it. */
  async function sign(): Promise<string> {
    const dialog = page.getByRole('dialog', { name: 'Review and sign' })
    const statement = await dialog.locator('p').first().innerText()
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    return statement
  }

  beforeAll(async () => {
    stage = await openStage('cards')
    ;({ page, part, press, picture } = stage)
    // The first start creates a database, which is slow on a busy machine.
  })
  afterAll(() => stage?.close())

  it('shows the seed card', async () => {
    await go('Cards').click()
    await page.getByRole('link', { name: 'Visa ··0719 of Northwind Ltd, active' }).waitFor()
    await expect.poll(() => go('Cards').getAttribute('aria-current')).toBe('page')
  })

  it('issues a card, which becomes active on the open page', async () => {
    await link('Issue a card').click()
    const dialog = page.getByRole('dialog', { name: 'Issue a card' })
    await expect.poll(() => dialog.getByRole('button', { name: 'Issue the card' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Cardholder').selectOption('Northwind Ltd')
    await dialog.getByRole('button', { name: /^Add USD / }).click()
    await expect.poll(() => dialog.getByRole('button', { name: /^Add USDB / }).isDisabled()).toBe(true)
    await dialog.getByLabel(/^Your card id/).fill('team-005')
    const cap = dialog.getByLabel('Spending limit per purchase in USD (optional)')
    await cap.fill('12.345')
    await dialog.getByText('Enter an amount in USD above zero').waitFor()
    expect(await dialog.getByRole('button', { name: 'Issue the card' }).isDisabled()).toBe(true)
    await cap.fill('120.50')
    await picture('1-issue')
    await dialog.getByRole('button', { name: 'Issue the card' }).click()
    await page.getByRole('heading', { name: /^team-005/ }).waitFor()
    await state('Pending issue')
    await picture('2-pending')
    await press('+1 min')
    await state('Active')
    await page.getByRole('heading', { name: /^Visa ··0005/ }).waitFor()
    await page.getByText('120.50 USD').waitFor()
  })

  it('filters cards by state and cardholder', async () => {
    await go('Cards').click()
    await page.getByRole('navigation', { name: 'State' }).getByRole('link', { name: 'Frozen' }).click()
    await page.getByText('No matching cards').waitFor()
    await link('Show all cards').click()
    await page.getByLabel('Cardholder').selectOption('Alice Doe')
    await page.getByText('No matching cards').waitFor()
    await page.getByLabel('Cardholder').selectOption('Northwind Ltd')
    await expect.poll(() => page.getByRole('link', { name: /^Visa .*Northwind Ltd/ }).count()).toBe(2)
    await picture('3-wall')
  })

  it('shows the number in a frame of another origin, which the page cannot read', async () => {
    await page.getByRole('link', { name: /^Visa ··0719/ }).click()
    await press('Show the number')
    const number = page.frameLocator('iframe').getByText(/^4000( \d{4}){2} 0719$/)
    const shown = (await number.innerText()).replaceAll(' ', '')
    expect(shown).toMatch(/^4000\d{8}0719$/)
    const seen = await page.evaluate(async () => {
      const { src, contentDocument } = document.querySelector('iframe') as HTMLIFrameElement
      // Without the sandbox attribute of the frame, so that the issuer's policy alone keeps them apart.
      const bare = document.createElement('iframe')
      bare.src = src
      const loaded = new Promise((resolve) => bare.addEventListener('load', resolve))
      document.body.append(bare)
      await loaded
      const documents = [contentDocument, bare.contentDocument]
      bare.remove()
      const fetched = await fetch(src)
      const all = `${document.documentElement.innerHTML} ${await fetched.text()}`
      return { documents, status: fetched.status, all }
    })
    expect(seen).toMatchObject({ documents: [null, null], status: 404 })
    expect(seen.all).not.toContain(shown.slice(0, 12))
    await picture('4-number')
    await press('Hide the number')
    await page.locator('iframe').waitFor({ state: 'detached' })
  })

  it('taps the card: the amount is on hold', async () => {
    await link('Pay at the terminal').click()
    await picture('5-terminal')
    await tap(/^BLUE BOTTLE/, '12.50')
    await expect.poll(screen).toContain('12.50 USD on hold')
    await becomes('Authorized')
    await expect.poll(sums).toEqual({ held: '12.50', cleared: '0.00', returned: '0.00' })
    await picture('6-approved')
  })

  it('clears it with a tip, and returns a part', async () => {
    await press('Tip 20 %')
    await part('Purchase').getByRole('form', { name: 'Clear' }).getByRole('button', { name: 'Clear' }).click()
    await becomes('Settled')
    await expect.poll(sums).toEqual({ held: '0.00', cleared: '15.00', returned: '0.00' })
    await say('Return', '5')
    await expect.poll(sums).toEqual({ held: '0.00', cleared: '10.00', returned: '5.00' })
    await picture('7-returned')
  })

  it('clears in parts, releases the rest, returns everything, and reverses the return', async () => {
    await tap(/^PARCEL/, '60')
    await becomes('Authorized')
    await say('Clear', '25')
    await becomes('Partially settled')
    await expect.poll(sums).toEqual({ held: '35.00', cleared: '25.00', returned: '0.00' })
    await say('Clear', '15')
    await expect.poll(sums).toEqual({ held: '20.00', cleared: '40.00', returned: '0.00' })
    await picture('8-parts')
    await part('Purchase').getByRole('radio', { name: 'Clear', exact: true }).check()
    await press('Release the rest')
    await becomes('Settled')
    await say('Return', '40')
    await becomes('Returned')
    await press('Reverse return')
    await becomes('Settled')
    await expect.poll(sums).toEqual({ held: '0.00', cleared: '40.00', returned: '0.00' })
  })

  it('shows why a card is declined', async () => {
    await tap(/^GOLDSMITH 002/, '1')
    await expect.poll(screen).toContain('INSUFFICIENT_FUNDS No funding source covers the whole amount.')
    await becomes('Declined')
    await part('Purchase').getByText('No money moved.').waitFor()
    await picture('9-declined')
    await tap(/^BLUE BOTTLE/, '10000.01')
    await expect.poll(screen).toContain('INSUFFICIENT_FUNDS')
  })

  it('rejects a malformed amount without a request', async () => {
    await device().getByLabel('Amount').fill('1.005')
    await device().getByRole('button', { name: /^Tap / }).click()
    await device().getByText('Enter an amount with at most 2 decimals.').waitFor()
  })

  it('shows totals on the card’s page, and each purchase with its events', async () => {
    await link('View on card page').click()
    await part('Total').waitFor()
    await expect.poll(() => sums(part('Total'))).toEqual({ held: '0.00', cleared: '50.00', returned: '5.00' })
    await page.getByRole('link', { name: 'PARCEL & CO ONLINE' }).click()
    const events = page.getByRole('list', { name: 'Events' }).getByRole('listitem')
    await expect.poll(() => events.count()).toBe(6)
    await expect.poll(() => events.first().innerText()).toContain('CARD_TRANSACTION.AUTHORIZED')
  })

  it('shows purchases on the account’s ledger, with the balance after each', async () => {
    await page.getByRole('link', { name: /^Ledger of account/ }).click()
    await page.getByRole('heading', { name: /9,950\.00/ }).waitFor()
    const rows = part('Statement').getByRole('row')
    await expect.poll(() => rows.nth(1).innerText()).toMatch(/PARCEL & CO ONLINE[\s\S]*−40\.00\s+9,950\.00/)
    await expect.poll(() => rows.last().innerText()).toMatch(/\+10,000\.00\s+10,000\.00/)
    await picture('10-ledger')
    await part('Statement').getByRole('link', { name: 'BLUE BOTTLE COFFEE' }).first().click()
    await page.getByRole('link', { name: 'BLUE BOTTLE COFFEE', expanded: true }).waitFor()
    await go('Home').click()
    await part('Northwind Ltd').getByRole('link', { name: 'United States Dollar' }).click()
    await page.getByRole('heading', { name: /9,950\.00/ }).waitFor()
  })

  it('links to the wallet for a signature, and back', async () => {
    await link('Cards funded by this account').click()
    await page.getByRole('link', { name: /^Visa ··0719/ }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Freeze', exact: true }).last().isDisabled()).toBe(true)
    await link('Sign in to the wallet').click()
    await press('Add: Passkey')
    await press('Create passkey')
    await press('Sign in: Passkey This browser')
    await page.getByText('You are signed in. The session can sign for the card.').waitFor()
    await picture('11-wallet')
    await link('Back to Visa ··0719').click()
  })

  it('freezes the card with a signature; the terminal declines it', async () => {
    await part('State').getByRole('button', { name: 'Freeze' }).click()
    expect(await sign()).toBe('Freeze the card ending in 0719.')
    await state('Frozen')
    await picture('12-frozen')
    await link('Pay at the terminal').click()
    await tap(/^BLUE BOTTLE/, '12.50')
    await expect.poll(screen).toContain('CARD_PAUSED The card is FROZEN.')
    await picture('13-paused')
    await link('View on card page').click()
    await part('State').getByRole('button', { name: 'Unfreeze' }).click()
    expect(await sign()).toBe('Unfreeze the card ending in 0719.')
    await state('Active')
  })

  it('orders funding sources by pointer and keyboard, and saves them with a signature', async () => {
    const sources = part('Funding sources')
    const order = async () => (await sources.getByRole('listitem').allInnerTexts()).filter((text) => /^\d/.test(text))
    await sources.getByRole('button', { name: 'Open another USD account' }).click()
    await sources.getByRole('button', { name: /^Add account/ }).click()
    await expect.poll(async () => (await order()).length).toBe(2)
    const [full, empty] = (await order()).map((line) => /··\w{4}/.exec(line)?.[0]) as [string, string]
    const grip = await sources.getByTestId('grip-2').boundingBox()
    const first = await sources.getByTestId('grip-1').boundingBox()
    if (!grip || !first) throw new Error('The handles are not on the page')
    await page.mouse.move(grip.x + 8, grip.y + 8)
    await page.mouse.down()
    await page.mouse.move(first.x + 8, first.y + 8, { steps: 8 })
    await page.mouse.up()
    await expect.poll(async () => (await order())[0]).toContain(empty)
    await sources.getByRole('button', { name: `Move account ${empty} down` }).press('Enter')
    await expect.poll(async () => (await order())[0]).toContain(full)
    await sources.getByRole('button', { name: `Move account ${empty} up` }).press('Enter')
    await picture('14-sources')
    await sources.getByRole('button', { name: 'Save the funding sources' }).click()
    expect(await sign()).toMatch(/^Fund the card ending in 0719 from \S+, then \S+\.$/)
    await sources.getByText('Unsaved changes').waitFor({ state: 'detached' })
    await expect.poll(async () => (await order())[0]).toContain(empty)
    await part('Events').getByText('CARD.FUNDING_SOURCE_CHANGE Active').waitFor()
  })

  it('tries the sources in order, and uses the first with sufficient funds', async () => {
    await link('Pay at the terminal').click()
    await tap(/^HARBOR/, '84')
    await expect.poll(screen).toContain('84.00 USD on hold')
  })

  it('closes a card permanently, after confirmation', async () => {
    await go('Cards').click()
    await page.getByRole('link', { name: /^Visa ··0005/ }).click()
    await press('Close …')
    await press('Close permanently')
    expect(await sign()).toBe('Permanently close the card ending in 0005.')
    await state('Closed')
    await expect.poll(() => part('State').getByRole('button').count()).toBe(0)
    await go('Cards').click()
    await page.getByRole('link', { name: /^Visa ··0005.*closed/ }).waitFor()
    await picture('15-wall')
  })

  it('fits a phone, where the navigation is a menu', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    const menu = page.getByRole('button', { name: 'Menu' })
    const width = () => page.evaluate('document.documentElement.scrollWidth')
    for (const name of ['Cards', 'Terminal', 'Home']) {
      await expect.poll(() => go(name).count()).toBe(0)
      await menu.click()
      await go(name).click()
      await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false')
      await expect.poll(width, { message: name }).toBe(360)
    }
    await menu.click()
    await page.keyboard.press('Escape')
    await expect.poll(() => menu.evaluate((element) => element === document.activeElement)).toBe(true)
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false')
    await page.goBack()
    await page.goBack()
    await page.getByRole('link', { name: /^Visa ··0719/ }).click()
    await part('Funding sources').waitFor()
    await expect.poll(width).toBe(360)
  })

  it('causes no error but the blocked read of the card number, and requests only its own server', () => {
    expect(stage.faults).toEqual([expect.stringContaining('status of 404')])
    expect(stage.strangers).toEqual([])
  })
})
