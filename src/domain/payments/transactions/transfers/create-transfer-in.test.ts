/** createTransferIn tests: credited when the money has arrived, and not before. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { IncomingTransaction } from '../../../../../contract/payments/transactions.ts'
import { type TestApp, testApp } from '../../../../../test/harness/app.ts'
import { eventsOf, houseHolds } from '../../../../../test/harness/books.ts'
import { accountOf, balanceOf, clabe } from '../../../../../test/harness/cast.ts'
import { statesIn } from '../../../../../test/harness/states.ts'

let app: TestApp
let pesos: `InternalAccount:${string}`
let before: number
const fetchFrom = (accountId: string, more: object = { amount: 5_000 }) =>
  app.call('createTransferIn', { body: { source: { accountId }, destination: { accountId: pesos }, ...more } as never })
/** Registers a bank account of a customer's. */
async function bankOf(customerId: string | undefined): Promise<string> {
  const accountInfo = {
    accountType: 'MXN_ACCOUNT',
    clabeNumber: '032180000000000719',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'María García' },
  }
  const body = { customerId, currency: 'MXN', accountInfo } as never
  return (await app.ok('createCustomerExternalAccount', { body })).id
}
const from = async (suffix: string) => (await fetchFrom(await clabe(app, suffix))).body
const again = ({ id }: { id: string }) =>
  app.ok('getTransactionById', { params: { transactionId: id as never } }) as Promise<IncomingTransaction>
const told = async ({ id }: { id: string }) =>
  (await eventsOf(app, id)).map((type) => type.replace('INCOMING_PAYMENT.', ''))
const gained = async () => (await balanceOf(app, { id: pesos })) - before

