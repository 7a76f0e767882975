/** UMA in the dashboard: an address is looked up and paid, with the received amount fixed, and pays a customer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.ts'

describe('UMA, in a browser', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage('uma')
  })
  afterAll(() => stage?.close())

  it('looks up an address, says what the receiver takes, and pays it with the received amount fixed', async () => {
    const { page, press, part } = stage
    await page.getByRole('link', { name: 'Make a payment' }).click()
    await page.getByRole('radio', { name: /^A UMA address/ }).check()
    await page.getByLabel('UMA address', { exact: true }).fill('$unknown@sandbox.uma.example')
    await press('Look up')
    await page.getByRole('alert').waitFor()
    await page.getByLabel('UMA address', { exact: true }).fill('$success.eur@sandbox.uma.example')
    await press('Look up')
    await part('What the receiver takes').getByText('EUR').waitFor()
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

  it('fits a phone', async () => {
    const { page } = stage
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(`${stage.origin}/payments/new?to=uma&address=$success.eur@sandbox.uma.example`)
    await stage.part('What the receiver takes').waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  })

  it('causes no error except for the unknown address, and requests only its own server', () => {
    expect(stage.faults).toEqual([expect.stringContaining('status of 404')])
    expect(stage.strangers).toEqual([])
  })
})
