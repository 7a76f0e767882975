/** Commands for developers against a whole service: operations by name, curl, the clock, the inbox, exit codes. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operation.ts'
import manifest from '../../package.json' with { type: 'json' }
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { accountOf } from '../../test/harness/cast.ts'
import { causeway as typeIn } from '../../test/harness/command-line.ts'

describe('commands for developers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-developer-'))
  let app: TestApp
  let env: Record<string, string>

  beforeAll(async () => {
    app = await testApp()
    const { clientId, clientSecret } = app.platform
    env = { CAUSEWAY_URL: app.origin, CAUSEWAY_CLIENT_ID: clientId, CAUSEWAY_CLIENT_SECRET: clientSecret }
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const causeway = (typed: string, more: Record<string, string> = {}, input?: string) =>
    typeIn(typed.split(' '), { ...env, ...more }, input)

  it('include one for every operation without a file, and print the version', async () => {
    const [help, version] = await Promise.all([causeway('api --help'), causeway('--version')])
    const operations = Object.entries(contract) as [string, Operation][]
    const missing = operations.filter(([id, { multipart }]) => !multipart && !help.out.includes(`  ${id} `))
    expect(missing.map(([id]) => id)).toEqual([])
    expect(version).toMatchObject({ code: 0, out: `${manifest.version}\n` })
  })

  it('find the sandbox of the data directory, at its port and with its credentials', async () => {
    const data = mkdtempSync(join(folder, 'data-'))
    writeFileSync(join(data, 'address'), `${app.origin}\n`)
    writeFileSync(join(data, 'credentials.json'), JSON.stringify(app.platform))
    const { code, json } = await typeIn(['api', 'getPlatformConfig'], { CAUSEWAY_DATA_DIR: data })
    expect([code, json().umaDomain]).toEqual([0, 'acme.example'])
  })

  it('create, read and list objects of the API; a repeated key has one effect', async () => {
    const create = (input: string) => causeway('api createCustomer --data @- --idempotency-key k1', {}, input)
    const body = JSON.stringify({ customerType: 'INDIVIDUAL', fullName: "Ann O'Neil" })
    const [made, again] = [await create(body), await create(body)]
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(again.json()).toEqual(made.json())
    const { id } = made.json()
    expect((await causeway(`api getCustomerById --customer-id ${id}`)).json()).toMatchObject({ fullName: "Ann O'Neil" })
    const all = await causeway('api listCustomers --limit 1 --all')
    expect(
      all.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toHaveLength(3)
  })

  it('print the request as curl, which works and holds no secret', async () => {
    const file = join(folder, 'customer.json')
    writeFileSync(file, JSON.stringify({ customerType: 'INDIVIDUAL', fullName: "Bea O'Neil" }))
    const { out, code } = await causeway(`api createCustomer --data @${file} --curl`)
    expect(code).toBe(0)
    expect(out).not.toContain(env.CAUSEWAY_CLIENT_SECRET)
    const command = out.replace(/^curl/, 'curl -s')
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { env: { ...process.env, ...env } })
    expect(JSON.parse(stdout)).toMatchObject({ fullName: "Bea O'Neil" })
  })

  it('end with 1 for a refusal, 2 for wrong arguments, 3 without a reply', async () => {
    const [refused, wrong, unreachable] = await Promise.all([
      causeway('api createCustomer --data {"customerType":"NEITHER"}'),
      causeway('api createCustomer --data {'),
      causeway('api listCustomers', { CAUSEWAY_URL: 'http://127.0.0.1:1' }),
    ])
    expect([refused.code, wrong.code, unreachable.code]).toEqual([1, 2, 3])
    expect(refused.err).toMatch(/^INVALID_INPUT: customerType .*\nRequest: /)
    expect(unreachable.err).toContain('No reply from http://127.0.0.1:1')
  })

  it('move the clock', async () => {
    const before = (await causeway('clock show')).json()
    const after = (await causeway('clock advance 2d')).json()
    expect(Date.parse(after.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(2 * 86_400_000)
    expect((await causeway('clock freeze')).json()).toMatchObject({ frozen: true })
    expect((await causeway('clock unfreeze')).json()).toMatchObject({ frozen: false })
    expect((await causeway('clock advance soon')).err).toContain('90s, 5m, 36h or 2d')
  })

  it('print the code of a mail', async () => {
    const { id: accountId } = await accountOf(app, 'alice', 'USDB')
    const body = { type: 'EMAIL_OTP', accountId, email: 'alice@example.com' }
    await app.ok('createAuthCredential', { body })
    await app.settle()
    const code = (await app.ok('listSandboxInbox')).data[0]?.codes[0]
    expect(await causeway('inbox --to alice@example.com --code')).toMatchObject({ code: 0, out: `${code}\n` })
    expect(await causeway('inbox --to carol@example.com --wait 1 --code')).toMatchObject({ code: 1, out: '' })
  })

  it('examine the machine', async () => {
    const good = await causeway('doctor', { CAUSEWAY_DATA_DIR: join(folder, 'data') })
    expect(good.code).toBe(0)
    expect(good.json().map(({ check, result }: { check: string; result: string }) => [check, result])).toEqual([
      ['Node', 'ok'],
      ['data directory', 'ok'],
      ['service', 'ok'],
    ])
    const port = new URL(app.origin).port
    const bad = await causeway('doctor --url http://127.0.0.1:1', { CAUSEWAY_DATA_DIR: folder, PORT: port })
    expect(bad).toMatchObject({ code: 1 })
    expect(bad.err).toContain('Not in order: service')
  })
})