beforeAll(async () => {
  app = await testApp()
  pesos = (await accountOf(app, 'alice', 'MXN')).id
  app.clock.freeze()
})
beforeEach(async () => {
  before = await balanceOf(app, { id: pesos })
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('createTransferIn', () => {
  it('answers 201 with the payment PENDING, and credits it when the money arrives', async () => {
    const source = await clabe(app, '719')
    const { status, body } = await fetchFrom(source)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      type: 'INCOMING',
      status: 'PENDING',
      platformCustomerId: 'alice',
      receivedAmount: { amount: 5_000, currency: { code: 'MXN' } },
      fees: 0,
      source: { sourceType: 'ACCOUNT', accountId: source },
      destination: { destinationType: 'ACCOUNT', accountId: pesos },
    })
    await app.settle()
    expect(await again(body)).toMatchObject({ status: 'COMPLETED', settledAt: expect.any(String) })
    // INCOMING_PAYMENT.PENDING asks the platform for its approval, which its own transfer does not need.
    expect(await told(body)).toEqual(['COMPLETED'])
    expect(await gained()).toBe(5_000)
  })

  it.each(['002', '003'])('answers 201 with the payment FAILED for an account that ends in %s', async (suffix) => {
    const { status, body } = await fetchFrom(await clabe(app, suffix))
    expect([status, body.status]).toEqual([201, 'FAILED'])
    expect(body.failureReason).toBe('QUOTE_EXECUTION_FAILED')
    await app.settle()
    expect(await gained()).toBe(0)
    expect(await told(body)).toEqual(['FAILED'])
  })

  it('fails when the bank rejects it (004)', async () => {
    const payment = await from('004')
    await app.settle()
    expect((await again(payment)).status).toBe('FAILED')
    expect(await gained()).toBe(0)
  })

  it('stays PENDING for thirty seconds and then fails (005)', async () => {
    const payment = await from('005')
    await app.advance({ seconds: 30, ms: -1 })
    expect((await again(payment)).status).toBe('PENDING')
    await app.advance({ ms: 1 })
    expect((await again(payment)).status).toBe('FAILED')
    expect(await gained()).toBe(0)
  })

  it('keeps money in suspense that arrives for an account that cannot receive it', async () => {
    const inSuspense = await houseHolds(app, 'suspense', 'MXN')
    const turn = (status: string) =>
      app.store.script(`update balances set status = '${status}' where id = '${pesos.slice(16)}'`)
    const source = await clabe(app, '719')
    await turn('FROZEN')
    const { body } = await fetchFrom(source)
    await app.settle()
    await turn('ACTIVE')
    expect((await again(body)).status).toBe('COMPLETED')
    expect(await houseHolds(app, 'suspense', 'MXN')).toBe(inSuspense + 5_000)
    expect(await gained()).toBe(0)
  })

  it('keeps money in suspense that would bring an account above the largest balance', async () => {
    const { id: customerId } = await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL' } })
    const { data } = await app.ok('listCustomerInternalAccounts', { query: { customerId, currency: 'MXN' } })
    const account = data[0] as { id: typeof pesos }
    await statesIn(() => app).accountFull({ accountId: account.id })
    const held = await balanceOf(app, account)
    const inSuspense = await houseHolds(app, 'suspense', 'MXN')
    const destination = { accountId: account.id }
    const { body } = await fetchFrom(await bankOf(customerId), { amount: 20_001, destination })
    await app.settle()
    expect((await again(body)).status).toBe('COMPLETED')
    expect(await houseHolds(app, 'suspense', 'MXN')).toBe(inSuspense + 20_001)
    expect(await balanceOf(app, account)).toBe(held)
    const [task] = await app.store.query<{ last_error: string }>(
      "select last_error from jobs where name = 'creditRecipient' and key = $1",
      [`creditRecipient/${body.id.slice('Transaction:'.length)}`],
    )
    expect(task?.last_error).toMatch(/in suspense: the account would hold more than \d+ minor units$/)
  })

  it('409 into an account that closed when its customer was deleted', async () => {
    const { id: customerId } = await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL' } })
    const query = { customerId, currency: 'MXN' }
    const { data } = await app.ok('listCustomerInternalAccounts', { query })
    await app.ok('deleteCustomerById', { params: { customerId } })
    const { error } = await fetchFrom(await clabe(app, '719'), { amount: 1, destination: { accountId: data[0]?.id } })
    expect(error).toMatchObject({ status: 409, code: 'ACCOUNT_NOT_ACTIVE' })
  })

  it("404 from another customer's bank account, as for an unknown one, even when it is deactivated", async () => {
    const { id, customerId } = await accountOf(app, 'northwind', 'MXN')
    const theirs = await bankOf(customerId)
    const foreign = await fetchFrom(theirs)
    expect(foreign.error).toMatchObject({ status: 404, code: 'EXTERNAL_ACCOUNT_NOT_FOUND' })
    const unknown = await fetchFrom('ExternalAccount:00000000-0000-7000-8000-000000000000')
    expect(foreign.error).toEqual(unknown.error)
    const turn = (status: string) =>
      app.store.script(`update external_accounts set status = '${status}' where id = '${theirs.slice(16)}'`)
    await turn('INACTIVE')
    expect((await fetchFrom(theirs)).error).toEqual(unknown.error)
    await turn('ACTIVE')
    expect((await fetchFrom(theirs, { amount: 1, destination: { accountId: id } })).status).toBe(201)
    await app.settle()
  })

  it("pulls from a customer's bank for the platform itself", async () => {
    const { customerId } = await accountOf(app, 'alice', 'MXN')
    const { data } = await app.ok('listPlatformInternalAccounts', { query: { currency: 'MXN' } })
    const destination = { accountId: data[0]?.id }
    expect((await fetchFrom(await bankOf(customerId), { amount: 1, destination })).status).toBe(201)
    await app.settle()
  })

  it('400 without an amount: the balance of the external account is unknown', async () => {
    const { error } = await fetchFrom(await clabe(app, '719'), {})
    expect(error.status).toBe(400)
    expect(error.details.errors[0].field).toBe('amount')
  })

  it('400 between different currencies, 404 for accounts that do not exist', async () => {
    const eur = await accountOf(app, 'alice', 'EUR')
    const maria = await clabe(app, '719')
    expect((await fetchFrom(maria, { amount: 1, destination: { accountId: eur.id } })).error.code).toBe(
      'INVALID_CURRENCY',
    )
    const unknown = '00000000-0000-7000-8000-000000000000'
    expect((await fetchFrom(`ExternalAccount:${unknown}`)).error.code).toBe('EXTERNAL_ACCOUNT_NOT_FOUND')
    expect(
      (await fetchFrom(maria, { amount: 1, destination: { accountId: `InternalAccount:${unknown}` } })).error.code,
    ).toBe('INTERNAL_ACCOUNT_NOT_FOUND')
  })
})
