/** createTransferOut: the whole balance or an amount, every outcome, and the refusals. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutgoingTransaction } from '../../../../../contract/payments/transactions.ts'
import { type TestApp, testApp } from '../../../../../test/harness/app.ts'
import { eventsOf, houseHolds } from '../../../../../test/harness/books.ts'
import { accountOf, balanceOf, clabe } from '../../../../../test/harness/cast.ts'

type AccountId = `InternalAccount:${string}`

let app: TestApp
let pesos: AccountId
let before: number
const send = (accountId: string, amount?: number, source: string = pesos) =>
  app.call('createTransferOut', {
    body: {
      source: { accountId: source },
      destination: { accountId },
      ...(amount !== undefined && { amount }),
    } as never,
  })
const to = async (suffix: string, amount = 1_000) => (await send(await clabe(app, suffix), amount)).body
const again = ({ id }: { id: string }) =>
  app.ok('getTransactionById', { params: { transactionId: id as never } }) as Promise<OutgoingTransaction>
const told = async ({ id }: { id: string }) =>
  (await eventsOf(app, id)).map((type) => type.replace('OUTGOING_PAYMENT.', ''))
const spent = async () => before - (await balanceOf(app, { id: pesos }))

beforeAll(async () => {
  app = await testApp()
  pesos = (await accountOf(app, 'alice', 'MXN')).id
  await app.ok('sandboxFundInternalAccount', { params: { accountId: pesos }, body: { amount: 1_000_000 } })
  app.clock.freeze()
})
beforeEach(async () => {
  before = await balanceOf(app, { id: pesos })
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('createTransferOut', () => {
  it('sends the whole amount without a fee, in one currency, with 200', async () => {
    const outside = await houseHolds(app, 'rails', 'MXN')
    const { status, body } = await send(await clabe(app, '719'), 12_345)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      type: 'OUTGOING',
      status: 'PENDING',
      platformCustomerId: 'alice',
      sentAmount: { amount: 12_345, currency: { code: 'MXN' } },
      receivedAmount: { amount: 12_345, currency: { code: 'MXN' } },
      fees: 0,
      source: { sourceType: 'ACCOUNT', accountId: pesos },
    })
    expect(body).not.toHaveProperty('quoteId')
    await app.settle()
    expect(await again(body)).toMatchObject({ status: 'COMPLETED', settledAt: expect.any(String) })
    expect(await told(body)).toEqual(['PENDING', 'PROCESSING', 'COMPLETED'])
    expect(await spent()).toBe(12_345)
    expect(await houseHolds(app, 'rails', 'MXN')).toBe(outside + 12_345)
  })

  it('sends everything that can be spent when no amount is given', async () => {
    const { id } = await accountOf(app, 'northwind', 'MXN')
    await app.ok('sandboxFundInternalAccount', { params: { accountId: id }, body: { amount: 777 } })
    const destination = await clabe(app, '719')
    expect((await send(destination, undefined, id)).body.sentAmount.amount).toBe(777)
    expect(await balanceOf(app, { id })).toBe(0)
    expect((await send(destination, undefined, id)).error).toMatchObject({ status: 400, code: 'INVALID_AMOUNT' })
  })

  it.each(['002', '003'])(
    'answers with the payment already FAILED for an account that ends in %s; no balance changes',
    async (suffix) => {
      const payment = await to(suffix)
      expect(payment.status).toBe('FAILED')
      expect(payment.failureReason).toBeTruthy()
      expect(await spent()).toBe(0)
      expect((await told(payment)).slice(0, 2)).toEqual(expect.arrayContaining(['PENDING']))
      expect(await told(payment)).toContain('FAILED')
    },
  )

  it('refunds everything when the bank rejects it (004)', async () => {
    const payment = await to('004')
    expect(payment.status).toBe('PENDING')
    await app.settle()
    expect(await again(payment)).toMatchObject({
      status: 'FAILED',
      refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
    })
    expect((await told(payment)).slice(-3)).toEqual(['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'])
    expect(await spent()).toBe(0)
  })

  it('stays PENDING for thirty seconds and then fails (005)', async () => {
    const payment = await to('005')
    await app.advance({ seconds: 30, ms: -1 })
    expect((await again(payment)).status).toBe('PENDING')
    expect(await spent()).toBe(1_000)
    await app.advance({ ms: 1 })
    expect(await again(payment)).toMatchObject({ status: 'FAILED', refund: { status: 'COMPLETED' } })
    expect(await spent()).toBe(0)
  })

  it('never sends more than the balance, however many transfers are concurrent', async () => {
    const { id } = await accountOf(app, 'northwind', 'MXN')
    await app.ok('sandboxFundInternalAccount', { params: { accountId: id }, body: { amount: 1_000 } })
    const destination = await clabe(app, '719')
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(destination, 300, id)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(replies.filter(({ error }) => error.code === 'INSUFFICIENT_BALANCE')).toHaveLength(7)
    expect(await balanceOf(app, { id })).toBe(100)
  })

  it('400 for more than the balance, and nothing moves', async () => {
    expect((await send(await clabe(app, '719'), before + 1)).error).toMatchObject({
      status: 400,
      code: 'INSUFFICIENT_BALANCE',
    })
    expect(await spent()).toBe(0)
  })

  it('400 outside of what the platform allows, or in a currency that it only receives, and names the field', async () => {
    const { supportedCurrencies } = await app.ok('getPlatformConfig')
    const refusedBy = async (settings: object) => {
      const changed = supportedCurrencies.map((it) => (it.currencyCode === 'MXN' ? { ...it, ...settings } : it))
      await app.ok('updatePlatformConfig', { body: { supportedCurrencies: changed } })
      const { status, error } = await send(await clabe(app, '719'), 501)
      return [status, error.code, error.details.errors.map(({ field }: { field: string }) => field)]
    }
    expect(await refusedBy({ maxAmount: 500 })).toEqual([400, 'AMOUNT_OUT_OF_RANGE', ['amount']])
    expect(await refusedBy({ minAmount: 502 })).toEqual([400, 'AMOUNT_OUT_OF_RANGE', ['amount']])
    expect(await refusedBy({ enabledTransactionTypes: ['INCOMING'] })).toEqual([
      400,
      'INVALID_CURRENCY',
      ['source.accountId'],
    ])
    await app.ok('updatePlatformConfig', { body: { supportedCurrencies } })
    expect(await spent()).toBe(0)
  })

  it('400 between different currencies', async () => {
    const usd = await accountOf(app, 'northwind', 'USD')
    expect((await send(await clabe(app, '719'), 100, usd.id)).error).toMatchObject({
      status: 400,
      code: 'INVALID_CURRENCY',
    })
  })

  it('404 for accounts that do not exist', async () => {
    const unknown = '00000000-0000-7000-8000-000000000000'
    expect((await send(`ExternalAccount:${unknown}`, 1)).error.code).toBe('EXTERNAL_ACCOUNT_NOT_FOUND')
    expect((await send(await clabe(app, '719'), 1, `InternalAccount:${unknown}`)).error.code).toBe(
      'INTERNAL_ACCOUNT_NOT_FOUND',
    )
  })

  it('409 from an account that closed when its customer was deleted, whatever is asked for', async () => {
    const { id: customerId } = await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL' } })
    const query = { customerId, currency: 'MXN' }
    const { data } = await app.ok('listCustomerInternalAccounts', { query })
    await app.ok('deleteCustomerById', { params: { customerId } })
    const destination = await clabe(app, '719')
    for (const amount of [1, undefined])
      expect((await send(destination, amount, data[0]?.id)).error).toMatchObject({
        status: 409,
        code: 'ACCOUNT_NOT_ACTIVE',
      })
  })

  it("sends to someone else's bank account", async () => {
    const { customerId } = await accountOf(app, 'northwind', 'MXN')
    const accountInfo = {
      accountType: 'MXN_ACCOUNT',
      clabeNumber: '032180000000000719',
      beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Northwind Ltd' },
    }
    const body = { customerId, currency: 'MXN', accountInfo } as never
    const { id } = await app.ok('createCustomerExternalAccount', { body })
    expect(await send(id, 1)).toMatchObject({ status: 200, body: { status: 'PENDING' } })
    await app.settle()
  })

  it('409 from an account that is frozen, 403 for a customer who is not approved', async () => {
    const destination = await clabe(app, '719')
    const turn = (sql: string) => app.store.script(sql)
    await turn(`update balances set status = 'FROZEN' where id = '${pesos.slice(16)}'`)
    expect((await send(destination, 1)).error).toMatchObject({ status: 409, code: 'ACCOUNT_NOT_ACTIVE' })
    await turn(`update balances set status = 'ACTIVE' where id = '${pesos.slice(16)}'`)
    await turn(`update customers set status = 'REJECTED' where platform_customer_id = 'alice'`)
    expect((await send(destination, 1)).error).toMatchObject({ status: 403, code: 'USER_NOT_READY' })
    await turn(`update customers set status = 'APPROVED' where platform_customer_id = 'alice'`)
  })
})
