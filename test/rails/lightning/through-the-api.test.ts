/** A service with a Lightning node: transfers out become payments, and a quote's invoice executes it when it is paid. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeArrivals } from '../../../src/domain/payments/arrivals/take-arrivals.ts'
import { reconcileRails } from '../../../src/domain/payments/reconciliation/reconcile-rails.ts'
import type { LightningRail } from '../../../src/providers/rails/lightning/lightning-rail.ts'
import { sandboxRailBeside } from '../../../src/providers/rails/sandbox.ts'
import { type TestApp, testApp } from '../../harness/app.ts'
import { houseHolds } from '../../harness/books.ts'
import { accountOf, balanceOf, clabe } from '../../harness/cast.ts'
import { type LightningCast, lightningCast } from './rail-cast.ts'

describe('Over Lightning', () => {
  let app: TestApp
  let cast: LightningCast
  let rail: LightningRail
  let bank: string
  let account: Awaited<ReturnType<typeof accountOf>>
  beforeAll(async () => {
    cast = await lightningCast()
    app = await testApp({
      providers: (usual) => ({
        ...usual,
        rails({ store }) {
          rail = cast.rail({ store })
          return [rail, sandboxRailBeside([rail])]
        },
      }),
    })
    account = await accountOf(app, 'northwind', 'BTC')
    await app.ok('sandboxFundInternalAccount', { params: { accountId: account.id }, body: { amount: 1_000_000 } })
    await app.settle()
    bank = await clabe(app, '719')
  })
  afterAll(async () => {
    expect(await app.audit()).toEqual([])
    await app.close()
    await cast.stop()
  })

  const register = (invoice: string) =>
    app.call('createPlatformExternalAccount', {
      body: { currency: 'BTC', accountInfo: { accountType: 'LIGHTNING', invoice } },
    })
  const transferTo = async (invoice: string) =>
    app.call('createTransferOut', {
      body: {
        source: { accountId: account.id },
        destination: { accountId: (await register(invoice)).body.id },
        amount: 1_000,
      },
    })
  const statusOf = async (transactionId: `Transaction:${string}`) =>
    (await app.ok('getTransactionById', { params: { transactionId } })).status
  const ended = (transactionId: `Transaction:${string}`) =>
    expect.poll(async () => {
      await app.advance({ minutes: 1 })
      return await statusOf(transactionId)
    })

  it('a transfer out pays the invoice, and its page shows the preimage', async () => {
    const { request, preimage } = cast.node.invoiceElsewhere()
    const { body } = await transferTo(request)
    await app.settle()
    await ended(body.id).toBe('COMPLETED')
    const { outside } = await app.ok('getTransactionHistory', { params: { transactionId: body.id } })
    const facts = Object.fromEntries(outside?.facts.map(({ name, value }) => [name, value]) ?? [])
    expect(facts).toMatchObject({ Invoice: request, 'Preimage (proof of payment)': preimage.toString('hex') })
  })

  it('routing fees are posted as costs, so that the ledger has the balance of the channels', async () => {
    const { engine, clock, store } = app.app
    const needs = { store, engine, clock, rails: [rail], log: { warn() {}, error() {} } as never }
    const books = async () => {
      await reconcileRails(needs)
      return { rails: await houseHolds(app, 'rails', 'BTC'), costs: await houseHolds(app, 'costs', 'BTC') }
    }
    const [before, spentBefore] = [await books(), cast.node.spentMsat]
    for (const feeMsat of [1_300n, 2_100n, 600n]) {
      const { body } = await transferTo(cast.node.invoiceElsewhere({ feeMsat }).request)
      await app.settle()
      await ended(body.id).toBe('COMPLETED')
    }
    const after = await books()
    expect(cast.node.spentMsat - spentBefore).toBe(3_004_000n)
    expect([after.rails - before.rails, after.costs - before.costs]).toEqual([3_004, -4])
    await store.query('update rail_cursors set costs_after = null')
    expect(await books()).toEqual(after)
  })

  it('a transfer out without a route gives the money back', async () => {
    const before = await balanceOf(app, account)
    const { body } = await transferTo(cast.node.invoiceElsewhere({ fate: 'FAILED' }).request)
    await app.settle()
    await ended(body.id).toBe('FAILED')
    expect(await balanceOf(app, account)).toBe(before)
  })

  it('a text that is not an invoice is not registered', async () =>
    expect((await register('lnbcrt1qqqqqqqqqqqqqqqqqq')).error.code).toBe('INVALID_BANK_ACCOUNT'))

  const quote = async (lockedCurrencySide: 'SENDING' | 'RECEIVING', lockedCurrencyAmount: number) =>
    app.call('createQuote', {
      body: {
        source: { sourceType: 'REALTIME_FUNDING', currency: 'BTC', cryptoNetwork: 'LIGHTNING' },
        destination: { destinationType: 'ACCOUNT', accountId: bank },
        lockedCurrencySide,
        lockedCurrencyAmount,
      },
      key: `quote-${lockedCurrencyAmount}`,
    })
  const take = () => {
    const { engine, clock, store } = app.app
    return takeArrivals({ store, engine, clock, rails: [rail], log: { warn() {}, error() {} } as never })
  }

  it('a quote has its own invoice for the exact amount, and is executed when it is paid', async () => {
    const { body } = await quote('SENDING', 50_000)
    expect((await quote('SENDING', 50_000)).body).toEqual(body)
    const invoices = (body.paymentInstructions ?? []).map(({ accountOrWalletInfo }) => accountOrWalletInfo)
    expect(invoices).toEqual([{ accountType: 'LIGHTNING', invoice: expect.stringMatching(/^lnbcrt500000n1/) }])
    await take()
    expect((await app.ok('getQuoteById', { params: { quoteId: body.id } })).status).toBe('PENDING')
    cast.node.settle((invoices[0] as { invoice: string }).invoice)
    await expect
      .poll(async () => {
        await take()
        await app.settle()
        return (await app.ok('getQuoteById', { params: { quoteId: body.id } })).status
      })
      .toBe('COMPLETED')
    expect(await statusOf(body.transactionId)).toBe('COMPLETED')
  })

  it('a quote whose received amount is locked has an invoice without an amount', async () => {
    const { body } = await quote('RECEIVING', 20_000)
    expect(body.paymentInstructions?.[0]?.accountOrWalletInfo).toMatchObject({
      invoice: expect.stringMatching(/^lnbcrt1/),
    })
  })

  it('no quote is made without its invoice while the node does not answer', async () => {
    cast.node.cut = () => 'BEFORE'
    const { status, error } = await quote('SENDING', 60_000)
    expect([status, error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    cast.node.cut = () => undefined
    expect((await quote('SENDING', 60_000)).status).toBe(201)
  })
})
