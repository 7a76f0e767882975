/** Overview of a platform, its trial balance, the names of its accounts, and the origins of its rates. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sumsIn } from '../../dashboard/src/pages/payments/both-sides/sides.ts'
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { accountOf, balanceOf, clabe, quoteBetween } from '../../test/harness/cast.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('getOverview', () => {
  it('has the largest balances first, with their owners, and the number of payments in each status', async () => {
    const dollars = await accountOf(app, 'northwind', 'USD')
    const count = async () => (await app.ok('getOverview')).payments.COMPLETED ?? 0
    const before = await count()
    await quoteBetween(app, dollars.id, (await accountOf(app, 'alice', 'EUR')).id, 10_000, { immediatelyExecute: true })
    await app.settle()
    expect(await count()).toBeGreaterThan(before)
    const { mode, platform, accounts, hasMoreAccounts } = await app.ok('getOverview')
    expect([mode, platform.name, hasMoreAccounts]).toEqual(['sandbox', 'Acme Pay', false])
    expect(accounts[0]).toMatchObject({ id: dollars.id, ownerName: 'Northwind Ltd' })
    const amounts = accounts.map(({ totalBalance }) => totalBalance.amount)
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a))
    expect(accounts[0]?.balance.amount).toBe(await balanceOf(app, dollars))
  })

  it('shows the webhook endpoint where one is set', async () => {
    expect((await app.ok('getOverview')).platform).not.toHaveProperty('webhookEndpoint')
    const as = await app.anotherPlatform()
    await app.ok('updatePlatformConfig', { as, body: { webhookEndpoint: 'http://localhost:9/hooks' } })
    expect((await app.ok('getOverview', { as })).platform.webhookEndpoint).toBe('http://localhost:9/hooks')
  })
})

describe('getTrialBalance', () => {
  it('sums to zero in each currency, and has the balances of all accounts as one place', async () => {
    const { id } = await accountOf(app, 'northwind', 'USD')
    await quoteBetween(app, id, await clabe(app, '003'), 50_000, { immediatelyExecute: true })
    await app.settle()
    const { lines } = await app.ok('getTrialBalance')
    expect(new Set(lines.map(({ place }) => place))).toEqual(new Set(['customers', 'fees', 'fx', 'rails', 'transit']))
    for (const { currency, amount } of sumsIn(lines)) expect([currency.code, amount]).toEqual([currency.code, '0'])
    const { accounts } = await app.ok('getOverview')
    const held = (code: string) =>
      accounts
        .filter(({ totalBalance }) => totalBalance.currency.code === code)
        .reduce((sum, { totalBalance }) => sum + BigInt(totalBalance.amount), 0n)
    for (const { place, currency, amount } of lines)
      if (place === 'customers') expect([currency.code, BigInt(amount)]).toEqual([currency.code, held(currency.code)])
  })

  it('is empty for a platform without postings', async () => {
    expect(await app.ok('getTrialBalance', { as: await app.anotherPlatform() })).toEqual({ lines: [] })
  })
})

describe('getParties', () => {
  it('names accounts inside and outside, deleted ones too, and leaves unknown ids out', async () => {
    const { id: dollars } = await accountOf(app, 'northwind', 'USD')
    const outside = (await clabe(app, '719')) as `ExternalAccount:${string}`
    await app.ok('deletePlatformExternalAccountById', { params: { externalAccountId: outside } })
    const unknown = `InternalAccount:019542f5-b3e7-7d02-8000-000000000001` as const
    const { parties } = await app.ok('getParties', { query: { id: [dollars, outside, unknown] } })
    expect(parties).toMatchObject([
      { id: outside, isExternal: true, detail: expect.stringMatching(/^CLABE ··\d719$/), currency: 'MXN' },
      { id: dollars, isExternal: false, name: 'Northwind Ltd', detail: 'USD balance' },
    ])
    const { parties: payable } = await app.ok('getParties')
    expect(payable.map(({ id }) => id)).not.toContain(outside)
    expect(payable.map(({ id }) => id)).toContain(dollars)
  })

  it('names no account of another platform', async () => {
    const { id } = await accountOf(app, 'northwind', 'USD')
    expect(await app.ok('getParties', { as: await app.anotherPlatform(), query: { id: [id] } })).toEqual({
      parties: [],
    })
  })
})

describe('getRateOrigins', () => {
  it('has the source of each rate from a currency, and none for the currency itself', async () => {
    const { origins } = await app.ok('getRateOrigins', { query: { sourceCurrency: 'USD' } })
    expect(origins.MXN).toMatchObject({ sources: ['sandbox'], midRate: '0.0579710144927536', spread: '0' })
    expect(origins).not.toHaveProperty('USD')
  })

  it('refuses an unknown currency', async () => {
    const { status, error } = await app.call('getRateOrigins', { query: { sourceCurrency: 'ZZZ' } })
    expect([status, error.code]).toEqual([400, 'INVALID_CURRENCY'])
  })
})
