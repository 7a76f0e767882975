/** Internal account list tests: filters, balances and funding instructions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InternalAccount } from '../../../contract/accounts/internal-accounts.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf } from '../../../test/harness/cast.ts'

let app: TestApp
let customerId: `Customer:${string}`
const mine = async (query: object = {}) =>
  (await app.ok('listCustomerInternalAccounts', { query: { limit: 100, ...query } })).data
const platforms = async (query: object = {}) =>
  (await app.ok('listPlatformInternalAccounts', { query: { limit: 100, ...query } })).data
const codes = (accounts: InternalAccount[]) => accounts.map(({ balance }) => balance.currency.code)

beforeAll(async () => {
  app = await testApp()
  customerId = (await accountOf(app, 'northwind', 'USD')).customerId as typeof customerId
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('listCustomerInternalAccounts', () => {
  it('shows the balances with their currency', async () => {
    const usd = await accountOf(app, 'northwind', 'USD')
    const currency = { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 }
    expect(usd).toMatchObject({
      type: 'INTERNAL_FIAT',
      status: 'ACTIVE',
      balance: { amount: 1_000_000, currency },
      totalBalance: { amount: 1_000_000, currency },
    })
    expect(usd).not.toHaveProperty('privateEnabled')
  })

  it('filters by customer, currency and type', async () => {
    expect(await mine({ customerId })).toHaveLength(9)
    expect(codes(await mine({ customerId, currency: 'EUR' }))).toEqual(['EUR'])
    expect(codes(await mine({ currency: 'EUR' }))).toEqual(['EUR', 'EUR'])
    expect(codes(await mine({ customerId, type: 'EMBEDDED_WALLET' }))).toEqual(['USDB'])
    expect(codes(await mine({ customerId, type: 'INTERNAL_CRYPTO' })).sort()).toEqual(['BTC', 'USDC'])
    expect(await mine({ customerId, currency: 'USD', type: 'INTERNAL_CRYPTO' })).toEqual([])
    expect(await mine({ customerId: 'Customer:00000000-0000-7000-8000-000000000000' })).toEqual([])
  })

  it('shows privateEnabled for wallets only', async () => {
    for (const { type, privateEnabled } of await mine())
      expect(privateEnabled).toBe(type === 'EMBEDDED_WALLET' ? false : undefined)
  })

  it('has stable funding instructions for each account, all different', async () => {
    const accounts = await mine()
    const instructions = accounts.flatMap(({ fundingPaymentInstructions }) => fundingPaymentInstructions)
    for (const { fundingPaymentInstructions } of accounts) expect(fundingPaymentInstructions).not.toEqual([])
    expect(new Set(instructions.map(({ accountOrWalletInfo }) => JSON.stringify(accountOrWalletInfo))).size).toBe(
      instructions.length,
    )
    expect(instructions.some(({ isPlatformAccount }) => isPlatformAccount)).toBe(false)
    expect(await mine()).toEqual(accounts)
  })

  it('has bank, account and reference for dollars', async () => {
    const { fundingPaymentInstructions } = await accountOf(app, 'northwind', 'USD')
    expect(fundingPaymentInstructions[0]?.accountOrWalletInfo).toMatchObject({
      accountType: 'USD_ACCOUNT',
      routingNumber: expect.stringMatching(/^\d{9}$/),
      reference: expect.stringMatching(/^FUND-/),
    })
  })

  it('shows every account once over all pages', async () => {
    const seen: string[] = []
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await app.ok('listCustomerInternalAccounts', { query: { limit: 7, cursor } })
      expect(page.totalCount).toBe(18)
      seen.push(...page.data.map(({ id }) => id))
      more = page.hasMore
      cursor = page.nextCursor
    }
    expect(seen).toEqual((await mine()).map(({ id }) => id))
  })

  it("shows neither the platform's own accounts nor those of another platform", async () => {
    expect(await mine()).toHaveLength(18)
    expect((await mine()).every((account) => account.customerId)).toBe(true)
    const other = await app.anotherPlatform()
    expect((await app.ok('listCustomerInternalAccounts', { as: other })).totalCount).toBe(0)
  })
})

describe('listPlatformInternalAccounts', () => {
  it("shows the platform's own accounts, none of which is a wallet", async () => {
    const accounts = await platforms()
    expect(codes(accounts).sort()).toEqual(['BRL', 'BTC', 'EUR', 'GBP', 'INR', 'MXN', 'USD', 'USDB', 'USDC'])
    expect(accounts.find(({ balance }) => balance.currency.code === 'USDB')?.type).toBe('INTERNAL_CRYPTO')
    for (const account of accounts) {
      expect(account).not.toHaveProperty('customerId')
      for (const { isPlatformAccount } of account.fundingPaymentInstructions) expect(isPlatformAccount).toBe(true)
    }
  })

  it('filters by currency and type', async () => {
    expect(codes(await platforms({ currency: 'GBP' }))).toEqual(['GBP'])
    expect(codes(await platforms({ type: 'INTERNAL_CRYPTO' })).sort()).toEqual(['BTC', 'USDB', 'USDC'])
  })
})
