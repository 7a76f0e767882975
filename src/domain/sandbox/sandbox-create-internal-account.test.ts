import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf } from '../../../test/harness/cast.ts'

let app: TestApp
let alice: `Customer:${string}`
const open = (customerId: `Customer:${string}`, currency: string) =>
  app.call('sandboxCreateInternalAccount', { body: { customerId, currency } })
const refusal = async (reply: ReturnType<typeof open>) => {
  const { status, error } = await reply
  return [status, error.code, ...(error.details?.errors ?? []).map(({ field }: { field: string }) => field)]
}

beforeAll(async () => {
  app = await testApp()
  alice = (await accountOf(app, 'alice', 'USD')).customerId as typeof alice
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('sandboxCreateInternalAccount', () => {
  it('opens a second account, empty and active, and leaves the first unchanged', async () => {
    const first = await accountOf(app, 'alice', 'USD')
    const { status, body } = await open(alice, 'USD')
    expect(status).toBe(201)
    const { type, customerId, balance } = first
    expect(body).toMatchObject({ type, customerId, balance, status: 'ACTIVE' })
    expect(body.id).not.toBe(first.id)
    expect(body.fundingPaymentInstructions).not.toEqual(first.fundingPaymentInstructions)
    await app.ok('sandboxFundInternalAccount', { params: { accountId: body.id }, body: { amount: 900 } })
    const { data } = await app.ok('listCustomerInternalAccounts', { query: { customerId: alice, currency: 'USD' } })
    expect(data.map(({ id, balance }) => [id, balance.amount])).toEqual([
      [body.id, 900],
      [first.id, 0],
    ])
  })

  it('keeps crediting payments to a UMA address to the first account', async () => {
    const first = await accountOf(app, 'alice', 'MXN')
    await open(alice, 'MXN')
    const { destination } = await app.ok('sandboxReceive', {
      body: {
        senderUmaAddress: '$success.usd@sandbox.uma.example',
        customerId: alice,
        receivingCurrencyCode: 'MXN',
        receivingCurrencyAmount: 5_000,
      },
    })
    expect(destination).toMatchObject({ accountId: first.id })
  })

  it('400 for a currency that the platform does not support, naming the field', async () => {
    expect(await refusal(open(alice, 'ZAR'))).toEqual([400, 'INVALID_CURRENCY', 'currency'])
    expect(await refusal(open(alice, 'usd'))).toEqual([400, 'INVALID_INPUT', 'currency'])
  })

  it('403 for a customer who is not approved, 410 for one who is deleted', async () => {
    const business = await app.ok('createCustomer', { body: { customerType: 'BUSINESS' } })
    expect(await refusal(open(business.id, 'USD'))).toEqual([403, 'USER_NOT_READY'])
    await app.ok('deleteCustomerById', { params: { customerId: business.id } })
    expect(await refusal(open(business.id, 'USD'))).toEqual([410, 'CUSTOMER_DELETED'])
  })

  it('404 for a customer of another platform', async () => {
    const body = { customerId: alice, currency: 'USD' }
    const { status, error } = await app.call('sandboxCreateInternalAccount', { body, as: await app.anotherPlatform() })
    expect([status, error.code]).toEqual([404, 'USER_NOT_FOUND'])
  })
})
