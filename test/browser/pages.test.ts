/** Pages of money and of the sandbox in the dashboard: scenarios. */
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

  it('fit a phone', async () => {
    const { page } = stage
    await page.setViewportSize({ width: 360, height: 800 })
    for (const path of ['/scenarios', '/scenarios/uma-out-fail.compliance.usd']) {
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
