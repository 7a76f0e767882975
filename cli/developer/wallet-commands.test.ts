/** Commands of a wallet's holder, and sign-in links, against a whole service. They run in this process: each start of the program costs a second. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { accountOf, balanceOf, quoteBetween } from '../../test/harness/cast.ts'
import { addDeveloperCommands } from './developer-commands.ts'

describe('commands of a holder and of a person at a terminal', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-wallet-'))
  const file = join(folder, 'session.json')
  const session = ['--session', file]
  let app: TestApp
  let wallet: Awaited<ReturnType<typeof accountOf>>

  beforeAll(async () => {
    app = await testApp({ dashboard: true })
    const { clientId, clientSecret } = app.platform
    vi.stubEnv('CAUSEWAY_URL', app.origin)
    vi.stubEnv('CAUSEWAY_CLIENT_ID', clientId)
    vi.stubEnv('CAUSEWAY_CLIENT_SECRET', clientSecret)
    wallet = await accountOf(app, 'alice', 'USDB')
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs a command, and returns its output. */
  async function causeway(...typed: string[]) {
    const program = new Command('causeway').option('--json').exitOverride()
    addDeveloperCommands(program)
    const written = { stdout: '', stderr: '' }
    const spies = (['stdout', 'stderr'] as const).map((stream) =>
      vi.spyOn(process[stream], 'write').mockImplementation((text) => {
        written[stream] += text
        return true
      }),
    )
    try {
      await program.parseAsync(typed, { from: 'user' })
      const { stdout: out, stderr: err } = written
      return { code: Number(process.exitCode ?? 0), out, err, json: () => JSON.parse(out) }
    } finally {
      process.exitCode = undefined
      for (const spy of spies) spy.mockRestore()
    }
  }

  it('open a session with the code of the mail, in a file for its user alone', async () => {
    const missing = await causeway('wallet', 'sign', ...session)
    expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('causeway wallet open') })
    const none = await causeway('wallet', 'open', wallet.id, ...session)
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('--email') })
    const opened = await causeway('wallet', 'open', wallet.id, '--email', 'alice@example.com', ...session)
    expect(opened).toMatchObject({ code: 0, err: '' })
    expect(opened.json()).toMatchObject({ id: expect.stringMatching(/^Session:/), accountId: wallet.id, file })
    expect(opened.out).not.toContain(JSON.parse(readFileSync(file, 'utf8')).privateKey)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('sign an operation that needs it, after its statement is shown', async () => {
    await app.ok('sandboxFundInternalAccount', { params: { accountId: wallet.id }, body: { amount: 10_000_000 } })
    const quote = await quoteBetween(app, wallet.id, (await accountOf(app, 'alice', 'USD')).id, 4_000_000)
    const execute = ['api', 'executeQuote', '--quote-id', quote.id]
    expect(await causeway(...execute)).toMatchObject({ code: 1, err: expect.stringContaining('SIGNATURE_REQUIRED') })
    expect(await balanceOf(app, wallet)).toBe(10_000_000)
    const paid = await causeway(...execute, '--sign', ...session)
    expect(paid.err).toMatch(/^Signing: Pay 4\.000000 USDB from your wallet/)
    expect(paid.json()).toMatchObject({ id: quote.id })
    expect(await balanceOf(app, wallet)).toBe(6_000_000)
  })

  it('sign a payload that was received elsewhere', async () => {
    const change = { params: { id: wallet.id }, body: { privateEnabled: true } }
    const { body } = await app.call('updateInternalAccount', change)
    const challenge = body as unknown as { payloadToSign: string; requestId: string }
    const payload = join(folder, 'payload')
    for (const form of [[], ['--stamp']]) {
      writeFileSync(payload, challenge.payloadToSign)
      const { out } = await causeway('wallet', 'sign', payload, ...form, ...session)
      const headers = { 'Service-Wallet-Signature': out.trim(), 'Request-Id': challenge.requestId }
      if (form.length > 0)
        expect(await app.ok('updateInternalAccount', { ...change, headers })).toMatchObject(change.body)
      else expect(out).toMatch(/^ME\w/)
    }
  })

  it('mail a code and print it, and open a session with it', async () => {
    await app.advance({ seconds: 31 })
    const { out, code } = await causeway('wallet', 'otp', wallet.id)
    expect([code, out]).toEqual([0, expect.stringMatching(/^\d{6}\n$/)])
    expect(await causeway('wallet', 'open', wallet.id, '--code', out.trim(), ...session)).toMatchObject({ code: 0 })
    expect(await causeway('wallet', 'open', wallet.id, '--code', '999999', ...session)).toMatchObject({ code: 1 })
  })

  it('export the phrase of the wallet', async () => {
    const { out, err } = await causeway('wallet', 'export', ...session)
    expect(out.trim().split(' ')).toHaveLength(12)
    expect(err).toMatch(/^Signing: Export/)
  })

  it('create a key pair, whose private key is in the file alone', async () => {
    const pairFile = join(folder, 'pair.json')
    const { json, out } = await causeway('wallet', 'keygen', pairFile)
    const pair = JSON.parse(readFileSync(pairFile, 'utf8'))
    expect(json()).toEqual({ publicKey: pair.publicKey, file: pairFile })
    expect([pair.publicKey, pair.privateKey]).toEqual([
      expect.stringMatching(/^04[0-9a-f]{128}$/),
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ])
    expect(out).not.toContain(pair.privateKey)
  })

  it('print a link that signs a browser in once, and its QR code in a terminal', async () => {
    const { link } = (await causeway('sign-in')).json()
    const opened = await fetch(link, { redirect: 'manual' })
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] as string
    expect(
      (await fetch(app.base + pathTo('getOverview'), { headers: { cookie, 'x-causeway-dashboard': '1' } })).status,
    ).toBe(200)
    const { isTTY } = process.stdout
    process.stdout.isTTY = true
    const shown = await causeway('sign-in').finally(() => {
      process.stdout.isTTY = isTTY
    })
    expect(shown.out).toMatch(/^http:\S+\/sign-in\?code=[0-9a-f]{32}\n/)
    expect(shown.out).toContain('█')
    expect(shown.out).toContain('HOST=0.0.0.0')
  })
})
