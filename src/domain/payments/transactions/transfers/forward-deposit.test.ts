/** Deposits forwarded to a customer's default account, or kept in their internal account. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { InternalAccount } from '../../../../../contract/accounts/internal-accounts.ts'
import type { Transaction } from '../../../../../contract/payments/transactions.ts'
import { type TestApp, testApp } from '../../../../../test/harness/app.ts'
import { eventsOf, houseHolds } from '../../../../../test/harness/books.ts'
import { accountOf, balanceOf } from '../../../../../test/harness/cast.ts'

type ExternalId = `ExternalAccount:${string}`

let app: TestApp
let dollars: InternalAccount
let serial = 0
const bare = (id: string) => id.slice(id.indexOf(':') + 1)

/** Makes another account of Alice's the target of her forwarded deposits. */
async function depositAccount(suffix: string, currency = 'USD'): Promise<ExternalId> {
  const account =
    currency === 'USD'
      ? { accountType: 'USD_ACCOUNT', accountNumber: `8000${++serial}${suffix}`, routingNumber: '021000021' }
      : { accountType: 'MXN_ACCOUNT', clabeNumber: `032180${String(++serial).padStart(9, '0')}${suffix}` }
  const { id } = await app.ok('createCustomerExternalAccount', {
    body: {
      customerId: dollars.customerId,
      currency,
      defaultUmaDepositAccount: true,
      accountInfo: { ...account, beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Alice Doe' } },
    },
  })
  return id
}

async function deposit(amount = 2_500): Promise<Transaction> {
  const payment = await app.ok('sandboxReceive', {
    body: {
      senderUmaAddress: '$bob@bank.example',
      receiverUmaAddress: '$alice@acme.example',
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: amount,
    },
  })
  await app.settle()
  return payment
}

/** The forwarding transfers with the reference of a payment. */
async function wentOn({ id, reconciliationInstructions }: Transaction): Promise<Transaction | undefined> {
  const { data } = await app.ok('listTransactions', {
    query: { reference: reconciliationInstructions?.reference as string },
  })
  return data.find((other) => other.id !== id)
}

const postingsOf = (id: string) =>
  app.store.query<{ from: string; to: string; amount: bigint }>(
    'select debit_account as from, credit_account as to, amount from postings where transaction_id = $1 order by line',
    [bare(id)],
  )

beforeAll(async () => {
  app = await testApp()
  dollars = await accountOf(app, 'alice', 'USD')
})
afterEach(async () => expect(await app.audit()).toEqual([]))
afterAll(() => app.close())

describe('a deposit to a UMA address', () => {
  it('stays in the internal account when there is no default account', async () => {
    const before = await balanceOf(app, dollars)
    const payment = await deposit()
    expect(payment.status).toBe('COMPLETED')
    expect(await wentOn(payment)).toBeUndefined()
    expect(await balanceOf(app, dollars)).toBe(before + 2_500)
  })

  it('is forwarded to the default account, posting by posting, with one reference', async () => {
    const bank = await depositAccount('719')
    const before = { dollars: await balanceOf(app, dollars), rails: await houseHolds(app, 'rails', 'USD') }
    const payment = await deposit()
    const onward = (await wentOn(payment)) as Transaction
    expect(onward).toMatchObject({
      type: 'OUTGOING',
      status: 'COMPLETED',
      source: { sourceType: 'ACCOUNT', accountId: dollars.id },
      destination: { destinationType: 'ACCOUNT', accountId: bank },
      sentAmount: { amount: 2_500 },
      receivedAmount: { amount: 2_500 },
      fees: 0,
    })
    expect(await balanceOf(app, dollars)).toBe(before.dollars)
    expect(await houseHolds(app, 'rails', 'USD')).toBe(before.rails)
    expect((await postingsOf(payment.id)).map(({ to, amount }) => [to, amount])).toEqual([[bare(dollars.id), 2_500n]])
    expect((await postingsOf(onward.id)).map(({ from, amount }) => [from, amount])).toEqual([
      [bare(dollars.id), 2_500n],
      [expect.any(String), 2_500n],
    ])
    expect(await eventsOf(app, payment.id)).toEqual(['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.COMPLETED'])
    expect(await eventsOf(app, onward.id)).toEqual([
      'OUTGOING_PAYMENT.PENDING',
      'OUTGOING_PAYMENT.PROCESSING',
      'OUTGOING_PAYMENT.COMPLETED',
    ])
  })

  it('has a history that links to the forwarding transfer, and back', async () => {
    const payment = await deposit()
    const onward = (await wentOn(payment)) as Transaction
    const history = (transactionId: Transaction['id']) => app.ok('getTransactionHistory', { params: { transactionId } })
    expect((await history(payment.id)).twinId).toBe(onward.id)
    const back = await history(onward.id)
    expect(back.twinId).toBe(payment.id)
    expect(back.postings.map(({ from }) => from.name)).toEqual(['Alice Doe', 'House transit'])
  })

  it.each(['002', '003', '004'])('is in the internal account when the bank refuses it (%s)', async (suffix) => {
    await depositAccount(suffix)
    const before = await balanceOf(app, dollars)
    const payment = await deposit()
    expect(payment.status).toBe('COMPLETED')
    expect(await wentOn(payment)).toMatchObject({ status: 'FAILED' })
    expect(await balanceOf(app, dollars)).toBe(before + 2_500)
  })

  it('is back in the internal account when the bank fails later (005)', async () => {
    await depositAccount('005')
    const before = await balanceOf(app, dollars)
    const payment = await deposit()
    expect(await wentOn(payment)).toMatchObject({ status: 'PENDING' })
    expect(await balanceOf(app, dollars)).toBe(before)
    await app.advance({ seconds: 31 })
    expect(await wentOn(payment)).toMatchObject({ status: 'FAILED', refund: { status: 'COMPLETED' } })
    expect(await balanceOf(app, dollars)).toBe(before + 2_500)
  })

  it('stays where it is when the default account holds another currency', async () => {
    await depositAccount('719', 'MXN')
    const before = await balanceOf(app, dollars)
    expect(await wentOn(await deposit())).toBeUndefined()
    expect(await balanceOf(app, dollars)).toBe(before + 2_500)
  })

  it('is forwarded even when it comes from another customer of the platform', async () => {
    const bank = await depositAccount('719')
    const northwind = await accountOf(app, 'northwind', 'USD')
    const { lookupId } = await app.ok('lookupUma', { params: { receiverUmaAddress: '$alice@acme.example' } })
    const before = await balanceOf(app, dollars)
    const { transactionId } = await app.ok('createQuote', {
      body: {
        lookupId,
        source: { sourceType: 'ACCOUNT', accountId: northwind.id },
        destination: { destinationType: 'UMA_ADDRESS', umaAddress: '$alice@acme.example', currency: 'USD' },
        lockedCurrencySide: 'RECEIVING',
        lockedCurrencyAmount: 1_000,
        immediatelyExecute: true,
      },
    })
    await app.settle()
    expect(await balanceOf(app, dollars)).toBe(before)
    const { data } = await app.ok('listTransactions', { query: { receiverAccountIdentifier: bank } })
    const sent = await app.ok('getTransactionById', { params: { transactionId } })
    expect(data).toMatchObject([{ status: 'COMPLETED', reconciliationInstructions: sent.reconciliationInstructions }])
  })

  it('stays once the default account is deleted', async () => {
    const externalAccountId = await depositAccount('719')
    await app.ok('deleteCustomerExternalAccountById', { params: { externalAccountId } })
    const before = await balanceOf(app, dollars)
    expect(await wentOn(await deposit())).toBeUndefined()
    expect(await balanceOf(app, dollars)).toBe(before + 2_500)
  })
})
