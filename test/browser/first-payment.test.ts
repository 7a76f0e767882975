/** First payment in the dashboard: quote, execution, postings, events, deposits, the sandbox clock, sign-in and live updates. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { DASHBOARD_PATHS } from '../../contract/dashboard.ts'
import { DESKTOP, openStage, STILL, type Stage } from './stage.ts'

describe('the first payment, in a browser', () => {
  let stage: Stage
  let page: Stage['page']
  let part: Stage['part']
  let press: Stage['press']
  let picture: Stage['picture']

  beforeAll(async () => {
    stage = await openStage('first-payment')
    ;({ page, part, press, picture } = stage)
    // The first start creates a database, which is slow on a busy machine.
  })
  afterAll(() => stage?.close())

  it('signs in with the link that the program printed', async () => {
    await page.getByText('SANDBOX', { exact: true }).waitFor()
    await part('Northwind Ltd').getByText('10,000.00 USD').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await picture('1-home-before')
  })

  it('shows the rate of 500 USD from Northwind to María both ways, the fee, and the time left', async () => {
    await page.getByRole('link', { name: 'Make the first payment' }).click()
    await page.getByRole('radio', { name: 'Northwind Ltd' }).first().check()
    await page.getByRole('radio', { name: /María García.*CLABE/ }).check()
    await page.getByLabel('Amount').fill('500')
    await picture('2-new-payment')
    await press('Get a quote')
    const quote = part('Quote')
    await quote.getByRole('timer').waitFor()
    const said = await quote.innerText()
    expect(said).toContain('1 USD = 17.25 MXN')
    expect(said).toContain('1 MXN = 0.057971 USD')
    expect(said).toContain('2.50 USD')
    expect(said).toContain('8,581.87 MXN')
    await expect.poll(() => page.getByText('No money has moved yet.').count()).toBe(1)
    await picture('3-quote')
  })

  it('moves from PENDING through PROCESSING to COMPLETED on the open page', async () => {
    await page.evaluate('window.stillTheSamePage = true')
    const status = page.getByRole('status', { name: 'Status' })
    await expect.poll(() => status.innerText()).toBe('Pending')
    await press('Pay 500.00 USD')
    await status.getByText('Completed').waitFor()
    await page.locator('[data-lit="PENDING PROCESSING COMPLETED"]').waitFor()
    expect(await page.evaluate('window.stillTheSamePage')).toBe(true)
    await picture('4-payment')
  })

  it('shows the postings, balanced in both currencies', async () => {
    const postings = part('Postings')
    const lines = async () =>
      (await postings.getByRole('row').allInnerTexts()).slice(1).map((line) => line.split(/\s+/).join(' '))
    await expect
      .poll(lines)
      .toEqual([
        'Northwind Ltd balance 9,997.50 House fees 2.50 USD',
        'Northwind Ltd balance 9,500.00 House fx 497.50 USD',
        'House fx House transit 8,581.87 MXN',
        'House transit House rails 8,581.87 MXN',
      ])
    await expect.poll(() => postings.getByTestId('posting-sum-USD').innerText()).toBe('sum 0.00')
    await expect.poll(() => postings.getByTestId('posting-sum-MXN').innerText()).toBe('sum 0.00')
  })

  it('shows its events in order', async () => {
    const events = part('Events')
    await expect
      .poll(() => events.getByText(/^OUTGOING_PAYMENT/).allInnerTexts())
      .toEqual(['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED'])
  })

  it('shows the API calls that repeat it, without a secret', async () => {
    const api = await part('API').innerText()
    expect(api).toContain(`${stage.origin}/2025-10-13${pathTo('createQuote')}`)
    expect(api).toContain('"lockedCurrencyAmount": 50000')
    expect(api).toContain('$CAUSEWAY_CLIENT_SECRET')
  })

  it('leaves a ledger in which every currency sums to zero', async () => {
    await page.getByRole('link', { name: 'Home' }).click()
    const books = part('Trial balance')
    await books.getByText('Balanced', { exact: true }).waitFor()
    await expect.poll(() => books.getByTestId('sum-USD').innerText()).toBe('0.00')
    await expect.poll(() => books.getByTestId('sum-MXN').innerText()).toBe('0.00')
    await part('Northwind Ltd').getByText('9,500.00 USD').waitFor()
    await picture('5-home-after')
  })

  it('shows a deposit on the page that made it', async () => {
    await page.getByRole('link', { name: 'Fund Northwind Ltd USD' }).click()
    await page.getByRole('dialog').getByLabel('Amount').fill('1,000.50')
    await page.keyboard.press('Enter')
    await part('Northwind Ltd').getByText('10,500.50 USD').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  it('shows changes by another client, through the live stream', async () => {
    const { id } = await stage.dollars()
    await page.getByText('Live', { exact: true }).waitFor()
    await stage.api('sandboxFundInternalAccount', { params: { accountId: id }, body: { amount: 100 } })
    await part('Northwind Ltd').getByText('10,501.50 USD').waitFor()
  })

  it("advances the sandbox's clock, which completes a six-minute payout", async () => {
    const clock = part('Sandbox clock')
    const shown = async () => Date.parse((await clock.locator('time').getAttribute('datetime')) as string)
    const move = async (name: string) => {
      await clock.getByRole('button', { name, exact: true }).click()
      await clock.getByRole('button', { name: '+1 h', disabled: false }).waitFor()
    }
    await move('Freeze')
    await clock.getByText('frozen', { exact: true }).waitFor()
    const frozen = await shown()
    await move('+1 min')
    await expect.poll(shown).toBe(frozen + 60_000)
    await move('+1 h')
    await move('+1 day')
    await expect.poll(shown).toBe(frozen + 60_000 + 3_600_000 + 86_400_000)
    await clock.getByText('No jobs scheduled.').waitFor()
    await expect.poll(() => clock.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
    await move('Unfreeze')
    await expect.poll(() => clock.getByText('frozen', { exact: true }).count()).toBe(0)

    const id = await slowPayment()
    await page.goto(`${stage.origin}/payments/${id}`)
    const status = page.getByRole('status', { name: 'Status' })
    await status.getByText('Processing').waitFor()
    await clock.getByText(/^Next: payout status check in 5 min \d+ s$/).waitFor()
    await part('Next report')
      .getByText(/in [56]:\d\d/)
      .waitFor()
    expect(await stage.violations()).toEqual([])
    await picture('6-clock')
    await press('Jump there')
    await status.getByText('Completed').waitFor()
    await page.getByRole('link', { name: 'Home' }).click()
  })

  /** 100.00 USD from Northwind, deposited first, to an account where a payout takes six minutes. */
  async function slowPayment(): Promise<string> {
    const dollars = await stage.dollars()
    const slow = await stage.api('createCustomerExternalAccount', {
      body: {
        customerId: dollars.customerId as NonNullable<typeof dollars.customerId>,
        currency: 'MXN',
        accountInfo: {
          accountType: 'MXN_ACCOUNT',
          clabeNumber: '032180000118359003',
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Marta Lenta' },
        },
      },
    })
    await stage.api('sandboxFundInternalAccount', { params: { accountId: dollars.id }, body: { amount: 10_000 } })
    const { transactionId } = await stage.api('createQuote', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId: dollars.id },
        destination: { destinationType: 'ACCOUNT', accountId: slow.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000,
        immediatelyExecute: true,
      },
    })
    return transactionId
  }

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await press('Menu')
    await page.getByRole('link', { name: 'Payments' }).click()
    await page.getByRole('link', { name: /María García/ }).click()
    await page.locator('[data-lit="PENDING PROCESSING COMPLETED"]').waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    await page.setViewportSize(DESKTOP)
  })

  it('causes no error, and requests only its own server', () => {
    expect(stage.faults).toEqual([])
    expect(stage.strangers).toEqual([])
  })

  it('links onward from an unknown address', async () => {
    await page.goto(`${stage.origin}/payments/Transaction:00000000-0000-7000-8000-000000000000`)
    await page.getByRole('link', { name: 'View payments' }).click()
    await page.getByRole('heading', { name: 'Payments', exact: true }).waitFor()
    const nowhere = await page.goto(`${stage.origin}/nowhere/at/all`)
    expect(nowhere?.status()).toBe(404)
    await page.getByRole('link', { name: 'Go home' }).click()
    await part('Northwind Ltd').waitFor()
  })

  it('answers programs at an unknown address with the JSON error', async () => {
    const asked = async (path: string, accept: string) => {
      const { status, headers } = await fetch(stage.origin + path, { headers: { accept } })
      return `${status} ${headers.get('content-type')}`
    }
    expect(await asked('/nowhere', 'text/html,*/*;q=0.8')).toMatch(/^404 text\/html/)
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.1'])
      expect(await asked('/nowhere', accept)).toMatch(/^404 application\/json/)
    for (const path of ['/2025-10-13/nowhere', '/dashboard-api/nowhere'])
      expect(await asked(path, 'text/html')).toMatch(/^404 application\/json/)
  })

  it('sends one content security policy with all pages, the reference too, and forbids caching of the 404 page', async () => {
    const headersOf = async (path: string) =>
      (await fetch(stage.origin + path, { headers: { accept: 'text/html' } })).headers
    const policy = (await headersOf('/payments')).get('content-security-policy')
    expect(policy).toContain("frame-ancestors 'none'")
    expect((await headersOf('/reference/createQuote')).get('content-security-policy')).toBe(policy)
    for (const path of ['/nowhere', '/referencefoo', '/reference-x/y', '/reference/a/b']) {
      const headers = await headersOf(path)
      expect(headers.get('content-security-policy'), path).toBe(policy)
      expect(headers.get('cache-control'), path).toBe('no-store')
    }
  })

  it('explains how to sign in when a link is used twice', async () => {
    const other = await stage.browser.newContext(STILL)
    const visitor = await other.newPage()
    await visitor.goto(stage.signInLink)
    await visitor.getByRole('heading', { name: 'This link has been used' }).waitFor()
    await expect.poll(() => visitor.getByText('Northwind').count()).toBe(0)
    await visitor.goto(stage.origin)
    await visitor.getByRole('heading', { name: 'Sign in to Causeway' }).waitFor()
    await other.close()
  })

  it('shows the rails with their health and what they carry', async () => {
    await page.getByRole('link', { name: 'Rails', exact: true }).click()
    await stage.part('sandbox').getByText('Up', { exact: true }).waitFor()
    await stage.part('sandbox').getByRole('row').filter({ hasText: 'SPEI' }).first().getByText('MXN').waitFor()
    await stage.picture('8-rails')
  })

  it('polls while the live stream is broken', async () => {
    const cut = await stage.browser.newContext({ ...STILL, storageState: await page.context().storageState() })
    await cut.route(`**${DASHBOARD_PATHS.live}`, (route) => route.abort())
    const asking = await cut.newPage()
    await asking.goto(stage.origin)
    await asking.getByText('Every 5 s').waitFor()
    await asking.getByRole('region', { name: 'Northwind Ltd' }).getByText('10,501.50 USD').waitFor()
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('link', { name: 'Fund Northwind Ltd USD' }).click()
    await page.getByRole('dialog').getByLabel('Amount').fill('1')
    await page.keyboard.press('Enter')
    await asking.getByRole('region', { name: 'Northwind Ltd' }).getByText('10,502.50 USD').waitFor()
    await cut.close()
  })

  it('stays live in eight tabs, which share one stream, and when the tab with the stream is closed', async () => {
    const streams: string[] = []
    const context = page.context()
    context.on('request', (request) => request.url().endsWith(DASHBOARD_PATHS.live) && streams.push(request.url()))
    const tabs = [page]
    const allShow = (balance: string) =>
      Promise.all(tabs.map((tab) => tab.getByRole('region', { name: 'Northwind Ltd' }).getByText(balance).waitFor()))
    const { id } = await stage.dollars()
    const fund = () => stage.api('sandboxFundInternalAccount', { params: { accountId: id }, body: { amount: 100 } })

    while (tabs.length < 8) {
      const tab = await context.newPage()
      await tab.goto(stage.origin)
      await tab.getByText('Live', { exact: true }).waitFor()
      tabs.push(tab)
    }
    expect(streams).toEqual([])
    await fund()
    await allShow('10,503.50 USD')

    await tabs.shift()?.close()
    await expect.poll(() => streams.length).toBe(1)
    await fund()
    await allShow('10,504.50 USD')
  })
})
