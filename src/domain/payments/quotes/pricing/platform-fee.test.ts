/** Platform fee tests: who pays it, where it is at each step, and that a failed payment refunds it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../../test/harness/app.ts'
import { eventsOf, houseHolds } from '../../../../../test/harness/books.ts'
import { accountOf, balanceOf, clabe, quoteBetween } from '../../../../../test/harness/cast.ts'

type InternalId = `InternalAccount:${string}`
let app: TestApp
let payer: InternalId
let platforms: InternalId
let before: Awaited<ReturnType<typeof holdings>>

/** 2.85 of 500.00, and 0.57 % of the 497.15 that are left: 2.833755, rounded up to 2.84. */
const FEE = { platformFixedFee: { amount: 285, currency: 'USD' }, platformVariableFeeBps: 57 }
const PLATFORMS = 285 + 284
/** 0.5 % of 497.15 are 2.48575. */
const SERVICES = 249

const holdings = async () => ({
  payer: await balanceOf(app, { id: payer }),
  platform: await balanceOf(app, { id: platforms }),
  service: await houseHolds(app, 'fees', 'USD'),
  underWay: await houseHolds(app, 'platformFees', 'USD'),
  suspense: await houseHolds(app, 'suspense', 'USD'),
})
/** What each account has gained since the test began. */
async function gained(): Promise<Record<string, number>> {
  const now = await holdings()
  const names = Object.keys(now) as (keyof typeof now)[]
  return Object.fromEntries(
    names.map((name) => [name, now[name] - before[name]] as const).filter(([, amount]) => amount !== 0),
  )
}
const charged = (destination: string, more: object = {}) =>
  quoteBetween(app, payer, destination, 50_000, { platformFeeOverride: FEE, ...more })
async function pay(suffix: string) {
  const quote = await charged(await clabe(app, suffix))
  await app.ok('executeQuote', { params: { quoteId: quote.id } })
  return quote
}

