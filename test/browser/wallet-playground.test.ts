/** Wallet playground: every operation of a holder, with an authenticator; and a wallet in an application's own page. */
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { openStage, type Stage } from './stage.ts'
import type { OpenWallet } from './wallet-page.ts'

describe('the wallet playground, in a browser with an authenticator', () => {
  let stage: Stage
  let page: Stage['page']
  let part: Stage['part']
  let press: Stage['press']
  let picture: Stage['picture']

  /** Reviews the payload, and signs it. */
  async function sign(): Promise<{ statement: string; payloadToSign: string }> {
    const dialog = page.getByRole('dialog', { name: 'Review and sign' })
    await dialog.getByText('payloadToSign, exactly as it is signed').click()
    const payloadToSign = await dialog.getByRole('region', { name: 'payloadToSign', exact: true }).innerText()
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    return { statement: JSON.parse(payloadToSign).statement, payloadToSign }
  }
  /** Calls, newest first: `POST /quotes 201`. */
  async function calls(): Promise<string[]> {
    const rows = part('Calls').getByRole('list', { name: 'Calls, newest first' }).getByRole('button')
    const texts = await rows.allInnerTexts()
    return texts.filter((text) => text.includes('/')).map((text) => text.replaceAll(/\s+/g, ' '))
  }

  beforeAll(async () => {
    stage = await openStage('wallet')
    ;({ page, part, press, picture } = stage)
    // The first start creates a database, which is slow on a busy machine.
  })
  afterAll(() => stage?.close())

  it('creates a customer, whose empty wallet shows the first step', async () => {
    await page.getByRole('link', { name: 'Wallet', exact: true }).click()
    await part('Choose a wallet')
      .getByRole('link', { name: /Alice Doe/ })
      .waitFor()
    await page.getByLabel('Full name').fill('Grace Roe')
    await page.getByLabel('Email (optional)').fill('grace@example.com')
    await picture('1-choice')
    await press('Create a customer')
    const wallet = part('Wallet of Grace Roe')
    await wallet.getByText('0.000000').waitFor()
    await wallet.getByRole('button', { name: /^Copy Spark address/ }).waitFor()
    await part('Credentials').getByText('No credentials yet').waitFor()
    await part('Sessions').getByText('Not signed in').waitFor()
    await expect.poll(() => part('Export wallet').getByRole('button', { name: 'Export' }).isDisabled()).toBe(true)
    await picture('2-empty')
  })

  it('adds a passkey as the first credential, without a signature', async () => {
    await press('Add: Passkey')
    await picture('3-passkey')
    await press('Create passkey')
    await page.getByRole('button', { name: 'Sign in: Passkey This browser' }).waitFor()
    await expect.poll(async () => (await calls())[0]).toBe(`201 POST ${pathTo('createAuthCredential')}`)
  })

  it('signs in with it: the session key is decrypted in the window', async () => {
    await press('Sign in: Passkey This browser')
    await part('Sessions').getByText('This window signs with this session.').waitFor()
    await part('Sessions').getByRole('timer').waitFor()
    await expect
      .poll(async () => (await calls()).slice(0, 2))
      .toEqual([
        expect.stringMatching(/^200 POST \/auth\/credentials\/\S+\/verify$/),
        expect.stringMatching(/^200 POST \/auth\/credentials\/\S+\/challenge$/),
      ])
    await picture('3-session')
  })

  it('signs nothing when the person declines, also by keyboard', async () => {
    const privacy = page.getByRole('switch', { name: 'Private history' })
    const statement = page.getByRole('dialog').getByText(/^Hide the history of the wallet InternalAccount:/)
    await privacy.press('Space')
    await statement.waitFor()
    await page.keyboard.press('Escape')
    await statement.waitFor({ state: 'detached' })
    await expect.poll(() => privacy.evaluate((element) => element.matches(':focus'))).toBe(true)
    await privacy.press('Space')
    await statement.waitFor()
    await press('Do not sign')
    await page.getByText('Not signed. Nothing was executed.').waitFor()
    await expect.poll(() => page.getByRole('switch', { name: 'Private history', checked: true }).count()).toBe(0)
  })

  it('pays with a signature over a readable statement', async () => {
    await press('Fund 100 USDB')
    await part('Wallet of Grace Roe').getByText('100.000000').waitFor()
    await page.getByRole('radio', { name: /Alice Doe.*USD balance/ }).check()
    await page.getByLabel('Amount').fill('5')
    await picture('4-pay')
    await press('Get a quote')
    await press('Sign and pay 5.000000 USDB')
    await page.getByRole('dialog').getByText(/^Pay /).waitFor()
    await picture('5-review')
    const { statement, payloadToSign } = await sign()
    expect(statement).toMatch(/^Pay 5(\.0+)? USDB from your wallet; /)
    await page.getByText('5.000000 USDB left the wallet.').waitFor()
    await part('Wallet of Grace Roe').getByText('95.000000').waitFor()

    await expect
      .poll(async () => (await calls()).slice(0, 3))
      .toEqual([
        expect.stringMatching(/^200 POST \/quotes\/\S+\/execute signed$/),
        expect.stringMatching(/^202 POST \/quotes\/\S+\/execute$/),
        `201 POST ${pathTo('createQuote')}`,
      ])
    const shown = await part('Calls').getByRole('region', { name: 'Request' }).innerText()
    expect(shown).toContain(`curl -X POST '${stage.origin}/2025-10-13/quotes/`)
    expect(shown).toMatch(/-H 'service-wallet-signature: ME/i)
    expect(shown).toContain('$CAUSEWAY_CLIENT_SECRET')
    expect(JSON.parse(payloadToSign).parameters.totalSendingAmount).toBe(5_000_000)
    await picture('5-paid')
  })

  it('hides the history with a signature', async () => {
    await page.getByRole('switch', { name: 'Private history' }).click()
    await sign()
    await page.getByRole('switch', { name: 'Private history', checked: true }).waitFor()
  })

  it('adds an email address with a signed request, and signs in with the emailed code', async () => {
    await press('Add: Email code')
    await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe('grace@example.com')
    await press('Add the address')
    await sign()
    await press('Sign in: Email code grace@example.com')
    await press('Use this code')
    await picture('6-code')
    await press('Open session')
    await page.getByRole('radio', { name: 'Sign with: Email code grace@example.com', checked: true }).waitFor()
    await expect
      .poll(() => page.getByRole('radio', { name: 'Sign with: Passkey This browser', checked: false }).count())
      .toBe(1)
  })

  it('revokes the passkey and its session, signed by the email session', async () => {
    const revoke = page.getByRole('button', { name: 'Revoke: Passkey This browser' })
    await expect
      .poll(() => page.getByRole('button', { name: 'Revoke: Email code grace@example.com' }).isDisabled())
      .toBe(true)
    await revoke.click()
    expect((await sign()).statement).toMatch(/^Revoke /)
    await revoke.waitFor({ state: 'detached' })
    await page.getByRole('radio', { name: 'Sign with: Passkey This browser' }).waitFor({ state: 'detached' })
    await part('Credentials').getByText('This is the only credential. Add another one before you revoke it.').waitFor()
  })

  it('adds an identity with a sandbox token, and signs in with one', async () => {
    await press('Add: Identity token')
    await press('Add the identity')
    await sign()
    await press('Sign in: Identity token grace@example.com')
    await press('Open session')
    await page.getByRole('radio', { name: 'Sign with: Identity token grace@example.com', checked: true }).waitFor()
  })

  it('refreshes a session, and revokes one', async () => {
    const rows = page.getByRole('radio', { name: /^Sign with: Identity token/ })
    await press('Refresh')
    await sign()
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByRole('button', { name: 'Revoke the session: Email code grace@example.com' }).click()
    await sign()
    await page.getByRole('radio', { name: /^Sign with: Email code/ }).waitFor({ state: 'detached' })
    await expect.poll(() => rows.count()).toBe(2)
    await picture('7-sessions')
  })

  it('exports the wallet, and shows the phrase on request only', async () => {
    await press('Export')
    await sign()
    await page.getByText('Decrypted in this window: 12 words.').waitFor()
    const words = page.getByRole('list', { name: 'Recovery phrase' })
    await expect.poll(() => words.count()).toBe(0)
    await press('Show phrase')
    await expect.poll(() => words.getByRole('listitem').count()).toBe(12)
    await picture('8-words')
    const [first = ''] = /[a-z]+/.exec(await words.getByRole('listitem').first().innerText()) ?? []
    expect(first.length).toBeGreaterThan(2)
    await press('Hide phrase')
    await expect.poll(() => words.count()).toBe(0)
    await press('Discard')
    await press('Export')
    await press('Do not sign')
  })

  it('shows every email of the sandbox in the inbox', async () => {
    await page.getByRole('link', { name: 'Inbox', exact: true }).click()
    const copy = page.getByRole('button', { name: /^Copy code: \d{6}$/ })
    const mail = page.getByRole('article').filter({ has: copy }).first()
    await mail.getByText(/→ grace@example.com/).waitFor()
    await mail.getByText('HTML version').click()
    await mail
      .frameLocator('iframe')
      .getByText(/^Your code for/)
      .waitFor()
    await picture('9-inbox')
    await page.getByLabel('To', { exact: true }).fill('stranger')
    await page.getByText('No matching email').waitFor()
  })

  it('keeps session keys across pages, and discards them with the window', async () => {
    await page.getByRole('link', { name: 'Wallet', exact: true }).click()
    await page.getByText('This window signs with this session.').waitFor()
    await page.reload()
    await part('Sessions').getByText('Not signed in').waitFor()
    const elsewhere = part('Sessions').getByText(/key elsewhere/)
    await expect.poll(() => elsewhere.count()).toBe(2)
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
    expect(kept).not.toMatch(/Session:|sign/i)
  })

  it("rejects a wrong code, and accepts the sandbox's", async () => {
    await press('Sign in: Email code grace@example.com')
    await page.getByLabel('Code from the email').fill('no code')
    await press('Open session')
    await page
      .getByRole('alert')
      .getByText(/^401 UNAUTHORIZED: /)
      .waitFor()
    await page.getByLabel('Code from the email').fill('000000')
    await press('Open session')
    await page.getByText('This window signs with this session.').waitFor()
  })

  it("ends a session as the sandbox's clock advances", async () => {
    await press('+1 h')
    await part('Sessions').getByText('Not signed in').waitFor()
    await part('Sessions')
      .getByText(/ends in/)
      .first()
      .waitFor({ state: 'detached' })
  })

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  })

  it('causes no error but the wrong code, and requests only its own server', () => {
    expect(stage.faults).toEqual([expect.stringContaining('status of 401')])
    expect(stage.strangers).toEqual([])
  })

  it("opens with the browser's passkeys in an application's page, signs, and exports its recovery phrase", async () => {
    const entry = fileURLToPath(new URL('wallet-page.ts', import.meta.url))
    const bundle = await build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      format: 'iife',
      platform: 'browser',
    })
    const address = `${stage.origin}/a-page-of-the-platform`
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Acme</title>' }))
    await page.goto(address)
    await page.addScriptTag({ content: bundle.outputFiles[0]?.text as string })
    const told = await page.evaluate(
      ([baseUrl, challenge]) => (globalThis as unknown as { openWallet: OpenWallet }).openWallet(baseUrl, challenge),
      [`${stage.origin}/2025-10-13`, randomBytes(32).toString('base64url')] as const,
    )
    expect(new Set(told.sessions).size).toBe(2)
    expect(told.isPrivate).toBe(true)
    expect(told.words.split(' ')).toHaveLength(12)
  })
})
