import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { eventsOf, houseHolds } from '../../../test/harness/books.ts'
import { accountOf, balanceOf } from '../../../test/harness/cast.ts'
import { moveMoney } from '../accounts/move-money.ts'
import { house } from '../ledger/house.ts'

type AccountId = `InternalAccount:${string}`

let app: TestApp
const fund = (accountId: AccountId, amount: number) =>
  app.call('sandboxFundInternalAccount', { params: { accountId }, body: { amount } })

beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('sandboxFundInternalAccount', () => {
  it('credits the account and returns it', async () => {
    const { id } = await accountOf(app, 'alice', 'EUR')
    expect((await fund(id, 1)).body.balance.amount).toBe(1)
    const { body } = await fund(id, 249_999)
    expect(body.balance.amount).toBe(250_000)
    expect(body).toEqual(await accountOf(app, 'alice', 'EUR'))
  })

  it('debits the rails', async () => {
    const before = await houseHolds(app, 'rails', 'GBP')
    await fund((await accountOf(app, 'alice', 'GBP')).id, 700)
    expect(await houseHolds(app, 'rails', 'GBP')).toBe(before - 700)
  })

  it('creates one completed incoming transaction, with its event and that of the balance', async () => {
    const { id, customerId } = await accountOf(app, 'alice', 'INR')
    await fund(id, 12_345)
    const { data } = await app.ok('listTransactions', { query: { receiverAccountIdentifier: id } })
    expect(data).toHaveLength(1)
    const [deposit] = data
    expect(deposit).toMatchObject({
      type: 'INCOMING',
      status: 'COMPLETED',
      customerId,
      platformCustomerId: 'alice',
      receivedAmount: { amount: 12_345, currency: { code: 'INR' } },
      source: { sourceType: 'REALTIME_FUNDING', currency: 'INR' },
      destination: { destinationType: 'ACCOUNT', accountId: id, currency: 'INR' },
      fees: 0,
      settledAt: deposit?.createdAt,
    })
    expect(await eventsOf(app, deposit?.id as string)).toEqual(['INCOMING_PAYMENT.COMPLETED'])
    expect(await eventsOf(app, id)).toEqual(['INTERNAL_ACCOUNT.BALANCE_UPDATED'])
  })

  it("funds the platform's account, as a payment of the platform", async () => {
    const { data } = await app.ok('listPlatformInternalAccounts', { query: { currency: 'USD' } })
    const { id } = data[0] as { id: AccountId }
    expect((await fund(id, 500)).body.balance.amount).toBe(500)
    const platformId = `PlatformConfig:${app.platform.platformId}` as const
    const { data: payments } = await app.ok('listTransactions', { query: { customerId: platformId } })
    expect(payments).toMatchObject([{ customerId: platformId, platformCustomerId: platformId, type: 'INCOMING' }])
  })

  it('400 above 100000000000 minor units', async () => {
    const { id } = await accountOf(app, 'alice', 'MXN')
    expect((await fund(id, 100_000_000_000)).status).toBe(200)
    const { error } = await fund(id, 100_000_000_001)
    expect(error).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
    expect(error.details.errors[0].field).toBe('amount')
    expect(await balanceOf(app, { id })).toBe(100_000_000_000)
  })

  it('adds up concurrent deposits', async () => {
    const { id } = await accountOf(app, 'alice', 'BRL')
    await Promise.all(Array.from({ length: 30 }, (_, i) => fund(id, i + 1)))
    expect(await balanceOf(app, { id })).toBe(465)
    expect(await eventsOf(app, id)).toHaveLength(30)
  })

  it('400 when the balance would exceed 9000000000000000', async () => {
    const { id } = await accountOf(app, 'alice', 'USDC')
    const rails = house('rails', 'USDC')
    const almost = 8_999_999_999_999_999n
    await app.app.engine.run(app.platform.platformId, (rows) => {
      moveMoney(rows, { id: rows.newId(), version: 1 }, [
        { from: rails, to: id.slice(16), currency: 'USDC', amount: almost },
      ])
    })
    expect((await fund(id, 2)).error).toMatchObject({ status: 400, code: 'AMOUNT_OUT_OF_RANGE' })
    expect((await fund(id, 1)).body.balance.amount).toBe(9_000_000_000_000_000)
  })

  it.each(['PENDING', 'FROZEN', 'CLOSED'])('409 for an account that is %s, and nothing moves', async (status) => {
    const { id } = await accountOf(app, 'northwind', 'EUR')
    const turn = (to: string) => app.store.script(`update balances set status = '${to}' where id = '${id.slice(16)}'`)
    await turn(status)
    expect((await fund(id, 100)).error).toMatchObject({ status: 409, code: 'ACCOUNT_NOT_ACTIVE' })
    await turn('ACTIVE')
    expect(await balanceOf(app, { id })).toBe(0)
    expect((await app.ok('listTransactions', { query: { accountIdentifier: id } })).totalCount).toBe(0)
  })

  it("404 for another platform's account", async () => {
    const other = await app.anotherPlatform()
    const { id: accountId } = await accountOf(app, 'alice', 'USD')
    const theirs = { params: { accountId }, body: { amount: 1 }, as: other }
    const { error } = await app.call('sandboxFundInternalAccount', theirs)
    expect(error).toMatchObject({ status: 404, code: 'INTERNAL_ACCOUNT_NOT_FOUND' })
    expect(await balanceOf(app, { id: accountId })).toBe(0)
  })
})