beforeAll(async () => {
  app = await testApp()
  app.clock.freeze()
  payer = (await accountOf(app, 'northwind', 'USD')).id
  const { data } = await app.ok('listPlatformInternalAccounts', { query: { currency: 'USD' } })
  platforms = data[0]?.id as InternalId
})
beforeEach(async () => {
  before = await holdings()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('a platform fee', () => {
  it('is shown as part of the fees, on the quote and on the payment', async () => {
    const quote = await charged(await clabe(app, '719'))
    expect(quote).toMatchObject({ feesIncluded: PLATFORMS + SERVICES, platformFeesIncluded: PLATFORMS })
    expect(quote.rateDetails).toMatchObject({ serviceApiFixedFee: 0, serviceApiVariableFeeAmount: SERVICES })
    const { transactionId } = quote
    expect(await app.ok('getTransactionById', { params: { transactionId } })).toMatchObject({
      fees: PLATFORMS + SERVICES,
      platformFees: PLATFORMS,
    })
  })

  it('stays in a house account while the payment is in progress, and is credited when it completes', async () => {
    await pay('003')
    await app.settle()
    expect(await gained()).toEqual({ payer: -50_000, service: SERVICES, underWay: PLATFORMS })
    await app.advance({ minutes: 6 })
    expect(await gained()).toEqual({ payer: -50_000, service: SERVICES, platform: PLATFORMS })
  })

  it('is credited immediately between internal accounts, with a balance event', async () => {
    const told = (await eventsOf(app, platforms)).length
    const euros = (await accountOf(app, 'northwind', 'EUR')).id
    const { status } = await charged(euros, { immediatelyExecute: true })
    expect(status).toBe('COMPLETED')
    expect(await gained()).toEqual({ payer: -50_000, service: SERVICES, platform: PLATFORMS })
    expect(await eventsOf(app, platforms)).toHaveLength(told + 1)
  })

  it.each(['002', '004', '006'])('goes back to the payer with the rest when the payout fails (%s)', async (suffix) => {
    await pay(suffix)
    await app.settle()
    expect(await gained()).toEqual({})
  })

  it('stays in suspense with the rest when the money cannot be returned', async () => {
    await pay('007')
    await app.settle()
    expect(await gained()).toEqual({ payer: -50_000, suspense: 50_000 })
  })

  it('is debited from the platform when the bank returns a completed payment', async () => {
    await pay('005')
    await app.settle()
    expect(await gained()).toMatchObject({ payer: -50_000, platform: PLATFORMS })
    await app.advance({ seconds: 6 })
    expect(await gained()).toEqual({})
  })

  it('is refunded in full where the platform has spent it, and a house account shows what the platform owes', async () => {
    await pay('005')
    await app.settle()
    const left = 100
    const spend = (await balanceOf(app, { id: platforms })) - left
    await quoteBetween(app, platforms, (await accountOf(app, 'alice', 'EUR')).id, spend, { immediatelyExecute: true })
    await app.advance({ seconds: 6 })
    const {
      payer: payers,
      platform,
      underWay,
    } = { platform: 0, payer: 0, ...(await gained()) } as never as typeof before
    expect([payers, platform, underWay]).toEqual([0, -before.platform, left - PLATFORMS])
    const tasks = await app.store.query(
      "select name from jobs where dead_at is not null and name = 'collectPlatformFee'",
    )
    expect(tasks).toHaveLength(1)
  })

  it('is paid by money from outside too', async () => {
    const quote = await app.ok('createQuote', {
      body: {
        source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' },
        destination: { destinationType: 'ACCOUNT', accountId: (await accountOf(app, 'alice', 'EUR')).id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 50_000,
        platformFeeOverride: FEE,
      },
    })
    await app.ok('sandboxSend', { body: { quoteId: quote.id, currencyCode: 'USD' } })
    expect(await gained()).toEqual({ service: SERVICES, platform: PLATFORMS })
  })

  it('is added to the amount sent when the receiving side is locked', async () => {
    const quote = await charged(await clabe(app, '719'), {
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount: 858_187,
    })
    const without = await quoteBetween(app, payer, await clabe(app, '719'), 858_187, {
      lockedCurrencySide: 'RECEIVING',
    })
    expect(quote.totalReceivingAmount).toBe(858_187)
    const own = quote.platformFeesIncluded as number
    expect(own).toBeGreaterThanOrEqual(285)
    const services = quote.feesIncluded - own
    expect(quote.totalSendingAmount - own - services).toBe(without.totalSendingAmount - without.feesIncluded)
  })

  it('accepts its currency as an object, as in replies', async () => {
    const currency = { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 }
    const platformFeeOverride = { ...FEE, platformFixedFee: { amount: 285, currency } }
    expect((await charged(await clabe(app, '719'), { platformFeeOverride })).platformFeesIncluded).toBe(PLATFORMS)
  })

  it.each([
    ['another currency', 'INVALID_CURRENCY', { ...FEE, platformFixedFee: { amount: 1, currency: 'EUR' } }],
    ['the whole amount', 'INVALID_AMOUNT', { ...FEE, platformFixedFee: { amount: 50_000, currency: 'USD' } }],
    ['the whole amount as a variable fee', 'INVALID_AMOUNT', { ...FEE, platformVariableFeeBps: 10_000 }],
    ['more than all', 'INVALID_INPUT', { ...FEE, platformVariableFeeBps: 10_001 }],
    ['less than nothing', 'INVALID_INPUT', { ...FEE, platformFixedFee: { amount: -1, currency: 'USD' } }],
  ])('400 for a fee of %s', async (_what, code, platformFeeOverride) => {
    const { error } = await app.call('createQuote', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId: payer },
        destination: { destinationType: 'ACCOUNT', accountId: (await accountOf(app, 'alice', 'EUR')).id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 50_000,
        platformFeeOverride,
      },
    })
    expect([error.status, error.code]).toEqual([400, code])
  })
})
