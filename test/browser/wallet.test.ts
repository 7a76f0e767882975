import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Program, startProgram } from './program.ts'
import type { OpenWallet } from './wallet-page.ts'

/** `--disable-quic` and the rest keep the browser from speaking to anybody but the page's server. */
const QUIET =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

describe('a wallet, in a browser', () => {
  let program: Program
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    const entry = fileURLToPath(new URL('wallet-page.ts', import.meta.url))
    const [started, launched, bundle] = await Promise.all([
      startProgram(),
      chromium.launch({ executablePath: process.env.CHROMIUM as string, args: QUIET.split(' ') }),
      build({ entryPoints: [entry], bundle: true, write: false, format: 'iife', platform: 'browser' }),
    ])
    program = started
    browser = launched
    page = await browser.newPage()
    await page.goto(program.signInLink)
    const address = `${program.origin}/a-page-of-the-platform`
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Acme</title>' }))
    await page.goto(address)
    await page.addScriptTag({ content: bundle.outputFiles[0]?.text as string })
    const devices = await page.context().newCDPSession(page)
    await devices.send('WebAuthn.enable')
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
  }, 90_000)

  afterAll(async () => {
    await browser?.close()
    await program?.stop()
  })

  it('is opened with a passkey, signs, and gives its words to its holder', async () => {
    const told = await page.evaluate(
      ([baseUrl, challenge]) => (globalThis as unknown as { openWallet: OpenWallet }).openWallet(baseUrl, challenge),
      [`${program.origin}/2025-10-13`, randomBytes(32).toString('base64url')] as const,
    )
    expect(new Set(told.sessions).size).toBe(2)
    expect(told.isPrivate).toBe(true)
    expect(told.words.split(' ')).toHaveLength(12)
  })
})
