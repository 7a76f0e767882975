/** Finding things in the dashboard: search by keyboard, filters and export of payments, links from object to object. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.ts'

describe('search, in a browser', () => {
  let stage: Stage
  let page: Page
  let transactionId: string
  let quoteId: string
  const search = () => page.getByRole('combobox', { name: 'Search' })
  const option = (name: RegExp) => page.getByRole('option', { name })
  const find = async (text: string, name: RegExp) => {
    await page.keyboard.press('Control+k')
    await search().fill(text)
    await option(name).first().waitFor()
  }

  beforeAll(async () => {
    stage = await openStage('workbench')
    page = stage.page
    const dollars = await stage.dollars()
    const { data } = await stage.api('listCustomerExternalAccounts', { query: { currency: 'MXN' } })
    const quote = await stage.api('createQuote', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId: dollars.id },
        destination: { destinationType: 'ACCOUNT', accountId: data[0]?.id as `ExternalAccount:${string}` },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 43_210,
        immediatelyExecute: true,
      },
    })
    ;({ id: quoteId, transactionId } = quote)
    await page.goto(stage.origin)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  })
  afterAll(() => stage?.close())

  it('finds pages and actions by keyboard alone', async () => {
    await page.keyboard.press('Control+k')
    await option(/^Make a payment/).waitFor()
    expect(await stage.violations()).toEqual([])
    await stage.picture('1-palette')
    await search().fill('busi')
    await option(/^Create a business customer/).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await expect
      .poll(() => page.getByRole('listbox').getByRole('option', { selected: true }).innerText())
      .toMatch(/^Create a business/)
    await page.keyboard.press('Enter')
    await page.getByRole('radio', { name: /^Business/, checked: true }).waitFor()
    await page.keyboard.press('Control+k')
    await search().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  it('finds customers by name, payments by amount, and any id', async () => {
    await find('northw', /^Northwind Ltd.*@acme/)
    await stage.picture('2-found')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Northwind Ltd' }).waitFor()
    await find('432.10', /^Northwind Ltd → María García/)
    await option(/^Northwind Ltd → María García/).click()
    await page.getByText('María García').first().waitFor()
    await expect.poll(() => page.url()).toContain(transactionId)
    await find(quoteId, /^Open Quote/)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Open the payment' }).click()
    await expect.poll(() => page.url()).toContain(transactionId)
    await find(transactionId.split(':')[1] as string, /^Open Transaction/)
    await page.keyboard.press('Escape')
  })

  it('leads from a payment to its accounts and its customer', async () => {
    await stage.part('Details').getByRole('link').first().waitFor()
    expect(await stage.violations()).toEqual([])
    await page.getByRole('link', { name: 'María García' }).first().click()
    await page.getByRole('heading', { name: 'María García' }).waitFor()
    await stage.part('Account').getByRole('link', { name: 'Northwind Ltd' }).click()
    await page.getByRole('heading', { name: 'Northwind Ltd' }).waitFor()
    await stage.part('Payments').getByRole('link', { name: 'View' }).click()
  })

  it('filters payments, with the filters in the address', async () => {
    await expect.poll(() => page.getByLabel('Customer').locator('option:checked').innerText()).toBe('Northwind Ltd')
    await page.getByRole('link', { name: /Northwind Ltd.*María García/ }).waitFor()
    expect(await stage.violations()).toEqual([])
    await stage.picture('3-payments')
    await page.getByLabel('Direction').selectOption('Incoming')
    await page.getByRole('link', { name: /Northwind Ltd.*María García/ }).waitFor({ state: 'detached' })
    await page.getByLabel('Direction').selectOption('Outgoing')
    await page.getByLabel('To', { exact: true }).fill('2020-01-01')
    await page.getByText('No matching payments').waitFor()
    await page.reload()
    await page.getByText('No matching payments').waitFor()
    await page.getByLabel('To', { exact: true }).fill('')
    await page.getByRole('link', { name: /Northwind Ltd.*María García/ }).waitFor()
    await page.getByLabel('Currency').selectOption('USD')
    await page.getByLabel('At least (USD)').fill('432.11')
    await page.getByText('No matching payments').waitFor()
    await page.getByLabel('At least (USD)').fill('432.10')
    await page.getByRole('link', { name: /Northwind Ltd.*María García/ }).waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('At least (USD)').inputValue()).toBe('432.10')
    await page.getByRole('link', { name: /Northwind Ltd.*María García/ }).waitFor()
  })

  it('exports the search result as CSV', async () => {
    const downloading = page.waitForEvent('download')
    await stage.press('Export CSV')
    const text = readFileSync(await (await downloading).path(), 'utf8')
    const rows = text.trim().split('\r\n')
    expect(rows).toHaveLength(2)
    expect(rows[1]).toContain(`${transactionId},`)
    expect(rows[1]).toContain(',432.10,USD,')
  })

  it('moves the clock to a time', async () => {
    await stage.press('To …')
    expect(await stage.violations()).toEqual([])
    await stage.press('Move the clock')
    await page.getByText(/ahead$/).waitFor()
  })

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(`${stage.origin}/payments`)
    await page.getByRole('link', { name: /Northwind Ltd.*María García/ }).waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    await page.getByRole('button', { name: 'Search' }).click()
    await search().waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  })

  it('causes no error except for kinds of resources that an id does not belong to, and requests only its own server', () => {
    expect(stage.faults.filter((fault) => !fault.includes('status of 404'))).toEqual([])
    expect(stage.strangers).toEqual([])
  })
})
