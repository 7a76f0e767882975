/** Operators' dashboard in production: invitation and passkey, the pages and decisions of each role, and freezes. */
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres, onServer } from '../harness/database/postgres.ts'
import { type ProductionProgram, startProduction } from './production-program.ts'
import { addAuthenticator, findViolations, QUIET, STILL, takePictures } from './stage.ts'

describe.skipIf(!process.env.DATABASE_URL && !findPostgres())("the operators' dashboard, in a browser", () => {
  let program: ProductionProgram
  let browser: Browser
  const faults: string[] = []
  beforeAll(async () => {
    ;[program, browser] = await Promise.all([
      startProduction(),
      chromium.launch({ executablePath: process.env.CHROMIUM as string, args: QUIET.split(' ') }),
    ])
    await program.causeway('platforms', 'create', 'Acme Pay', '--regulated', '--currencies', 'USD,EUR')
  })
  afterAll(async () => {
    await browser?.close()
    await program?.stop()
  })

  /** A browser of its own, with an authenticator, in which an invitation was accepted. */
  async function operator(name: string, role: string): Promise<Page> {
    const context = await browser.newContext(STILL)
    context.setDefaultTimeout(Number(process.env.BROWSER_WAIT_MS))
    const page = await context.newPage()
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => faults.push(error.message))
    await addAuthenticator(page)
    const { link } = await program.causeway('operators', 'invite', name, '--role', role)
    await page.goto(link)
    await page.getByRole('button', { name: 'Create a passkey' }).waitFor()
    if (role === 'administrator') await takePictures(page, 'desk-0-invitation')
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await page.getByText('PRODUCTION', { exact: true }).waitFor()
    return page
  }

  it('opens with an invitation, and again with the passkey', async () => {
    const page = await operator('Nora North', 'administrator')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    expect(await page.getByRole('link', { name: 'Make a payment' }).isVisible()).toBe(false)
    expect(await page.getByRole('link', { name: 'Inbox' }).count()).toBe(0)
    await takePictures(page, 'desk-1-home')
    await page.getByRole('link', { name: 'Operators' }).click()
    await page.getByRole('region', { name: 'Signed in' }).getByText('this browser').waitFor()
    await takePictures(page, 'desk-2-people')
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Audit chain' }).click()
    await page.locator('summary', { hasText: 'operator.registered' }).first().click()
    await page.getByRole('button', { name: 'Verify the chain' }).click()
    await page.getByText(/\d+ entries, intact/).waitFor()
    await takePictures(page, 'desk-4-audit')
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await takePictures(page, 'desk-3-sign-in')
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('PRODUCTION', { exact: true }).waitFor()
    await page.context().close()
  })

  it('opens through the identity provider for an account with a group, and says why another one stays out', async () => {
    const enter = async (login: string): Promise<Page> => {
      const context = await browser.newContext(STILL)
      context.setDefaultTimeout(Number(process.env.BROWSER_WAIT_MS))
      const page = await context.newPage()
      await page.goto(program.origin)
      const button = page.getByRole('button', { name: `Sign in through ${new URL(program.issuer.issuer).host}` })
      await button.waitFor()
      if (login === 'desk-olaf') await takePictures(page, 'desk-10-provider')
      expect(await findViolations(page)).toEqual([])
      await button.click()
      await page.getByPlaceholder('Enter any login').fill(login)
      await page.getByPlaceholder('and password').fill('any')
      await page.getByRole('button', { name: 'Sign-in' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
      return page
    }
    const olaf = await enter('desk-olaf')
    await olaf.getByText('PRODUCTION', { exact: true }).waitFor()
    await olaf.getByRole('link', { name: 'Operators' }).click()
    await olaf.getByText('desk-olaf@corp.example').first().waitFor()
    await olaf.context().close()
    const guest = await enter('guests-gina')
    await guest.getByText('Your account may not sign in here').waitFor()
    expect(await findViolations(guest)).toEqual([])
    await guest.context().close()
    expect(await program.causeway('audit', 'verify')).toMatchObject({ isIntact: true })
  })

  it('shows the connected rails with their health and what they carry, also to a viewer', async () => {
    const viewer = await operator('Vera Viewer', 'viewer')
    await viewer.getByRole('link', { name: 'Rails' }).click()
    const rail = viewer.getByRole('region', { name: 'sepa' })
    await rail.getByText('Up', { exact: true }).waitFor()
    await rail.getByText('No payouts in transit.').waitFor()
    expect(await rail.getByRole('row', { name: /Payout SEPA EUR 0\.01 to 999,999,999\.99/ }).count()).toBe(1)
    expect(await rail.getByRole('row', { name: /Deposit SEPA EUR/ }).count()).toBe(1)
    await takePictures(viewer, 'desk-11-rails')
    expect(await findViolations(viewer)).toEqual([])
    await viewer.context().close()
  })

  it('resolves a task by two people, and the audit chain names both', async () => {
    await onServer(
      program.databaseUrl,
      `insert into jobs (platform_id, key, name, subjects, due_at, attempts, last_error, dead_at, class)
       select platform_id, 'expireQuotes/dead/' || gen_random_uuid(), 'expireQuotes', '[]', now(), 20, 'The rate source refused the key', now(), 'other'
       from platforms`,
    )
    const [otto, paula] = [await operator('Otto Operator', 'operator'), await operator('Paula Approver', 'approver')]
    await otto.getByRole('link', { name: 'Resolve' }).click()
    await otto.getByRole('button', { name: /^Resolve expireQuotes/ }).click()
    await otto.getByLabel('What to do').selectOption('Close the task without moving money')
    await otto.getByLabel('Reason').fill('The quotes have expired')
    await takePictures(otto, 'desk-5-resolve')
    await otto.getByRole('button', { name: 'Request', exact: true }).click()
    await otto.getByText('Waits for another operator').waitFor()

    await paula.getByRole('link', { name: 'Tasks' }).click()
    await paula.getByText('“The quotes have expired”').waitFor()
    await takePictures(paula, 'desk-6-tasks')
    await paula.getByRole('button', { name: 'Approve …' }).click()
    await paula.getByLabel('Note').fill('Checked')
    await takePictures(paula, 'desk-7-decision')
    expect(await findViolations(paula)).toEqual([])
    await paula.getByRole('button', { name: 'Approve with your passkey' }).click()
    await paula.getByText(/^Done · decided by Paula Approver/).waitFor()
    await paula.getByText('No open tasks').waitFor()

    await paula.getByRole('link', { name: 'Audit chain' }).click()
    const lines = paula.getByRole('listitem').filter({ hasText: /request\.(made|approved|carried-out)/ })
    await expect
      .poll(async () => (await lines.allInnerTexts()).map((line) => line.split('\n').slice(0, 3).join(' ')))
      .toEqual([
        expect.stringContaining('Program request.carried-out'),
        expect.stringContaining('Paula Approver request.approved'),
        expect.stringContaining('Otto Operator request.made'),
      ])
    expect(await program.causeway('audit', 'verify')).toMatchObject({ isIntact: true })
  })

  it('freezes a platform immediately, and releases it by two people', async () => {
    const [{ id }] = await program.causeway('platforms', 'list')
    const [paula, nora] = [await operator('Paul Approver', 'approver'), await operator('Nora North', 'administrator')]
    await paula.getByRole('link', { name: 'Freezes' }).click()
    await paula.getByText('Nothing is frozen').waitFor()
    await paula.getByRole('button', { name: 'Freeze …' }).click()
    await paula.getByLabel('Id').fill(id)
    await paula.getByLabel('Reason').fill('Its token has leaked')
    await takePictures(paula, 'desk-8-freeze')
    expect(await findViolations(paula)).toEqual([])
    await paula.getByRole('button', { name: 'Freeze now' }).click()
    await paula.getByText('“Its token has leaked”').waitFor()
    expect(await program.causeway('freezes', 'list')).toMatchObject([{ subject: id, frozenBy: 'Paul Approver' }])
    await paula.getByRole('button', { name: `Release ${id}` }).click()
    await paula.getByLabel('Reason').fill('The token is deleted')
    await paula.getByRole('button', { name: 'Request', exact: true }).click()
    await paula.getByText('Waits for another operator').waitFor()
    await takePictures(paula, 'desk-9-freezes')
    expect(await findViolations(paula)).toEqual([])
    await nora.getByRole('link', { name: 'Freezes' }).click()
    await nora.getByRole('button', { name: 'Approve …' }).click()
    await nora.getByRole('button', { name: 'Approve with your passkey' }).click()
    await nora.getByText('Nothing is frozen').waitFor()
  })

  it('causes no error', () => {
    expect(faults).toEqual([])
  })
})
