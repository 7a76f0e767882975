/** Wallet in an application's page, opened with the browser's passkeys. */
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.ts'
import type { OpenWallet } from './wallet-page.ts'

describe('a wallet, in a browser', () => {
  let stage: Stage

  beforeAll(async () => {
    const entry = fileURLToPath(new URL('wallet-page.ts', import.meta.url))
    const [opened, bundle] = await Promise.all([
      openStage('wallet-page'),
      build({ entryPoints: [entry], bundle: true, write: false, format: 'iife', platform: 'browser' }),
    ])
    stage = opened
    const { page, origin } = stage
    const address = `${origin}/a-page-of-the-platform`
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Acme</title>' }))
    await page.goto(address)
    await page.addScriptTag({ content: bundle.outputFiles[0]?.text as string })
  })

  afterAll(() => stage?.close())

  it('is opened with a passkey, signs, and exports its recovery phrase', async () => {
    const told = await stage.page.evaluate(
      ([baseUrl, challenge]) => (globalThis as unknown as { openWallet: OpenWallet }).openWallet(baseUrl, challenge),
      [`${stage.origin}/2025-10-13`, randomBytes(32).toString('base64url')] as const,
    )
    expect(new Set(told.sessions).size).toBe(2)
    expect(told.isPrivate).toBe(true)
    expect(told.words.split(' ')).toHaveLength(12)
  })
})
