/** Discovery tests: banks, and institutions with UMA addresses. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { accountOf } from '../../../../test/harness/cast.ts'
import { blockProvider, unblockProvider } from './block-provider.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('getDiscoveries', () => {
  it('lists the banks of a currency, with the name to send and the name to show', async () => {
    const { data, hasMore, totalCount } = await app.ok('getDiscoveries', { query: { currency: 'PHP' } })
    expect([hasMore, totalCount]).toEqual([false, data.length])
    expect(data).toContainEqual({ bankName: 'BDO', displayName: 'BDO Unibank', country: 'PH', currency: 'PHP' })
    expect(data.every(({ currency }) => currency === 'PHP')).toBe(true)
  })

  it('lists those of a country, and of a currency and country', async () => {
    const senegal = (await app.ok('getDiscoveries', { query: { country: 'SN' } })).data
    expect(new Set(senegal.map(({ country, currency }) => `${country} ${currency}`))).toEqual(new Set(['SN XOF']))
    expect((await app.ok('getDiscoveries', { query: { country: 'SN', currency: 'PHP' } })).data).toEqual([])
    expect((await app.ok('getDiscoveries', { query: { country: 'AQ' } })).totalCount).toBe(0)
  })

  it('lists everything without filters, page by page, each once', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    let total = 0
    do {
      const page = await app.ok('getDiscoveries', { query: { limit: 50, ...(cursor && { cursor }) } })
      seen.push(...page.data.map(({ bankName, country, currency }) => `${currency} ${country} ${bankName}`))
      cursor = page.nextCursor
      total = page.totalCount
    } while (cursor)
    expect(seen.length).toBe(total)
    expect(total).toBeGreaterThan(100)
    expect(seen).toEqual([...new Set(seen)].sort())
  })
})

const providers = (query: Record<string, unknown> = {}) => app.ok('getAvailableUmaProviders', { query })
const domains = async (query?: Record<string, unknown>) => (await providers(query)).data.map(({ domain }) => domain)

describe('getAvailableUmaProviders', () => {
  it("lists the platform itself and the sandbox's institutions, with their details", async () => {
    const { data, totalCount } = await providers()
    expect(data.map(({ domain }) => domain)).toEqual(['sandbox.uma.example', 'blocked.uma.example', 'acme.example'])
    expect(totalCount).toBe(3)
    expect(data[0]).toEqual({
      name: 'Sandbox Bank',
      domain: 'sandbox.uma.example',
      supportedRegions: ['DE', 'FR', 'MX', 'US'],
      supportedCurrencies: [
        { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 },
        { code: 'EUR', name: 'Euro', symbol: '€', decimals: 2 },
        { code: 'MXN', name: 'Mexican Peso', symbol: '$', decimals: 2 },
      ],
      logoUrl: 'https://sandbox.uma.example/logo.svg',
      lei: expect.stringMatching(/^[0-9A-Z]{18}[0-9]{2}$/),
      allowListStatus: true,
    })
    expect(data[2]).toMatchObject({ name: 'Acme Pay', supportedRegions: [], allowListStatus: true })
  })

  it('finds them by country, by currency, and by whether they are blocked', async () => {
    expect(await domains({ countryCode: 'MX' })).toEqual(['sandbox.uma.example'])
    expect(await domains({ currencyCode: 'INR' })).toEqual(['acme.example'])
    expect(await domains({ hasBlockedProviders: false })).toEqual(['sandbox.uma.example', 'acme.example'])
    expect(await domains({ hasBlockedProviders: true, countryCode: 'US' })).toEqual([
      'sandbox.uma.example',
      'blocked.uma.example',
    ])
  })

  it('pages through them in either order', async () => {
    for (const sortOrder of ['asc', 'desc']) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await providers({ limit: 1, sortOrder, ...(cursor && { cursor }) })
        seen.push(...page.data.map(({ domain }) => domain))
        cursor = page.nextCursor
      } while (cursor)
      const sorted = ['acme.example', 'blocked.uma.example', 'sandbox.uma.example']
      expect(seen).toEqual(sortOrder === 'asc' ? sorted : sorted.reverse())
    }
  })

  it('blocks for one platform only', async () => {
    const as = await app.anotherPlatform()
    const { data } = await app.ok('getAvailableUmaProviders', { as })
    expect(data.map(({ domain, allowListStatus }) => [domain, allowListStatus])).toEqual([
      ['sandbox.uma.example', true],
      ['other.example', true],
      ['blocked.uma.example', true],
    ])
  })
})

describe('a blocked institution', () => {
  const lookup = (receiverUmaAddress: string) => app.call('lookupUma', { params: { receiverUmaAddress } })
  const refusal = { status: 403, code: 'COUNTERPARTY_NOT_ALLOWED' }

  it('is not queried about its addresses', async () => {
    expect((await lookup('$anyone@blocked.uma.example')).error).toMatchObject(refusal)
    expect((await lookup('$ANYBODY@Blocked.UMA.example')).error).toMatchObject(refusal)
  })

  it('is not paid, even after an earlier lookup; and is paid again once it is unblocked', async () => {
    const { id } = await accountOf(app, 'northwind', 'USD')
    const umaAddress = '$success.usd@sandbox.uma.example'
    const { lookupId } = (await lookup(umaAddress)).body
    const pay = () =>
      app.call('createQuote', {
        body: {
          source: { sourceType: 'ACCOUNT', accountId: id },
          destination: { destinationType: 'UMA_ADDRESS', umaAddress },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: 1000,
          lookupId,
          senderCustomerInfo: { FULL_NAME: 'Northwind Ltd' },
        },
      })
    const { platformId } = app.platform
    await app.app.engine.run(platformId, (rows) => blockProvider(rows, 'sandbox.uma.example'))
    await app.app.engine.run(platformId, (rows) => blockProvider(rows, 'sandbox.uma.example'))
    expect((await pay()).error).toMatchObject(refusal)
    expect((await lookup(umaAddress)).error).toMatchObject(refusal)
    await app.app.engine.run(platformId, (rows) => unblockProvider(rows, 'sandbox.uma.example'))
    expect((await pay()).status).toBe(201)
  })
})
