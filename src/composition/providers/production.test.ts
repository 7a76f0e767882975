/** Production tests: operations and pages that exist in the sandbox only, and databases that belong to one mode. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract, type OperationId } from '../../../contract/contract.ts'
import { DASHBOARD_PATHS } from '../../../contract/dashboard.ts'
import type { Operation } from '../../../contract/operation.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { type FreshDatabase, freshDatabase } from '../../../test/harness/database/database.ts'
import { WALLETS } from '../../../test/harness/samples/wallet-settings.ts'
import { systemClock } from '../../core/clock.ts'
import { credentials } from '../../domain/wallets/credentials/credential.ts'
import { openEmbedded } from '../../infra/db/embedded/embedded.ts'
import { type Config, readConfig } from '../config.ts'
import { embeddedFolder, openInstallation } from '../installation.ts'
import { productionProviders } from './production.ts'

describe('production', () => {
  let app: TestApp
  beforeAll(async () => {
    const { rates, screeningFile } = readConfig({
      CAUSEWAY_RATES_URLS: 'https://127.0.0.1:1',
      CAUSEWAY_RATES_QUORUM: '1',
    })
    app = await testApp({
      cast: false,
      providers: () =>
        productionProviders(systemClock(), pino({ level: 'silent' }), {
          banks: { sepa: undefined, ach: undefined },
          rates,
          screeningFile,
          umaPartners: [],
          wallets: WALLETS,
        }),
    })
  })
  afterAll(() => app.close())

  const ofSandbox = (Object.entries(contract) as [OperationId, Operation][]).filter(([, { sandbox }]) => sandbox)
  const id = '019542f5-b3e7-7d02-8000-000000000001'

  it('does not have the sandbox’s operations, which are at least 15', () =>
    expect(ofSandbox.length).toBeGreaterThan(15))

  it.each(ofSandbox)('does not have %s', async (_id, { method, path }) => {
    const body = method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }
    const { status, error } = await app.raw(method, path.replace(/\{\w+\}/g, id), body)
    expect([status, error.code]).toEqual([404, 'NOT_FOUND'])
  })

  it.each(['/reference', '/reference/', '/sign-in', '/', '/index.html', DASHBOARD_PATHS.live, '/kyc/x'])(
    'serves nothing at %s',
    async (path) => expect((await app.raw('GET', app.origin + path)).status).toBe(404),
  )

  it('gives no payment instructions without a rail', async () => {
    const { data } = await app.ok('listPlatformInternalAccounts', { query: { limit: 100 } })
    expect(data.length).toBeGreaterThan(3)
    expect(data.flatMap(({ fundingPaymentInstructions }) => fundingPaymentInstructions)).toEqual([])
  })

  it('answers 422 for operations that need a rail, and 501 for those that need a card issuer', async () => {
    const at = (resource: string) => `${resource}:${id}` as never
    const transfer = { source: { accountId: at('InternalAccount') }, destination: { accountId: at('ExternalAccount') } }
    const card = { cardholderId: at('Customer'), form: 'VIRTUAL', fundingSources: [at('InternalAccount')] }
    const answers = [
      await app.call('createTransferOut', { body: transfer }),
      await app.call('createCard', { body: card }),
    ].map(({ status, error }) => [status, error.code])
    expect(answers).toEqual([
      [422, 'RAIL_NOT_CONNECTED'],
      [501, 'NOT_IMPLEMENTED'],
    ])
  })

  it('answers 501 for codes by email without a mail server, also for a credential that was made with one', async () => {
    const accountId = `InternalAccount:${id}` as const
    const created = await app.call('createAuthCredential', { body: { type: 'EMAIL_OTP', accountId } })
    const email = 'wanda@example.com'
    const earlier = {
      id,
      accountId: id,
      type: 'EMAIL_OTP',
      nickname: email,
      proof: { type: 'EMAIL_OTP', email },
    } as const
    const unused = { createdAt: 0, updatedAt: 0, verifiedAt: null, revokedAt: null, certificate: null }
    await app.app.engine.run(app.platform.platformId, (rows) => void rows.add(credentials, { ...earlier, ...unused }))
    const challenged = await app.call('challengeAuthCredential', { params: { id: `AuthMethod:${id}` } })
    for (const { status, error } of [created, challenged])
      expect([status, error.code]).toEqual([501, 'NOT_IMPLEMENTED'])
  })

  it('serves the contract, its health and its metrics', async () => {
    for (const path of ['/openapi.json', '/healthz', '/readyz', '/metrics'])
      expect((await app.raw('GET', app.origin + path)).status, path).toBe(200)
  })
})

describe('a database', () => {
  let database: FreshDatabase
  let dataDir: string
  beforeAll(async () => {
    database = await freshDatabase()
    dataDir = mkdtempSync(join(tmpdir(), 'causeway-mode-'))
    if (database.url) return
    const store = await openEmbedded({ dataDir: embeddedFolder({ dataDir }), snapshot: database.snapshot })
    await store.close()
  })
  afterAll(async () => {
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it.each(['production', 'sandbox'] as const)(
    'that was opened as %s first is refused in the other mode',
    async (first) => {
      const config = (mode: Config['mode']): Config => ({ ...readConfig({}), mode, dataDir, databaseUrl: database.url })
      const other = first === 'production' ? 'sandbox' : 'production'
      await (await openInstallation(config(first))).close()
      await expect(openInstallation(config(other))).rejects.toThrow(
        `This database belongs to a ${first} installation; it cannot be opened in ${other} mode`,
      )
      // Reset for the other order.
      const store = await openInstallation(config(first))
      await store.script('delete from installation')
      await store.close()
    },
  )
})
