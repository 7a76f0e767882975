import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlatformConfig } from '../../../contract/platform/config.ts'
import { type SeededPlatform, type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf } from '../../../test/harness/cast.ts'
import { releaseDomain } from '../../operator/platforms.ts'

let app: TestApp
const config = () => app.ok('getPlatformConfig')
const change = (body: Record<string, unknown>) => app.ok('updatePlatformConfig', { body })
const currency = (currencyCode: string, more: object = {}) => ({
  currencyCode,
  minAmount: 100,
  maxAmount: 5_000_000,
  requiredCounterpartyFields: [],
  enabledTransactionTypes: ['OUTGOING', 'INCOMING'],
  ...more,
})
const codes = ({ supportedCurrencies }: PlatformConfig) => supportedCurrencies.map(({ currencyCode }) => currencyCode)

beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('getPlatformConfig', () => {
  it('shows the initial settings of a sandbox platform', async () => {
    const platform = await config()
    expect(platform).toMatchObject({
      id: `PlatformConfig:${app.platform.platformId}`,
      umaDomain: 'acme.example',
      proxyUmaSubdomain: 'acme',
      isRegulatedFinancialInstitution: false,
    })
    expect(codes(platform)).toEqual(['USD', 'EUR', 'GBP', 'MXN', 'BRL', 'INR', 'BTC', 'USDC', 'USDB'])
    expect(platform).not.toHaveProperty('webhookEndpoint')
    expect(platform).not.toHaveProperty('embeddedWalletConfig')
  })

  it('allows payments from one minor unit to the value of a million dollars in each currency', async () => {
    const { supportedCurrencies } = await config()
    const most = Object.fromEntries(supportedCurrencies.map(({ currencyCode, maxAmount }) => [currencyCode, maxAmount]))
    expect(most).toEqual({
      USD: 100_000_000,
      EUR: 92_000_000,
      GBP: 79_000_000,
      MXN: 1_725_000_000,
      BRL: 515_000_000,
      INR: 8_250_000_000,
      BTC: 833_000_000,
      USDC: 1_000_000_000_000,
      USDB: 1_000_000_000_000,
    })
    expect(new Set(supportedCurrencies.map(({ minAmount }) => minAmount))).toEqual(new Set([1]))
  })

  it('never shows a secret', async () => {
    const { text } = await app.call('getPlatformConfig')
    expect(text).not.toContain('whsec_')
    expect(text).not.toMatch(/secret/i)
  })
})

