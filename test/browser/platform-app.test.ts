/** Example platform: installed, built and used as a new user would, from sign-up to the webhooks it verifies. */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { addNodeTypes, compileIn, installClient } from '../harness/client-project.ts'
import { type Program, startProgram } from './program.ts'
import { addAuthenticator, findViolations, QUIET, STILL, takePictures } from './stage.ts'

const SOURCES = 'examples/platform-app'
/** The folder may also contain installed packages and builds. */
const FILES = ['server.ts', 'platform.ts', 'page.ts', 'page.html', 'package.json', 'tsconfig.json']

describe('the example of a platform, in a browser with an authenticator', () => {
  const project = mkdtempSync(join(tmpdir(), 'causeway-platform-'))
  let program: Program
  let platform: ChildProcess
  let browser: Browser
  let page: Page
  let origin: string

  beforeAll(async () => {
    const starting = startProgram()
    for (const name of FILES) cpSync(join(SOURCES, name), join(project, name))
    const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
    writeFileSync(join(project, 'package.json'), JSON.stringify({ ...manifest, dependencies: {}, devDependencies: {} }))
    installClient(project)
    addNodeTypes(project)
    expect(compileIn(project)).toBe('')
    program = await starting
    platform = spawn(process.execPath, ['build/server.js'], {
      cwd: project,
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        CAUSEWAY_URL: program.origin,
        CAUSEWAY_CREDENTIALS: join(program.folder, 'credentials.json'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    origin = await new Promise((resolve, reject) => {
      platform.stdout?.on('data', (text) => resolve(/http:\S+/.exec(String(text))?.[0] ?? ''))
      platform.on('exit', () => reject(new Error('The platform ended')))
    })
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM as string, args: QUIET.split(' ') })
    const context = await browser.newContext(STILL)
    context.setDefaultTimeout(Number(process.env.BROWSER_WAIT_MS))
    page = await context.newPage()
    await addAuthenticator(page)
  })
  afterAll(async () => {
    await browser?.close()
    platform?.kill()
    await program?.stop()
    rmSync(project, { recursive: true, force: true })
  })

  it('signs a customer up, pays with a passkey, issues a card that buys, and receives verified webhooks', async () => {
    const [faults, strangers]: [string[], string[]] = [[], []]
    page.on('pageerror', ({ message }) => faults.push(message))
    page.on('request', (request) => new URL(request.url()).origin !== origin && strangers.push(request.url()))
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const happened = (type: string) => page.getByRole('list', { name: 'Activity' }).getByText(type).first().waitFor()
    const confirmed = async () => {
      const dialog = page.getByRole('dialog', { name: 'Confirm' })
      const statement = await dialog.getByRole('paragraph').innerText()
      await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
      return statement
    }

    await page.goto(origin)
    await page.getByLabel('Name').fill('Grace Roe')
    await page.getByLabel('Email').fill('grace@example.com')
    await press('Sign up')
    await press('Protect with a passkey')
    await page.getByText('Your wallet now needs your passkey.').waitFor()
    await press('Receive 100 dollars')
    await page.getByLabel('Balance').getByText('$100.00').waitFor()
    expect(await findViolations(page)).toEqual([])

    await page.getByLabel('Amount in dollars').fill('20')
    await press('Continue')
    expect(await confirmed()).toMatch(/^Pay 20\.0+ USDB from your wallet; María García/)
    await page.getByText(/^Sent: \d+\.\d\d pesos will arrive\.$/).waitFor()
    await happened('OUTGOING_PAYMENT.COMPLETED')
    await page.getByLabel('Balance').getByText('$80.00').waitFor()

    await press('Get a card')
    expect(await confirmed()).toContain('card')
    await press('Buy a coffee for 4.50')
    await page.getByText('Coffee paid: AUTHORIZED').waitFor()
    await happened('CARD_TRANSACTION.AUTHORIZED')
    await page.getByLabel('Balance').getByText('$75.50').waitFor()
    await takePictures(page, 'platform-app')
    expect([faults, strangers]).toEqual([[], []])
  })

  it('lets a page act only for its customer, and accepts webhooks only from Causeway', async () => {
    const asked = (path: string, body: object) =>
      page.evaluate(
        async ([address, text]) => (await fetch(address as string, { method: 'POST', body: text as string })).status,
        [path, JSON.stringify(body)],
      )
    const other = '00000000-0000-7000-8000-000000000000'
    expect(await asked(`/api${pathTo('executeQuote', { quoteId: `Quote:${other}` })}`, {})).toBe(403)
    expect(await asked(`/api${pathTo('createToken')}`, { name: 'Mine', permissions: ['MANAGE'] })).toBe(403)
    expect(
      await asked(`/api${pathTo('createAuthCredential')}`, {
        type: 'EMAIL_OTP',
        accountId: `InternalAccount:${other}`,
      }),
    ).toBe(403)
    expect(await asked('/webhooks', { id: 'Webhook:1', type: 'OUTGOING_PAYMENT.COMPLETED' })).toBe(401)
  })

  it('has less than 500 lines', () => {
    const lines = FILES.map((name) => readFileSync(join(SOURCES, name), 'utf8').split('\n').length - 1)
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThan(500)
  })
})
