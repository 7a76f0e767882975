/** UMA in the dashboard: an address is looked up and paid, with the received amount fixed, and pays a customer; a payment to the sandbox's second bank is seen from both sides. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.ts'

describe('UMA, in a browser', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage('uma')
  })
  afterAll(() => stage?.close())

  it('looks up an address, shows what the receiver accepts, and pays it with the received amount fixed', async () => {
    const { page, press, part } = stage
    await page.getByRole('link', { name: 'Make a payment' }).click()
    await page.getByRole('radio', { name: /^A UMA address/ }).check()
    await page.getByLabel('UMA address', { exact: true }).fill('$unknown@sandbox.uma.example')
    await press('Look up')
    await page.getByRole('alert').waitFor()
    await page.getByLabel('UMA address', { exact: true }).fill('$success.eur@sandbox.uma.example')
    await press('Look up')
    await part('What the receiver accepts').getByText('EUR').waitFor()
    await page.getByRole('radio', { name: /^What is received/ }).check()
    await press('Get a quote')
    await page.getByText('Enter an amount with at most 2 decimals.').waitFor()
    await page.getByLabel('Amount', { exact: true }).fill('20')
    expect(await stage.violations()).toEqual([])
    await stage.picture('1-pay')
    await press('Get a quote')
    await part('Quote').getByText('20.00').first().waitFor()
    await part('Quote').getByRole('link', { name: 'Change' }).waitFor()
    await page.getByRole('button', { name: /^Pay / }).click()
    await page.getByRole('status', { name: 'Status' }).getByText('Completed').waitFor()
    await stage.picture('2-paid')
  })

  it('receives a payment from a UMA address for a customer', async () => {
    const { page, press, part } = stage
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'UMA' }).click()
    await part('Institutions').getByText('Blocked', { exact: true }).waitFor()
    await part('Receive a payment').getByLabel('Receiver').selectOption({ label: 'Alice Doe, EUR' })
    await press('Receive')
    await page.getByText('Enter an amount with at most 2 decimals.').waitFor()
    await page.getByLabel('Amount', { exact: true }).fill('12.50')
    expect(await stage.violations()).toEqual([])
    await stage.picture('3-receive')
    await press('Receive')
    await page.getByRole('status', { name: 'Status' }).getByText('Completed').waitFor()
    await page.getByText('$bob@sandbox.uma.example').first().waitFor()
  })

  it('pays a customer of the second bank, and shows both ledgers with the messages between them', async () => {
    const { page, press, part } = stage
    await page.getByRole('link', { name: 'Make a payment' }).click()
    await page.getByRole('radio', { name: /^A UMA address/ }).check()
    await part('Beta Pay').getByRole('link', { name: '$bob@beta.example' }).click()
    await part('What the receiver accepts').getByText('Requested details of the sender: Full name.').waitFor()
    await page.getByLabel('Receiver gets').selectOption('EUR')
    await page.getByRole('radio', { name: /^What is received/ }).check()
    await page.getByLabel('Amount', { exact: true }).fill('20')
    await press('Get a quote')
    await page.getByRole('button', { name: /^Pay / }).click()
    await page.getByRole('status', { name: 'Status' }).getByText('Completed').waitFor()
    await page.getByRole('link', { name: 'Both sides, with Beta Pay' }).click()
    await part('Acme Pay').getByText('Northwind Ltd').waitFor()
    await part('Beta Pay').getByText('Bob Brandt').waitFor()
    for (const bank of ['Acme Pay', 'Beta Pay'])
      await part(bank)
        .getByText(/^Trial balance: zero in /)
        .waitFor()
    await part('Beta Pay').getByText('+20.00').waitFor()
    const steps = part('Both ledgers').locator('li')
    await expect.poll(() => steps.count()).toBe(11)
    expect(await steps.locator('summary .font-medium').allInnerTexts()).toEqual([
      'Looks up the receiver',
      'Accepted currencies and limits',
      'Requests the payment',
      'Accepts the payment',
      'Reports settlement',
      'Acknowledged',
    ])
    expect(await steps.getByText('Verified by Beta Pay').count()).toBe(3)
    expect(await steps.getByText('Verified by Acme Pay').count()).toBe(2)
    expect(await steps.nth(8).innerText()).toContain('Bob Brandt')
    await steps.filter({ hasText: 'Requests the payment' }).locator('summary').click()
    await steps.getByText(/^\d+ bytes, encrypted to /).waitFor()
    expect(await stage.violations()).toEqual([])
    await stage.picture('4-both-sides')
  })

  it('switches to the second bank, whose dashboard has the same payment from its side', async () => {
    const { page, part } = stage
    await page.getByLabel('Platform').selectOption('Beta Pay')
    await page
      .getByRole('link', { name: /Bob Brandt/ })
      .first()
      .waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'UMA' }).click()
    await page.getByRole('link', { name: 'Both sides of the payment from $northwind@acme.example' }).click()
    await part('Beta Pay').getByText('+20.00').waitFor()
    await page.getByLabel('Platform').selectOption('Acme Pay')
    await page
      .getByRole('link', { name: /Northwind Ltd/ })
      .first()
      .waitFor()
  })

  it('fits a phone', async () => {
    const { page } = stage
    await page.setViewportSize({ width: 360, height: 800 })
    await page
      .getByRole('link', { name: /\$bob@beta\.example/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Both sides, with Beta Pay' }).click()
    await stage.part('Both ledgers').waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    await page.goto(`${stage.origin}/payments/new?to=uma&address=$success.eur@sandbox.uma.example`)
    await stage.part('What the receiver accepts').waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  })

  it('causes no error except for the unknown address, and requests only its own server', () => {
    expect(stage.faults).toEqual([expect.stringContaining('status of 404')])
    expect(stage.strangers).toEqual([])
  })
})
