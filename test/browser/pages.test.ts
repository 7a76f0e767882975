/** Pages of money and of the sandbox in the dashboard: scenarios, ledger, quotes and rates. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.ts'

describe('pages of the workbench, in a browser', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage('pages')
  })
  afterAll(() => stage?.close())
  const open = (word: string) =>
    stage.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: word, exact: true }).click()

  it('a scenario is run, takes six minutes of the clock, and is compared with its course', async () => {
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
    await expect.poll(() => part('At once').getByText('Happened as expected:').count()).toBe(5)
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

  it('the ledger lists postings with filters, and exports a statement that ends in the balance', async () => {
    const { page, part } = stage
    await open('Ledger')
    await part('Trial balance').getByText('Balanced', { exact: true }).waitFor()
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

  it('quotes are listed beside the current rates, and one is broken down and leads to its payment', async () => {
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

  it('fit a phone', async () => {
    const { page } = stage
    await page.setViewportSize({ width: 360, height: 800 })
    for (const path of ['/ledger', '/quotes', '/scenarios', '/scenarios/uma-out-fail.compliance.usd']) {
      await page.goto(stage.origin + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    }
  })

  it('cause no error, and request only their own server', () => {
    expect(stage.faults).toEqual([])
    expect(stage.strangers).toEqual([])
  })
})
