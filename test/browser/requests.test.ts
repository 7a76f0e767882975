/** Requests in the dashboard: from a refusal to the request that was refused, its bodies, and the list with filters. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { openStage, type Stage } from './stage.ts'

describe('requests, in a browser', () => {
  let stage: Stage

  beforeAll(async () => {
    stage = await openStage('requests')
  })
  afterAll(() => stage?.close())

  it('lead from a refusal to its request and response, without secrets', async () => {
    const { page } = stage
    await page.goto(`${stage.origin}/payments/new?to=uma`)
    await page.getByLabel('UMA address', { exact: true }).fill('$unknown@sandbox.uma.example')
    await page.getByRole('button', { name: 'Look up' }).click()
    const alert = page.getByRole('alert')
    await alert.getByRole('link', { name: 'About' }).waitFor()
    await stage.picture('1-refusal')
    await alert.getByRole('link', { name: /^Request / }).click()
    await page.getByRole('link', { name: /^GET \/receiver/ }).click()
    await stage.part('Response body').getByText('UMA_NOT_FOUND', { exact: false }).waitFor()
    expect(await page.content()).not.toContain('$unknown')
    await stage.picture('2-request')
    expect(await stage.violations()).toEqual([])
  })

  it('are listed as they arrive, with filters in the address, and copied as a call', async () => {
    const { page } = stage
    await page.goto(`${stage.origin}/requests?outcome=SUCCEEDED`)
    const { id: accountId } = await stage.dollars()
    await stage.api('sandboxFundInternalAccount', {
      params: { accountId },
      body: { amount: 12 },
      idempotencyKey: 'one',
    })
    await page
      .getByRole('link', { name: `POST ${pathTo('sandboxFundInternalAccount', { accountId })}` })
      .first()
      .waitFor()
    await page.getByLabel('Idempotency-Key').fill('one')
    await expect.poll(() => new URL(page.url()).searchParams.get('key')).toBe('one')
    await stage.picture('3-list')
    expect(await stage.violations()).toEqual([])
    await page
      .getByRole('link', { name: /^POST / })
      .first()
      .click()
    await stage.part('Request body').getByText('"amount": 12').waitFor()
    await stage.part('Request').getByText('Dashboard').waitFor()
    await page.getByLabel('The request as curl').getByText('idempotency-key: one', { exact: false }).waitFor()
    await stage.part('Response body').getByRole('link', { name: accountId }).click()
    await expect.poll(() => page.url()).toContain('/balances/')
  })

  it('cause no error, and request only their own server', () => {
    // The browser reports the refusal that the first test asks for.
    expect(stage.faults.filter((fault) => !fault.includes('/receiver/'))).toEqual([])
    expect(stage.strangers).toEqual([])
  })
})
