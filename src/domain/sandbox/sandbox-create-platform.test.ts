import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'

let app: TestApp
const make = (name: string, key?: string) =>
  app.ok('sandboxCreatePlatform', { body: { name }, ...(key !== undefined && { key }) })
const asOf = ({ token }: Awaited<ReturnType<typeof make>>) => ({
  clientId: token.clientId,
  clientSecret: token.clientSecret as string,
})

beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('sandboxCreatePlatform', () => {
  it('creates a platform with accounts and a token with all permissions', async () => {
    const made = await make('Harbor Pay')
    expect(made).toMatchObject({
      name: 'Harbor Pay',
      platform: { umaDomain: 'harbor-pay.example', isRegulatedFinancialInstitution: false },
      token: { permissions: ['VIEW', 'TRANSACT', 'MANAGE'] },
      webhookSecret: expect.stringMatching(/^whsec_/),
    })
    const as = asOf(made)
    expect(await app.ok('getPlatformConfig', { as })).toEqual(made.platform)
    const { data } = await app.ok('listPlatformInternalAccounts', { as })
    expect(data.map(({ balance }) => balance.currency.code).sort()).toEqual(
      made.platform.supportedCurrencies.map(({ currencyCode }) => currencyCode).sort(),
    )
    const accountId = data[0]?.id as `InternalAccount:${string}`
    await app.ok('sandboxFundInternalAccount', { params: { accountId }, body: { amount: 500 }, as })
    await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL' }, as })
  })

  it('isolates the platforms from each other', async () => {
    const as = asOf(await make('Island Pay'))
    expect(await app.ok('listCustomers', { as })).toMatchObject({ data: [], totalCount: 0 })
    const { id } = await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL' }, as })
    const { status, error } = await app.call('getCustomerById', { params: { customerId: id } })
    expect([status, error.code]).toEqual([404, 'USER_NOT_FOUND'])
  })

  it('accepts a name twice, and gives each platform its own domain', async () => {
    const [first, second] = [await make('Twin Pay'), await make('Twin Pay')]
    expect(first.platform.umaDomain).toBe('twin-pay.example')
    expect(second.platform.umaDomain).toMatch(/^platform-[0-9a-f]{8}\.example$/)
    expect(await app.ok('getPlatformConfig', { as: asOf(second) })).toEqual(second.platform)
  })

  it('returns the secrets again under the same Idempotency-Key, and stores them sealed', async () => {
    const first = await make('Lagoon Pay', 'lagoon')
    expect(await make('Lagoon Pay', 'lagoon')).toEqual(first)
    const kept = await app.store.query(
      'select reply, sealed from idempotency_keys join secret_replies using (platform_id, key)',
    )
    expect(kept).not.toEqual([])
    expect(JSON.stringify(kept)).not.toContain(first.token.clientSecret)
    expect(JSON.stringify(kept)).not.toContain(first.webhookSecret)
  })

  it('400 without a name', async () => {
    const { status, error } = await app.call('sandboxCreatePlatform', { body: {} })
    expect([status, error.details.errors[0].field]).toEqual([400, 'name'])
  })
})
