/** Customers in the dashboard: list, creation, verification, owners, documents, import, invitation, deletion. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.ts'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
const HEADER =
  'umaAddress,platformCustomerId,customerType,fullName,birthDate,addressLine1,city,state,postalCode,country'
const row = (name: string) =>
  `$${name}@acme.example,${name},INDIVIDUAL,Imported ${name},1990-01-15,1 Main St,Austin,TX,78701,US`

describe('customers, in a browser', () => {
  let stage: Stage
  let page: Page
  const field = (label: string): Locator => page.getByLabel(label, { exact: true })
  const status = () => page.getByRole('status', { name: 'Status' }).innerText()
  const fits = async (picture: string) => {
    expect(await stage.violations(), picture).toEqual([])
    await stage.picture(picture)
  }

  beforeAll(async () => {
    stage = await openStage('customers')
    page = stage.page
  })
  afterAll(() => stage?.close())

  it('are listed, searched and filtered, with search and filters in the address', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' }).click()
    await page.getByRole('link', { name: /^Alice Doe/ }).waitFor()
    await fits('1-list')
    await field('Type').selectOption('Businesses')
    await page.getByRole('link', { name: /^Alice Doe/ }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /^Northwind Ltd/ }).waitFor()
    await field('Search').fill('nort lt')
    await expect.poll(() => page.url()).toMatch(/search=nort/)
    await page.reload()
    await page.getByRole('link', { name: /^Northwind Ltd/ }).waitFor()
    expect(await field('Search').inputValue()).toBe('nort lt')
    await field('KYC or KYB status').selectOption('Rejected')
    await page.getByText('No matching customer').waitFor()
    await page.getByRole('link', { name: 'Show all customers' }).click()
    await page.getByRole('link', { name: /^Alice Doe/ }).waitFor()
  })

  it('are created as a business, with the API’s faults at the fields', async () => {
    await page.getByRole('link', { name: 'Create a customer' }).click()
    await page.getByRole('radio', { name: /^Business/ }).check()
    await stage.press('Create the customer')
    await page.getByText('Fill this in.').waitFor()
    await field('Legal name').fill('Harbor Ltd')
    await field('Registration number (optional)').fill('HB-001')
    await field('UMA address (optional)').fill('$alice@acme.example')
    await stage.press('Create the customer')
    await page.getByRole('alert').getByText('Nothing was saved').waitFor()
    await expect.poll(() => field('UMA address (optional)').getAttribute('aria-invalid')).toBe('true')
    await fits('2-new-business')
    await field('UMA address (optional)').fill('')
    await stage.press('Create the customer')
    await page.getByRole('heading', { name: 'Harbor Ltd' }).waitFor()
    await expect.poll(status).toBe('Unverified')
  })

  it('are verified: the registration number keeps the verification pending, and the link ends it', async () => {
    await stage.part('KYB').getByText('The verification stays pending').waitFor()
    await stage.press('Submit for verification')
    await expect.poll(status).toBe('Pending')
    await stage.press('Create a verification link')
    const opening = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Open the verification page' }).click()
    const verification = await opening
    await verification.getByRole('button', { name: 'Approve' }).click()
    await verification.getByText('The verification is APPROVED').waitFor()
    await verification.close()
    await expect.poll(status).toBe('Approved')
    await stage.part('Accounts').getByRole('link', { name: 'United States Dollar' }).waitFor()
  })

  it('have beneficial owners and documents', async () => {
    await stage.press('Add an owner')
    await field('First name').fill('Jane')
    await field('Last name').fill('Doe-002')
    await field('Birth date').fill('1980-05-01')
    await field('Nationality').fill('GB')
    await field('Line 1').fill('2 Quay Road')
    await field('Postal code').fill('E1 6AN')
    await field('Country').fill('GB')
    await field('Id type').selectOption({ label: 'Non US tax id' })
    await field('Identifier').fill('QQ 12 34 56 C')
    await field('Ownership percentage').fill('140')
    await page.getByRole('checkbox', { name: 'Director' }).check()
    await stage.press('Save')
    await page.getByText('Expected: a whole number from 0 to 100.').waitFor()
    await field('Ownership percentage').fill('60')
    await fits('3-owner')
    await stage.press('Save')
    const owners = stage.part('Beneficial owners')
    await owners.getByText('Director · owns 60 %').waitFor()
    await owners.getByText('Rejected').waitFor()
    await stage.press('Edit Jane Doe-002')
    await field('Last name').fill('Doe')
    await stage.press('Save')
    await owners.getByText('Approved').waitFor()
    await stage.press('Upload a document')
    await field('Of').selectOption({ label: 'Jane Doe' })
    await field('File').setInputFiles({ name: 'passport.pdf', mimeType: 'application/pdf', buffer: PDF })
    await field('Document type').selectOption({ label: 'Passport' })
    await field('Country').fill('GB')
    await stage.press('Upload')
    await stage
      .part('Documents')
      .getByText(/Jane Doe · passport\.pdf/)
      .waitFor()
    await fits('4-customer')
  })

  it('are edited', async () => {
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await field('Doing business as (optional)').fill('Harbor')
    await stage.press('Save')
    await stage.part('Details').getByText('Harbor', { exact: true }).waitFor()
  })

  it('have links to their accounts, cards, agents and payments', async () => {
    await page.goto(`${stage.origin}/customers?search=northwind`)
    await page.getByRole('link', { name: /^Northwind Ltd/ }).click()
    await stage.part('Cards').getByRole('link', { name: /0719/ }).waitFor()
    await stage.part('Agents').getByRole('link', { name: 'Ada' }).waitFor()
    await stage.part('External accounts').getByRole('link', { name: 'María García' }).waitFor()
    await fits('5-northwind')
    await stage.press('Delete')
    await page.getByText('These accounts still hold money').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Delete', exact: true }).last().isDisabled()).toBe(true)
    await fits('6-delete')
    await page.getByRole('dialog').getByRole('link', { name: 'United States Dollar' }).click()
    await page.getByRole('heading', { name: /10,000\.00/ }).waitFor()
  })

  it('are imported from a CSV file, with progress and the rows that failed', async () => {
    await page.goto(`${stage.origin}/customers/import`)
    await fits('7-import')
    const text = [HEADER, row('ines'), row('juan'), row('alice')].join('\n')
    await field('CSV file').setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await stage.press('Import')
    await page.getByText('3 of 3 rows processed · 2 imported · 1 not imported').waitFor()
    await stage.part('Rows not imported').getByText('alice', { exact: true }).waitFor()
    await fits('8-imported')
  })

  it('invite someone', async () => {
    await page.getByRole('link', { name: 'View customers' }).click()
    await page.getByRole('link', { name: /^Imported ines/ }).click()
    await page.getByRole('link', { name: 'Invite someone' }).click()
    await field('First name of the invited person (optional)').fill('Zoe')
    await stage.press('Create the invitation')
    await stage.part('Invitation').getByText('Zoe').waitFor()
    await fits('9-invitation')
    await stage.press('Cancel the invitation')
    await stage.part('Invitation').getByText('Cancelled').waitFor()
  })

  it('are deleted', async () => {
    await page.goto(`${stage.origin}/customers?search=juan`)
    await page.getByRole('link', { name: /^Imported juan/ }).click()
    await stage.press('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: /^Imported juan/ }).count()).toBe(0)
  })

  it('fit a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    for (const path of ['/customers', '/customers/new?type=BUSINESS', '/customers/import']) {
      await page.goto(`${stage.origin}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' })
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth'), { message: path }).toBe(360)
    }
    await page.goto(`${stage.origin}/customers?search=northwind`)
    await page.getByRole('link', { name: /^Northwind Ltd/ }).click()
    await stage.part('Payments').waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  })

  it('cause no error but the refused form, and request only their own server', () => {
    expect(stage.faults).toEqual([expect.stringContaining('status of 4')])
    expect(stage.strangers).toEqual([])
  })
})
