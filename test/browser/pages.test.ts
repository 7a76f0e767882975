/** Pages of money, of the sandbox and of the system in the dashboard. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../client/api.ts'
import { API_VERSION } from '../../contract/openapi.ts'
import { openStage, type Stage } from './stage.ts'

describe('pages of the workbench, in a browser', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage('pages')
  })
  afterAll(() => stage?.close())
  const open = (word: string) =>
    stage.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: word, exact: true }).click()

  it('run a scenario over six minutes of the clock, and compare it with its expected course', async () => {
    const { page, press, part } = stage
    await open('Scenarios')
    await part('Payout of a quote').getByRole('link', { name: 'The payout takes six minutes.' }).waitFor()
    expect(await stage.violations()).toEqual([])
    await stage.picture('1-scenarios')
    await part('Payout of a quote').getByRole('link', { name: 'The payout takes six minutes.' }).click()
    await part('After 6 min').getByText('OUTGOING_PAYMENT.COMPLETED').waitFor()
    await part('As a test').getByText('createSandbox').first().waitFor()
    await stage.picture('2-expected')
    await press('Run')
    await part('Course').getByText('In progress').waitFor()
    await expect.poll(() => part('Immediately').getByText('Happened as expected:').count()).toBe(5)
    await press('Move the clock 6 min')
    await part('Course').getByText('As expected', { exact: true }).waitFor()
    await part('After 6 min').getByText('Happened as expected:').first().waitFor()
    expect(await stage.violations()).toEqual([])
    await stage.picture('3-compared')
    await page.reload()
    await part('Course').getByText('As expected', { exact: true }).waitFor()
    await part('Course').getByRole('link', { name: 'Open the payment' }).click()
    await page.getByRole('status', { name: 'Status' }).getByText('Completed').waitFor()
  })

  it('run a name check, a refused account, a verification and a purchase, each as expected', async () => {
    const { page, part } = stage
    const run = async (kind: string, sentence: RegExp, word: string) => {
      await open('Scenarios')
      await part(kind).getByRole('link', { name: sentence }).click()
      await stage.press('Run')
      await part('Course').getByText(word, { exact: true }).waitFor()
    }
    await run('Name check of an account', /similar/, 'As expected')
    await part('Result').getByText('beneficiaryVerificationStatus: PARTIAL_MATCH').waitFor()
    await run('Name check of an account', /no such account/, 'As expected')
    await part('Result').getByText('code: INVALID_BANK_ACCOUNT').waitFor()
    expect(await part('Course').getByRole('link').count()).toBe(0)
    await run('Verification of a business', /is rejected/, 'As expected')
    await part('Immediately').getByText('CUSTOMER.KYB_REJECTED').waitFor()
    expect(await stage.violations()).toEqual([])
    await run('Card purchase', /pull is pending/, 'In progress')
    await stage.press('Move the clock 30 s')
    await part('Course').getByText('As expected', { exact: true }).waitFor()
    await stage.picture('4-purchase')
    await part('Course').getByRole('link', { name: 'Open the purchase' }).click()
    await page.getByText('BLUE BOTTLE 005').first().waitFor()
  })

  it('list postings with filters, and export a statement that ends in the balance', async () => {
    const { page, part } = stage
    await open('Ledger')
    await part('Trial balance').getByText('Balanced', { exact: true }).waitFor()
    await stage.press('Verify the ledger')
    await part('Checkpoints')
      .getByText(/^Intact: /)
      .waitFor()
    await part('Postings').getByText('House transit').first().waitFor()
    await page.getByLabel('Account').selectOption({ label: 'Fees' })
    await expect.poll(() => part('Postings').getByRole('row').count()).toBe(2)
    await expect.poll(() => new URL(page.url()).searchParams.get('place')).toBe('fees')
    expect(await stage.violations()).toEqual([])
    await stage.picture('4-ledger')
    await part('Postings').getByRole('link', { name: 'Northwind Ltd' }).click()
    await part('Statement').getByText('+10,000.00').waitFor()
    await stage.picture('5-statement')
    const downloading = page.waitForEvent('download')
    await stage.press('Export CSV')
    const [header, newest] = readFileSync(await (await downloading).path(), 'utf8').split('\r\n')
    expect(header).toMatch(/^time,amount,balance,currency,counterparty,/)
    const { balance } = await stage.dollars()
    expect(newest?.split(',')[2]).toBe((balance.amount / 100).toFixed(2))
  })

  it('list quotes beside the current rates, and break one down with a link to its payment', async () => {
    const { page, part } = stage
    await open('Quotes')
    await part('Rates').getByText('sandbox').first().waitFor()
    await part('Rates').getByLabel('From').selectOption('EUR')
    await part('Rates').getByText('1 EUR').waitFor()
    await part('Quotes').getByText('Completed').first().waitFor()
    expect(await stage.violations()).toEqual([])
    await stage.picture('6-quotes')
    await part('Quotes')
      .getByRole('link', { name: /María García/ })
      .first()
      .click()
    await part('Amount').getByText('Received').waitFor()
    await part('Terms').getByText('Mid-market rate').waitFor()
    expect(await stage.violations()).toEqual([])
    await stage.picture('7-quote')
    await page.getByRole('link', { name: 'Open the payment' }).click()
    await page.getByRole('status', { name: 'Status' }).getByText('Completed').waitFor()
  })

  it('create a token, which shows its secret once, works, and is refused after it is revoked', async () => {
    const { page, press } = stage
    await open('API tokens')
    await press('Create a token')
    await page.getByLabel('Name').fill('Payouts worker')
    await press('Create')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('only now').waitFor()
    expect(await stage.violations()).toEqual([])
    const [clientId = '', clientSecret = ''] = (await dialog.getByRole('definition').allInnerTexts()).map((text) =>
      text.trim(),
    )
    const program = createClient({
      baseUrl: `${stage.origin}/${API_VERSION}`,
      credentials: { clientId, clientSecret },
    })
    const calledWith = async () => (await program.send('getPlatformConfig')).status
    expect(await calledWith()).toBe(200)
    await press('Done')
    await expect.poll(() => page.getByText(clientSecret).count()).toBe(0)
    expect(await stage.violations()).toEqual([])
    await page.reload()
    await expect
      .poll(() =>
        page
          .getByRole('row', { name: /Payouts worker/ })
          .getByRole('cell')
          .nth(4)
          .innerText(),
      )
      .toMatch(/now|ago/)
    await stage.picture('8-tokens')
    await press('Revoke Payouts worker')
    await press('Revoke')
    await page.getByRole('button', { name: 'Revoke Payouts worker' }).waitFor({ state: 'detached' })
    await expect.poll(calledWith).toBe(401)
  })

  it('change the UMA domain, the mails of wallets and the limits of a currency', async () => {
    const { page, press, part } = stage
    await open('Settings')
    await part('UMA domain').getByLabel('Domain').fill('acme-two.example')
    await part('UMA domain').getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await stage.api('getPlatformConfig')).umaDomain).toBe('acme-two.example')
    await part('Mails to holders of wallets').getByLabel('Length of a code').fill('8')
    await part('Mails to holders of wallets').getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await stage.api('getPlatformConfig')).embeddedWalletConfig?.otpLength).toBe(8)
    await press('Edit EUR')
    await page.getByLabel('Largest payment').fill('5000')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await part('Currencies').getByText('5,000.00').waitFor()
    expect(await stage.violations()).toEqual([])
    await stage.picture('9-settings')
  })

  it('show version, database, jobs, deliveries, ledger and rails of the system', async () => {
    const { part } = stage
    await open('System')
    await part('Program').getByText('sandbox').waitFor()
    await part('Database').getByText('Embedded (PGlite)').waitFor()
    await part('Ledger').getByText('Balanced', { exact: true }).waitFor()
    await part('Jobs').getByText('None given up').waitFor()
    await part('Webhook deliveries').getByText('Not set').waitFor()
    await part('Rails').getByText('Up', { exact: true }).waitFor()
    expect(await stage.violations()).toEqual([])
    await stage.picture('10-system')
  })

  it('fit a phone', async () => {
    const { page } = stage
    await page.setViewportSize({ width: 360, height: 800 })
    for (const path of [
      '/ledger',
      '/quotes',
      '/tokens',
      '/settings',
      '/system',
      '/scenarios',
      '/scenarios/uma-out-fail.compliance.usd',
    ]) {
      await page.goto(stage.origin + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    }
  })

  it('cause no error but the refusal of the account, and request only their own server', () => {
    expect(stage.faults).toEqual([expect.stringContaining('status of 400')])
    expect(stage.strangers).toEqual([])
  })
})
