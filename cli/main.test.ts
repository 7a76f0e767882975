/** Command line: arguments, output, and coexistence with a running service. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readConfig } from '../src/composition/config.ts'
import { openInstallation, readSecrets } from '../src/composition/installation.ts'
import { operate } from '../src/composition/operate.ts'
import { bareId } from '../src/core/ids.ts'
import { registerExternalAccount } from '../src/domain/payments/external-accounts/register-external-account.ts'
import { listPlatforms, regulate } from '../src/operator/platforms.ts'
import { issueToken } from '../src/operator/tokens.ts'
import { type TestApp, testApp } from '../test/harness/app.ts'
import { accountOf } from '../test/harness/cast.ts'
import { causeway as typeIn } from '../test/harness/command-line.ts'
import { kind } from '../test/harness/database/database.ts'
import { databaseOn } from '../test/harness/database/postgres.ts'
import { openReceiver } from '../test/harness/receiver.ts'
import { forPeople } from './answer.ts'

const folder = mkdtempSync(join(tmpdir(), 'causeway-cli-'))
const env = { CAUSEWAY_DATA_DIR: join(folder, 'data') }

const causeway = (typed: readonly string[], more: Record<string, string> = {}) => typeIn(typed, { ...env, ...more })

describe.runIf(kind === 'embedded')('causeway', () => {
  beforeAll(async () => {
    const config = readConfig(env)
    const store = await openInstallation(config)
    readSecrets(config)
    await store.close()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('seals the keys of the installation under a new secret, once, and refuses another one', async () => {
    const old = readFileSync(join(env.CAUSEWAY_DATA_DIR, 'secret.key'), 'utf8').trim()
    const changed = { CAUSEWAY_SECRET_KEY: 'ab'.repeat(32), CAUSEWAY_FORMER_SECRET_KEYS: old }
    const back = { CAUSEWAY_SECRET_KEY: old, CAUSEWAY_FORMER_SECRET_KEYS: 'ab'.repeat(32) }
    await causeway(['platforms', 'list'])
    expect((await causeway(['keys', 'reseal'], changed)).json()).toEqual({ resealed: true })
    expect((await causeway(['keys', 'reseal'], changed)).json()).toEqual({ resealed: false })
    const refused = await causeway(['platforms', 'list'])
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('is not the secret of this installation')])
    expect((await causeway(['keys', 'reseal'], back)).json()).toEqual({ resealed: true })
  })

  it('lists open items of bank rails, and closes only open ones', async () => {
    expect((await causeway(['banks', 'list'])).json()).toEqual([])
    expect((await causeway(['banks', 'balances'])).json()).toEqual([])
    expect((await causeway(['banks', 'book', 'sepa', 'line:S/1', 'Rent'])).code).toBe(1)
    const closed = await causeway(['banks', 'close', 'sepa', 'file:0123456789abcdef', 'A test'])
    expect(closed.code).not.toBe(0)
    expect(closed.err).toContain('There is no such open item')
  })

  it('erases no customer without a reason, nor one that does not exist', async () => {
    const id = 'Customer:01a1f9bc-8b1c-7000-8000-ab7eb7fb1725'
    expect((await causeway(['customers', 'erase', id])).code).toBe(2)
    const refused = await causeway(['customers', 'erase', id, '--reason', 'period ended'])
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('USER_NOT_FOUND')])
  })

  it('creates a platform, regulates it, and stores no secret that it has shown', async () => {
    const made = await causeway([
      'platforms',
      'create',
      'Acme Pay',
      '--uma-domain',
      'ACME.example',
      '--currencies',
      'usd,EUR',
    ])
    expect(made).toMatchObject({ code: 0, err: '' })
    const { id, clientSecret } = made.json()
    expect(made.security).toMatchObject([
      { security: 'operator.command', outcome: 'done', operation: 'platforms create', operator: userInfo().username },
    ])
    expect(JSON.stringify(made.security)).not.toContain(clientSecret)
    expect(clientSecret).toMatch(/^[0-9a-f]{64}$/)
    expect((await causeway(['platforms', 'set-regulated', id, 'true'])).json()).toEqual({
      platform: id,
      isRegulated: true,
    })
    const policy = ['set-wallet-policy', id, '--require-nonce', '--require-passkey-for', 'export,PAYMENT']
    expect((await causeway(['platforms', ...policy, '--payments-above', '50000000'])).json()).toEqual({
      platform: id,
      requireNonce: true,
      requirePasskeyFor: 'EXPORT PAYMENT',
      paymentsAbove: 50_000_000,
    })
    expect((await causeway(['platforms', 'set-wallet-policy', id, '--require-passkey-for', 'SLEEP'])).code).toBe(2)
    expect(await operate(env, listPlatforms)).toMatchObject([
      { id, name: 'Acme Pay', umaDomain: 'acme.example', isRegulated: true },
    ])
    const found = await operate(env, ({ store }) =>
      store.query<{ row: string }>('select row_to_json(t)::text as row from tokens t'),
    )
    expect(found).toHaveLength(1)
    expect(found[0]?.row).not.toContain(clientSecret)
  })

  it('exits with 2 for wrong arguments, with a message that names the expected form', async () => {
    const wrong = await Promise.all([
      causeway(['platforms', 'lst']),
      causeway(['tokens', 'create', '--platform', 'x', '--permissions', 'ALL']),
      causeway(['accounts', 'create', '--customer', 'x']),
    ])
    expect(wrong.map(({ code }) => code)).toEqual([2, 2, 2])
    expect(wrong[1]?.err).toContain('VIEW, TRANSACT, MANAGE')
    const resource = await causeway(['quotes', 'list'])
    expect(resource.err).toContain("unknown command 'quotes'")
    expect(resource.err).toContain('Operations of the API are below `causeway api`')
  })

  it('exits with 1 for a refusal, with its code', async () => {
    const refused = await causeway(['accounts', 'create', '--customer', 'Customer:unknown', '--currency', 'USD'])
    expect(refused).toMatchObject({ code: 1, out: '', err: 'USER_NOT_FOUND: Customer not found\n' })
  })

  it('stops an external account, once', async () => {
    const accountInfo = { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000' } as never
    const { id } = await operate(env, async (operator) => {
      const [platform] = await listPlatforms(operator)
      const platformId = bareId(platform?.id as string)
      return operator.engine.run(platformId, (rows) =>
        registerExternalAccount(rows, { currency: 'EUR', accountInfo }, { status: 'UNSUPPORTED' }),
      )
    })
    expect((await causeway(['external-accounts', 'review', id])).json()).toEqual({ id, status: 'UNDER_REVIEW' })
    const again = await causeway(['external-accounts', 'review', id])
    expect(again).toMatchObject({ code: 1, out: '' })
    expect(again.security).toMatchObject([{ outcome: 'refused', refusal: 'INVALID_STATE_TRANSITION', target: id }])
    expect(again.err).toMatch(/^INVALID_STATE_TRANSITION: The ExternalAccount is UNDER_REVIEW/)
  })

  it('refuses to run while a service uses the database', async () => {
    const store = await openInstallation(readConfig(env))
    const refused = await causeway(['platforms', 'list'])
    await store.close()
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toMatch(/^Another Causeway process \(pid \d+\) is using .*; stop it/)
  })

  it('creates nothing in an empty folder', async () => {
    const lost = await causeway(['platforms', 'list'], { CAUSEWAY_DATA_DIR: join(folder, 'elsewhere') })
    expect(lost.code).toBe(1)
    expect(lost.err).toContain('There is no installation in')
  })

  it('creates no master key for wallets that have one elsewhere, and reseals none without it', async () => {
    const refused = await causeway(['wallets', 'reseal'])
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('There is no master key in')
    const resealed = await causeway(['wallets', 'reseal'], { CAUSEWAY_CUSTODY_KEY: '22'.repeat(32) })
    expect(resealed).toMatchObject({ code: 0, err: '' })
    expect(resealed.json()).toEqual({ wallets: 0, resealed: 0 })
  })

  it('is refused with a secret that is not the one of the installation', async () => {
    await operate(env, listPlatforms)
    const other = operate({ ...env, CAUSEWAY_SECRET_KEY: '11'.repeat(32) }, listPlatforms)
    await expect(other).rejects.toThrow('secret')
  })
})

describe.runIf(kind === 'postgres')('an operator beside a running service', () => {
  let app: TestApp
  let beside: { readonly DATABASE_URL: string; readonly CAUSEWAY_SECRET_KEY: string }
  beforeAll(async () => {
    app = await testApp()
    const [database] = await app.store.query<{ name: string }>('select current_database() as name')
    beside = {
      DATABASE_URL: databaseOn(inject('postgres').url, database?.name as string),
      CAUSEWAY_SECRET_KEY: '07'.repeat(32),
    }
  })
  afterAll(() => app.close())

  it('takes effect for it with the next request', async () => {
    const business = () => app.ok('createCustomer', { body: { customerType: 'BUSINESS' } })
    expect(await business()).toMatchObject({ kybStatus: 'UNVERIFIED' })
    const as = await operate(beside, async (operator) => {
      await regulate(operator, app.platform.platformId, true)
      return issueToken(operator, app.platform.platformId, { name: 'Rescue', permissions: ['VIEW'] })
    })
    expect(await app.ok('getPlatformConfig', { as })).toMatchObject({ isRegulatedFinancialInstitution: true })
    expect(await business()).toMatchObject({ kybStatus: 'APPROVED' })
  })

  it('lists events that were given up, and sends one again or closes it, once', async () => {
    const receiver = await openReceiver(500)
    await app.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
    const { id: accountId } = await accountOf(app, 'northwind', 'USD')
    await app.ok('sandboxFundInternalAccount', { params: { accountId }, body: { amount: 100 } })
    await app.settle()
    await app.store.query(`update deliveries set first_failed_at = first_failed_at - interval '8 days'`)
    await app.advance({ minutes: 30 })
    const deliveries = (...typed: string[]) => typeIn(['deliveries', ...typed], beside)
    const listed = async () => (await deliveries('list')).json() as { id: string; reason: string }[]
    const [sent, closed] = await listed()
    expect(sent).toMatchObject({ reason: 'The endpoint answered 500', platform: 'Acme Pay' })
    receiver.answer = 200
    expect((await deliveries('send', sent?.id as string)).json()).toEqual({ event: sent?.id, delivery: 'SENDING' })
    await expect.poll(async () => (await listed()).map(({ id }) => id), { timeout: 20_000 }).not.toContain(sent?.id)
    const decision = ['--by', 'Ada', '--note', 'Settled by mail']
    expect((await deliveries('close', closed?.id as string)).code).toBe(2)
    expect((await deliveries('close', closed?.id as string, ...decision)).json()).toMatchObject({ outcome: 'CLOSED' })
    for (const id of [sent, closed].map((one) => one?.id as string)) {
      const again = await deliveries('close', id, ...decision)
      expect([again.code, again.err]).toEqual([1, expect.stringContaining('INVALID_STATE_TRANSITION')])
    }
    await receiver.close()
  })
})

describe('a human-readable answer', () => {
  it('lists the fields of one object, and shows several objects in a table', () => {
    expect(forPeople({ id: 'Token:1', permissions: ['VIEW', 'MANAGE'] })).toBe(
      'id:           Token:1\npermissions:  VIEW,MANAGE\n',
    )
    expect(forPeople([{ name: 'Acme Pay', isRegulated: true }])).toBe('name      isRegulated\nAcme Pay  true\n')
    expect(forPeople([])).toBe('None.\n')
  })
})
