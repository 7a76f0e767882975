/** External accounts in the dashboard: forms by type, validation, payment, deletion. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { openStage, type Stage } from './stage.ts'

/** Requests that the form sends, as a Playwright route pattern. */
const CREATE = `**${pathTo('createCustomerExternalAccount')}`
const IBAN = 'DE89370400440532013719'

describe('an external account, in a browser', () => {
  let stage: Stage
  let page: Page
  const field = (label: string): Locator => page.getByLabel(label, { exact: true })
  /** Error text of a field. */
  const faultOf = async (label: string): Promise<string> => {
    const id = await field(label).and(page.locator('[aria-invalid="true"]')).getAttribute('aria-describedby')
    return page.locator(`[id="${id}"]`).innerText()
  }

  beforeAll(async () => {
    stage = await openStage('account')
    page = stage.page
    // The first start creates a database, which is slow on a busy machine.
  })
  afterAll(() => stage?.close())

  it('is listed; an empty list offers to add one', async () => {
    await page.goto(`${stage.origin}/accounts`)
    await page.getByRole('link', { name: /María García.*CLABE/ }).waitFor()
    await stage.picture('1-list')
    await page.getByRole('navigation', { name: 'Owner' }).getByRole('link', { name: 'Acme Pay' }).click()
    await page.getByText('No external accounts yet').waitFor()
    await stage.picture('1-empty')
    await page.getByRole('link', { name: 'Add an account' }).last().click()
    await page.getByRole('heading', { name: 'Add an account' }).waitFor()
    await expect.poll(() => field('Owner').locator('option:checked').innerText()).toBe('Acme Pay, the platform itself')
  })

  it('has a form with the fields of its account type only', async () => {
    await field('Currency').selectOption('INR')
    await page.getByRole('radio', { name: /^UPI or bank account in India/ }).waitFor()
    await field('UPI address').waitFor()
    await expect.poll(() => field('IFSC').count()).toBe(0)
    await page.getByRole('radio', { name: /^Account number/ }).check()
    await field('IFSC').waitFor()
    await expect.poll(() => field('UPI address').count()).toBe(0)
    await stage.picture('2-india')
    await field('Currency').selectOption('USDC')
    await page.getByRole('radio', { name: /^Wallet on Solana/ }).check()
    await field('Solana address').waitFor()
    await expect.poll(() => stage.part('Beneficiary').count()).toBe(0)
    await field('Currency').selectOption('EUR')
    await field('IBAN').waitFor()
    await field('Owner').selectOption({ label: 'Northwind Ltd' })
    await field('Address').waitFor({ state: 'detached' })
    await page.getByRole('group', { name: 'Address', exact: true }).waitFor()
    await stage.part('Beneficiary').getByRole('radio', { name: 'Business' }).check()
    await field('Legal name').waitFor()
    await expect.poll(() => page.getByRole('group', { name: 'Address', exact: true }).count()).toBe(0)
    await stage.part('Beneficiary').getByRole('radio', { name: 'Individual' }).check()
  })

  it('shows an error when a field is left, and all errors on submit', async () => {
    await field('IBAN').fill('DE89 ?')
    await field('Full name').focus()
    await expect.poll(() => faultOf('IBAN')).toContain('Country code, two check digits')
    await expect.poll(() => page.getByRole('alert').count()).toBe(1)
    await stage.press('Add the account')
    for (const label of ['Full name', 'Line 1', 'Postal code', 'Country'])
      await expect.poll(() => faultOf(label)).toBe('Fill this in.')
    await expect.poll(() => field('IBAN').evaluate((element) => element === document.activeElement)).toBe(true)
    await stage.picture('3-faults')
  })

  it('shows all errors of the server at their fields', async () => {
    await field('IBAN').fill('DE89 3704 0044 0532 0137 19')
    await field('Full name').fill('Jörg Müller')
    await field('Line 1').fill('Unter den Linden 1')
    await field('Postal code').fill('10117')
    await field('Country').fill('DE')
    await field('Your account id (optional)').fill('supplier-17')
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    // The form validates as the server does, so the reply is simulated.
    await page.route(CREATE, async (route) => {
      const body = route.request().postDataJSON()
      body.accountInfo.iban = 'nonsense'
      body.accountInfo.beneficiary.address.country = 'Germany'
      await route.continue({ postData: JSON.stringify(body) })
    })
    await stage.press('Add the account')
    await page.getByText('The account was not added. Correct the fields marked above.').waitFor()
    await expect.poll(() => faultOf('IBAN')).toMatch(/^Expected: Country code/)
    await expect.poll(() => faultOf('Country')).toMatch(/^Expected: ISO 3166-1/)
    await expect.poll(() => page.locator('a[href="/docs/errors#invalid_input"]').count()).toBe(2)
    await page.unroute(CREATE)
    await field('IBAN').fill(IBAN)
    await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBe(1)
  })

  it('is added, and shows the beneficiary verification', async () => {
    await page.getByRole('checkbox', { name: /default for UMA deposits/ }).check()
    await stage.picture('4-filled')
    await stage.press('Add the account')
    await page.getByRole('heading', { name: 'Jörg Müller' }).waitFor()
    await page.getByText('The account was added.').waitFor()
    await expect
      .poll(() => stage.part('Beneficiary verification').innerText())
      .toMatch(/^Name matches\n+.* It says: Jörg Müller\.$/)
    const facts = stage.part('Account')
    await facts.getByText(IBAN).waitFor()
    await facts.getByText('Northwind Ltd').waitFor()
    await facts.getByText('supplier-17').waitFor()
    await facts.getByText('SEPA, SEPA instant').waitFor()
    await facts.getByText('Default for UMA deposits').waitFor()
    await stage.picture('5-added')
  })

  it('is not added twice: the form links to the existing one', async () => {
    const added = page.url()
    await page.goBack()
    await field('IBAN').fill('DE89 3704 0044 0532 0137 19')
    await field('Full name').fill('Somebody Else')
    await field('Line 1').fill('Unter den Linden 1')
    await field('Postal code').fill('10117')
    await field('Country').fill('DE')
    await stage.press('Add the account')
    const said = page.getByRole('alert')
    await said.getByText('This owner already has this account. Nothing was added.').waitFor()
    await stage.picture('6-duplicate')
    await said.getByRole('link', { name: 'View account' }).click()
    await page.getByRole('heading', { name: 'Jörg Müller' }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe(new URL(added).pathname)
    await expect.poll(() => page.getByText('The account was added.').count()).toBe(0)
  })

  it('is paid from its page', async () => {
    await page.getByRole('link', { name: 'Pay this account' }).click()
    await page.getByRole('radio', { name: /Jörg Müller.*IBAN/, checked: true }).waitFor()
    await page.getByRole('radio', { name: 'Northwind Ltd' }).first().check()
    await field('Amount').fill('100')
    await stage.press('Get a quote')
    await stage.press('Pay 100.00 USD')
    await page.getByRole('status', { name: 'Status' }).getByText('Completed').waitFor()
    await page
      .getByText(/^91\.54 EUR$/)
      .first()
      .waitFor()
  })

  it('is deleted after confirmation, which can be cancelled', async () => {
    await page.goto(`${stage.origin}/accounts`)
    const row = page.getByRole('link', { name: /Jörg Müller.*IBAN/ })
    const dialog = page.getByRole('dialog', { name: 'Delete this account?' })
    await row.waitFor()
    await stage.press('Delete Jörg Müller')
    await dialog.getByText(IBAN).waitFor()
    await stage.picture('7-delete')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => row.count()).toBe(1)
    await stage.press('Delete Jörg Müller')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await row.waitFor({ state: 'detached' })
    await expect.poll(() => dialog.count()).toBe(0)
  })

  it('can be added by the keyboard alone', async () => {
    await page.goto(`${stage.origin}/accounts/new?owner=platform&currency=MXN`)
    await field('CLABE').focus()
    await page.keyboard.type('032180000118359106')
    await field('Full name').focus()
    await page.keyboard.type('Marta Lenta')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Marta Lenta' }).waitFor()
    await stage.part('Beneficiary verification').getByText('Name not checked').waitFor()
  })

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    const width = () => page.evaluate('document.documentElement.scrollWidth')
    await expect.poll(width).toBe(360)
    await page.goto(`${stage.origin}/accounts?of=platform`)
    await page.getByRole('link', { name: /Marta Lenta/ }).waitFor()
    await expect.poll(width).toBe(360)
    await page.goto(`${stage.origin}/accounts/new?owner=platform&currency=USD`)
    await field('ABA routing number').waitFor()
    await expect.poll(width).toBe(360)
  })

  it('causes no error but the two refusals, and requests only its own server', () => {
    expect(stage.faults).toEqual([expect.stringContaining('status of 400'), expect.stringContaining('status of 409')])
    expect(stage.strangers).toEqual([])
  })
})