describe('updatePlatformConfig', () => {
  it('changes nothing without fields', async () => {
    const { updatedAt: _, ...before } = await config()
    const { updatedAt, ...after } = await change({})
    expect(after).toEqual(before)
    expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(before.createdAt))
  })

  it('changes the given fields and keeps the others', async () => {
    const changed = await change({ umaDomain: 'pay.acme.example' })
    expect(changed.umaDomain).toBe('pay.acme.example')
    expect(codes(changed)).toHaveLength(9)
    expect(await config()).toEqual(changed)
    await change({ umaDomain: 'acme.example' })
  })

  it('400 for a sender at a domain that the operator may not send mail for', async () => {
    const careful = await testApp({ cast: false, wallets: { mailDomains: ['acme.example', 'shop.example'] } })
    const sender = (sendFromEmailAddress: string) =>
      careful.call('updatePlatformConfig', { body: { embeddedWalletConfig: { sendFromEmailAddress } } })
    expect((await sender('Codes@SHOP.example')).status).toBe(200)
    const { status, error } = await sender('ceo@bank.example')
    expect([status, error.details.errors[0]]).toEqual([
      400,
      {
        field: 'embeddedWalletConfig.sendFromEmailAddress',
        message: 'must be at a domain that mail can be sent for here: acme.example, shop.example',
      },
    ])
    await careful.close()
  })

  it('keeps the fields of embeddedWalletConfig that are absent', async () => {
    await change({ embeddedWalletConfig: { appName: 'Acme Wallet', otpLength: 8 } })
    await change({ embeddedWalletConfig: { otpLength: 6, alphanumeric: true } })
    const { embeddedWalletConfig } = await change({ umaDomain: 'acme.example' })
    expect(embeddedWalletConfig).toEqual({ appName: 'Acme Wallet', otpLength: 6, alphanumeric: true })
    expect((await config()).embeddedWalletConfig).toEqual(embeddedWalletConfig)
  })

  it('replaces the whole list of currencies', async () => {
    const before = (await config()).supportedCurrencies
    const changed = await change({ supportedCurrencies: [currency('USD'), currency('MXN', { minAmount: 5000 })] })
    expect(changed.supportedCurrencies).toEqual([currency('USD'), currency('MXN', { minAmount: 5000 })])
    await change({ supportedCurrencies: before })
  })

  it('opens accounts in a new currency for the platform and its approved customers, once', async () => {
    const { supportedCurrencies } = await config()
    const { id: waiting } = await app.ok('createCustomer', { body: { customerType: 'BUSINESS' } })
    const { id: dollarsOnly } = await app.ok('createCustomer', {
      body: { customerType: 'INDIVIDUAL', currencies: ['USD'] },
    })
    for (const minAmount of [100, 200, 300])
      await change({ supportedCurrencies: [...supportedCurrencies, currency('PHP', { minAmount })] })
    await app.settle()
    expect(await accountOf(app, 'alice', 'PHP')).toMatchObject({ type: 'INTERNAL_FIAT', balance: { amount: 0 } })
    const { data: platforms } = await app.ok('listPlatformInternalAccounts', { query: { currency: 'PHP' } })
    expect(platforms).toHaveLength(1)
    const { data: customers } = await app.ok('listCustomerInternalAccounts', { query: { currency: 'PHP' } })
    const owners = customers.map(({ customerId }) => customerId)
    expect(owners).toHaveLength(2)
    expect(owners).not.toContain(waiting)
    expect(owners).not.toContain(dollarsOnly)
    await change({ supportedCurrencies })
  })

  it('keeps the accounts of a currency that is no longer supported', async () => {
    const { supportedCurrencies } = await config()
    await change({ supportedCurrencies: supportedCurrencies.filter(({ currencyCode }) => currencyCode !== 'INR') })
    await app.settle()
    expect(await accountOf(app, 'northwind', 'INR')).toMatchObject({ status: 'ACTIVE' })
    await change({ supportedCurrencies })
  })

  it('400 for currencies that are unknown or listed twice, naming each field', async () => {
    const supportedCurrencies = [currency('USD'), currency('ZZZ'), currency('USD')]
    const { status, error } = await app.call('updatePlatformConfig', { body: { supportedCurrencies } })
    expect(status).toBe(400)
    expect(error.code).toBe('INVALID_CURRENCY')
    expect(error.details.errors.map(({ field }: { field: string }) => field)).toEqual([
      'supportedCurrencies.1.currencyCode',
      'supportedCurrencies.2.currencyCode',
    ])
  })

  it('400 for an empty range of amounts', async () => {
    const supportedCurrencies = [currency('USD', { minAmount: 200, maxAmount: 199 })]
    const { status, error } = await app.call('updatePlatformConfig', { body: { supportedCurrencies } })
    expect(status).toBe(400)
    expect(error.code).toBe('INVALID_AMOUNT')
    expect(error.details.errors[0].field).toBe('supportedCurrencies.0.maxAmount')
  })

  it.each([
    ['umaDomain', { umaDomain: 'Not A Domain' }],
    ['webhookEndpoint', { webhookEndpoint: 'ftp://acme.example/events' }],
    ['embeddedWalletConfig.otpLength', { embeddedWalletConfig: { otpLength: 3 } }],
    ['embeddedWalletConfig.expirationSeconds', { embeddedWalletConfig: { expirationSeconds: 86_401 } }],
    ['embeddedWalletConfig.replyToEmailAddress', { embeddedWalletConfig: { replyToEmailAddress: 'no-domain' } }],
  ])('400 for an invalid %s', async (field, body) => {
    const { status, error } = await app.call('updatePlatformConfig', { body })
    expect(status).toBe(400)
    expect(error.details.errors[0].field).toBe(field)
  })

  it('cannot change settings of the operator or of another platform', async () => {
    const other = await app.anotherPlatform()
    const changed = await change({ isRegulatedFinancialInstitution: true, proxyUmaSubdomain: 'evil', id: 'x' })
    expect(changed).toMatchObject({ isRegulatedFinancialInstitution: false, proxyUmaSubdomain: 'acme' })
    await change({ webhookEndpoint: 'https://acme.example/events' })
    expect((await config()).webhookEndpoint).toBe('https://acme.example/events')
    const theirs = await app.ok('getPlatformConfig', { as: other })
    expect(theirs.umaDomain).toBe('other.example')
    expect(theirs).not.toHaveProperty('webhookEndpoint')
  })

  describe('umaDomain', () => {
    const take = async (umaDomain: string, as?: SeededPlatform, more: object = {}) => {
      const { status, error } = await app.call('updatePlatformConfig', {
        body: { umaDomain, ...more },
        ...(as && { as }),
      })
      return status === 200 ? status : [status, error.code, error.details?.errors?.[0]?.field]
    }
    const TAKEN = [409, 'CONFLICT', 'umaDomain']

    it('409 for a domain of another platform', async () => {
      const other = await app.anotherPlatform()
      const { umaDomain: ours } = await config()
      const { umaDomain: theirs } = await app.ok('getPlatformConfig', { as: other })
      expect(await take(theirs as string)).toEqual(TAKEN)
      expect(await take(ours as string, other)).toEqual(TAKEN)
      expect((await config()).umaDomain).toBe(ours)
    })

    it('goes to one of two platforms that request it at the same time', async () => {
      const other = await app.anotherPlatform()
      const asked = await Promise.all([take('contested.example'), take('contested.example', other)])
      expect(asked.filter((answer) => answer === 200)).toHaveLength(1)
    })

    it('stays with its platform after another one is set, until the operator releases it', async () => {
      const other = await app.anotherPlatform()
      expect([await take('first.example'), await take('second.example')]).toEqual([200, 200])
      expect(await take('first.example', other)).toEqual(TAKEN)
      await expect(releaseDomain(app.app, 'second.example')).rejects.toMatchObject({ code: 'CONFLICT' })
      await releaseDomain(app.app, 'first.example')
      expect(await take('first.example', other)).toBe(200)
      expect(await take('second.example')).toBe(200)
    })

    it('is not reserved by a request that is refused for another reason', async () => {
      const other = await app.anotherPlatform()
      const wrong = { supportedCurrencies: [currency('XXX')] }
      expect(await take('refused.example', undefined, wrong)).toContain('INVALID_CURRENCY')
      expect(await take('refused.example', other)).toBe(200)
    })
  })
})
