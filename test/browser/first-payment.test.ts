import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Overview } from '../../contract/dashboard.ts'
import { type Program, startProgram } from './program.ts'

/** `--disable-quic` and the rest keep the browser from speaking to anybody but the page's server. */
const QUIET =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }

describe('the first payment, in a browser', () => {
  let program: Program
  let browser: Browser
  let context: BrowserContext
  let page: Page
  const faults: string[] = []
  const strangers: string[] = []

  /** Pictures for people; taken when a folder for them is named. */
  async function picture(name: string): Promise<void> {
    const folder = process.env.SCREENSHOTS
    if (!folder) return
    for (const [form, colorScheme, viewport] of [
      ['light', 'light', DESKTOP],
      ['dark', 'dark', DESKTOP],
      ['phone', 'light', PHONE],
    ] as const) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: join(folder, `${name}-${form}.png`), fullPage: true })
    }
    await page.setViewportSize(DESKTOP)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
  }

  beforeAll(async () => {
    ;[program, browser] = await Promise.all([
      startProgram(),
      chromium.launch({ executablePath: process.env.CHROMIUM as string, args: QUIET.split(' ') }),
    ])
    context = await browser.newContext({ viewport: DESKTOP })
    // Waiting longer than this is a fault that says what it waited for.
    context.setDefaultTimeout(8000)
    page = await context.newPage()
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on('pageerror', (error) => faults.push(error.message))
    context.on(
      'request',
      (request) => new URL(request.url()).origin !== program.origin && strangers.push(request.url()),
    )
    // A first start makes a database, which takes its time on a busy machine.
  }, 90_000)

  afterAll(async () => {
    await browser?.close()
    await program?.stop()
  })

  it('begins by the link that the program printed', async () => {
    await page.goto(program.signInLink)
    await page.getByText('SANDBOX', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Northwind Ltd' }).getByText('10,000.00 USD').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await picture('1-home-before')
  })

  it('shows the rate of 500 USD from Northwind to María both ways, the fee, and for how long it holds', async () => {
    await page.getByRole('link', { name: 'Make the first payment' }).click()
    await page.getByRole('radio', { name: 'Northwind Ltd' }).first().check()
    await page.getByRole('radio', { name: /María García.*CLABE/ }).check()
    await page.getByLabel('Amount').fill('500')
    await picture('2-new-payment')
    await page.getByRole('button', { name: 'Get a quote' }).click()
    const quote = page.getByRole('region', { name: 'Quote' })
    await quote.getByRole('timer').waitFor()
    const said = await quote.innerText()
    expect(said).toContain('1 USD = 17.25 MXN')
    expect(said).toContain('1 MXN = 0.057971 USD')
    expect(said).toContain('2.50 USD')
    expect(said).toContain('8,581.87 MXN')
    expect(await page.getByText('No money has moved yet.').count()).toBe(1)
    await picture('3-quote')
  })

  it('walks from PENDING through PROCESSING to COMPLETED on the open page', async () => {
    await page.evaluate('window.stillTheSamePage = true')
    const status = page.getByRole('status', { name: 'Status' })
    expect(await status.innerText()).toBe('Pending')
    await page.getByRole('button', { name: 'Pay 500.00 USD' }).click()
    await status.getByText('Completed').waitFor()
    await page.locator('[data-lit="PENDING PROCESSING COMPLETED"]').waitFor()
    expect(await page.evaluate('window.stillTheSamePage')).toBe(true)
    await picture('4-payment')
  })

  it('shows what the ledger wrote, balanced in both currencies', async () => {
    const postings = page.getByRole('region', { name: 'Postings' })
    const lines = await postings.getByRole('row').allInnerTexts()
    expect(lines.slice(1).map((line) => line.split(/\s+/).join(' '))).toEqual([
      'Northwind Ltd balance 9,997.50 House fees 2.50 USD',
      'Northwind Ltd balance 9,500.00 House fx 497.50 USD',
      'House fx House transit 8,581.87 MXN',
      'House transit House rails 8,581.87 MXN',
    ])
    expect(await postings.getByTestId('posting-sum-USD').innerText()).toBe('sum 0.00')
    expect(await postings.getByTestId('posting-sum-MXN').innerText()).toBe('sum 0.00')
  })

  it('tells its events in order', async () => {
    const events = page.getByRole('region', { name: 'Events' })
    expect(await events.getByText(/^OUTGOING_PAYMENT/).allInnerTexts()).toEqual([
      'OUTGOING_PAYMENT.PENDING',
      'OUTGOING_PAYMENT.PROCESSING',
      'OUTGOING_PAYMENT.COMPLETED',
    ])
  })

  it('shows the calls that make it again, without a secret', async () => {
    const api = await page.getByRole('region', { name: 'API' }).innerText()
    expect(api).toContain(`${program.origin}/2025-10-13/quotes`)
    expect(api).toContain('"lockedCurrencyAmount": 50000')
    expect(api).toContain('$CAUSEWAY_CLIENT_SECRET')
  })

  it('leaves books in which every currency sums to zero', async () => {
    await page.getByRole('link', { name: 'Home' }).click()
    const books = page.getByRole('region', { name: 'Trial balance' })
    await books.getByText('Balanced', { exact: true }).waitFor()
    expect(await books.getByTestId('sum-USD').innerText()).toBe('0.00')
    expect(await books.getByTestId('sum-MXN').innerText()).toBe('0.00')
    await page.getByRole('region', { name: 'Northwind Ltd' }).getByText('9,500.00 USD').waitFor()
    await picture('5-home-after')
  })

  it('shows a deposit on the page from which it was made', async () => {
    await page.getByRole('link', { name: 'Fund Northwind Ltd USD' }).click()
    await page.getByRole('dialog').getByLabel('Amount').fill('1,000.50')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Northwind Ltd' }).getByText('10,500.50 USD').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('shows what somebody else does, told by the stream', async () => {
    const { accounts } = (await (
      await context.request.get(`${program.origin}/dashboard-api/overview`)
    ).json()) as Overview
    const account = accounts.find(({ ownerName, balance }) => ownerName === 'Northwind Ltd' && balance.amount > 0)
    await page.getByText('Live', { exact: true }).waitFor()
    const deposit = await context.request.post(
      `${program.origin}/2025-10-13/sandbox/internal-accounts/${account?.id}/fund`,
      { headers: { 'x-causeway-dashboard': '1' }, data: { amount: 100 } },
    )
    expect(deposit.status()).toBe(200)
    await page.getByRole('region', { name: 'Northwind Ltd' }).getByText('10,501.50 USD').waitFor()
  })

  it("moves the sandbox's clock, and what takes six minutes is done", async () => {
    const clock = page.getByRole('region', { name: 'Sandbox clock' })
    const shown = async () => Date.parse((await clock.locator('time').getAttribute('datetime')) as string)
    const press = async (name: string) => {
      await clock.getByRole('button', { name, exact: true }).click()
      await clock.getByRole('button', { name: '+1 h', disabled: false }).waitFor()
    }
    await press('Freeze')
    await clock.getByText('frozen', { exact: true }).waitFor()
    const frozen = await shown()
    await press('+1 min')
    expect((await shown()) - frozen).toBe(60_000)
    await press('+1 h')
    await press('+1 day')
    expect((await shown()) - frozen).toBe(60_000 + 3_600_000 + 86_400_000)
    await clock.getByText('Nothing is planned.').waitFor()
    expect(await clock.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
    await press('Unfreeze')
    expect(await clock.getByText('frozen', { exact: true }).count()).toBe(0)

    const id = await slowPayment()
    await page.goto(`${program.origin}/payments/${id}`)
    const status = page.getByRole('status', { name: 'Status' })
    await status.getByText('Processing').waitFor()
    await clock.getByText(/^Next: a locked rate ends in 4 min \d+ s$/).waitFor()
    await picture('6-clock')
    await press('Next')
    await clock.getByText(/^Next: a payout is asked about in \d+ s$/).waitFor()
    expect(await status.innerText()).toBe('Processing')
    await press('Next')
    await status.getByText('Completed').waitFor()
    await page.getByRole('link', { name: 'Home' }).click()
  })

  /** 100.00 USD from Northwind, deposited first, to an account where a payout takes six minutes. */
  async function slowPayment(): Promise<string> {
    const post = async (path: string, data: object) => {
      const options = { headers: { 'x-causeway-dashboard': '1' }, data }
      const reply = await context.request.post(`${program.origin}/2025-10-13${path}`, options)
      expect(reply.ok(), await reply.text()).toBe(true)
      return reply.json()
    }
    const reply = await context.request.get(`${program.origin}/dashboard-api/overview`)
    const { accounts } = (await reply.json()) as Overview
    const dollars = accounts.find(({ ownerName, balance }) => ownerName === 'Northwind Ltd' && balance.amount > 0)
    const slow = await post('/customers/external-accounts', {
      customerId: dollars?.customerId,
      currency: 'MXN',
      accountInfo: {
        accountType: 'MXN_ACCOUNT',
        clabeNumber: '032180000118359003',
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Marta Lenta' },
      },
    })
    await post(`/sandbox/internal-accounts/${dollars?.id}/fund`, { amount: 10_000 })
    const { transactionId } = await post('/quotes', {
      source: { sourceType: 'ACCOUNT', accountId: dollars?.id },
      destination: { destinationType: 'ACCOUNT', accountId: slow.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000,
      immediatelyExecute: true,
    })
    return transactionId
  }

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await page.getByRole('link', { name: 'Payments' }).click()
    await page.getByRole('link', { name: /María García/ }).click()
    await page.locator('[data-lit="PENDING PROCESSING COMPLETED"]').waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    await page.setViewportSize(DESKTOP)
  })

  it('met no error on the way, and nobody but its own server', () => {
    expect(faults).toEqual([])
    expect(strangers).toEqual([])
  })

  it('says how to sign in to who comes with the same link a second time', async () => {
    const other = await browser.newContext()
    const visitor = await other.newPage()
    await visitor.goto(program.signInLink)
    await visitor.getByRole('heading', { name: 'This link has been used' }).waitFor()
    expect(await visitor.getByText('Northwind').count()).toBe(0)
    await visitor.goto(program.origin)
    await visitor.getByRole('heading', { name: 'Sign in to Causeway' }).waitFor()
    await other.close()
  })

  it('is seen by a page whose stream is broken, because it asks', async () => {
    const cut = await browser.newContext({ storageState: await context.storageState() })
    await cut.route('**/dashboard-api/live', (route) => route.abort())
    const asking = await cut.newPage()
    await asking.goto(program.origin)
    await asking.getByText('Every 5 s').waitFor()
    await asking.getByRole('region', { name: 'Northwind Ltd' }).getByText('10,501.50 USD').waitFor()
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('link', { name: 'Fund Northwind Ltd USD' }).click()
    await page.getByRole('dialog').getByLabel('Amount').fill('1')
    await page.keyboard.press('Enter')
    await asking.getByRole('region', { name: 'Northwind Ltd' }).getByText('10,502.50 USD').waitFor()
    await cut.close()
  })
})
