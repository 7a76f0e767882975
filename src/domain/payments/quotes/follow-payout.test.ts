/** Payout tests of executed quotes: every outcome that an account's last digits choose, with its money and events. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutgoingTransaction } from '../../../../contract/payments/transactions.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { eventsOf, houseHolds } from '../../../../test/harness/books.ts'
import { accountOf, balanceOf, clabe, quoteBetween } from '../../../../test/harness/cast.ts'
import { newId } from '../../../core/ids.ts'
import { moveMoney } from '../../accounts/move-money.ts'
import { house } from '../../ledger/house.ts'

const HOUSE = [
  ['fees', 'USD'],
  ['fx', 'USD'],
  ['fx', 'MXN'],
  ['transit', 'MXN'],
  ['rails', 'MXN'],
  ['suspense', 'USD'],
] as const
type Books = readonly number[]

let app: TestApp
let usd: `InternalAccount:${string}`
let before: { balance: number; books: Books }
/** What each house account has gained since the test began, without zeros. */
async function gained(): Promise<Record<string, number>> {
  const now = await books()
  const entries = HOUSE.map(
    ([role, currency], i) => [`${role} ${currency}`, (now[i] as number) - (before.books[i] as number)] as const,
  )
  return Object.fromEntries(entries.filter(([, amount]) => amount !== 0))
}
const books = () => Promise.all(HOUSE.map(([role, currency]) => houseHolds(app, role, currency)))
const spent = async () => before.balance - (await balanceOf(app, { id: usd }))
const event = (name: string) => `OUTGOING_PAYMENT.${name}`

/** Sends 500.00 USD to an account that ends in the suffix, and runs the jobs that are due. */
async function pay(suffix: string) {
  const { id, transactionId } = await quoteBetween(app, usd, await clabe(app, suffix))
  const { status } = await app.ok('executeQuote', { params: { quoteId: id } })
  expect(status).toBe('PROCESSING')
  await app.settle()
  return { quoteId: id, transactionId }
}
async function statuses({ quoteId, transactionId }: Awaited<ReturnType<typeof pay>>) {
  const quote = await app.ok('getQuoteById', { params: { quoteId } })
  const payment = (await app.ok('getTransactionById', { params: { transactionId } })) as OutgoingTransaction
  const events = (await eventsOf(app, transactionId)).map((type) => type.replace('OUTGOING_PAYMENT.', ''))
  return { quote: quote.status, payment: payment.status, reason: payment.failureReason, refund: payment.refund, events }
}

beforeAll(async () => {
  app = await testApp()
  usd = (await accountOf(app, 'northwind', 'USD')).id
  app.clock.freeze()
})
beforeEach(async () => {
  before = { balance: await balanceOf(app, { id: usd }), books: await books() }
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

const KEPT = { 'fees USD': 250, 'fx USD': 49_750, 'fx MXN': -858_187 }

describe('a payment to an account that ends in', () => {
  it('any other digits: completes', async () => {
    const payment = await pay('719')
    expect(await statuses(payment)).toEqual({
      quote: 'COMPLETED',
      payment: 'COMPLETED',
      events: ['PENDING', 'PROCESSING', 'COMPLETED'],
    })
    expect(await spent()).toBe(50_000)
    expect(await gained()).toEqual({ ...KEPT, 'rails MXN': 858_187 })
  })

  it.each([
    ['002', 'QUOTE_EXECUTION_FAILED'],
    ['004', 'COUNTERPARTY_POST_TX_FAILED'],
  ])('%s: fails with %s, and principal and fees are back', async (suffix, reason) => {
    const payment = await pay(suffix)
    expect(await statuses(payment)).toMatchObject({
      quote: 'FAILED',
      payment: 'FAILED',
      reason,
      refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED', reference: expect.stringMatching(/-REFUND$/) },
      events: ['PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
    })
    expect(await spent()).toBe(0)
    expect(await gained()).toEqual({})
  })

  it('003: completes six minutes later, and not before', async () => {
    const payment = await pay('003')
    const waiting = { quote: 'PROCESSING', payment: 'PROCESSING', events: ['PENDING', 'PROCESSING'] }
    expect(await statuses(payment)).toEqual(waiting)
    expect(await gained()).toEqual({ ...KEPT, 'transit MXN': 858_187 })
    await app.advance({ minutes: 6, ms: -1 })
    expect(await statuses(payment)).toEqual(waiting)
    await app.advance({ ms: 1 })
    expect(await statuses(payment)).toMatchObject({ quote: 'COMPLETED', payment: 'COMPLETED' })
    expect(await spent()).toBe(50_000)
    expect(await gained()).toEqual({ ...KEPT, 'rails MXN': 858_187 })
  })

  it('005: completes, and five seconds later the bank returns the money', async () => {
    const payment = await pay('005')
    const done = ['PENDING', 'PROCESSING', 'COMPLETED']
    expect(await statuses(payment)).toEqual({ quote: 'COMPLETED', payment: 'COMPLETED', events: done })
    await app.advance({ seconds: 5, ms: -1 })
    expect(await statuses(payment)).toMatchObject({ payment: 'COMPLETED', events: done })
    expect(await spent()).toBe(50_000)
    await app.advance({ ms: 1 })
    expect(await statuses(payment)).toMatchObject({
      quote: 'COMPLETED',
      payment: 'FAILED',
      reason: 'COUNTERPARTY_POST_TX_FAILED',
      refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
      events: [...done, 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
    })
    expect(await spent()).toBe(0)
    expect(await gained()).toEqual({})
  })

  it('006: is cancelled: completed, with the money returned', async () => {
    const payment = await pay('006')
    expect(await statuses(payment)).toMatchObject({
      quote: 'COMPLETED',
      payment: 'COMPLETED',
      reason: undefined,
      refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' },
      events: ['PENDING', 'PROCESSING', 'REFUND_PENDING', 'REFUND_COMPLETED', 'COMPLETED'],
    })
    expect(await spent()).toBe(0)
    expect(await gained()).toEqual({})
  })

  it('007: fails, and the money waits in suspense for an operator', async () => {
    const payment = await pay('007')
    const { refund, ...rest } = await statuses(payment)
    expect(rest).toEqual({
      quote: 'FAILED',
      payment: 'FAILED',
      reason: 'QUOTE_EXECUTION_FAILED',
      events: ['PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_FAILED'],
    })
    expect(refund).toMatchObject({ status: 'FAILED', reason: 'TRANSACTION_FAILED' })
    expect(refund).not.toHaveProperty('settledAt')
    expect(await spent()).toBe(50_000)
    expect(await gained()).toEqual({ 'suspense USD': 50_000 })
    const tasks = await app.store.query<{ name: string; subjects: string[] }>(
      'select name, subjects from jobs where dead_at is not null',
    )
    expect(tasks).toEqual([{ name: 'giveMoneyBack', subjects: [payment.transactionId.slice('Transaction:'.length)] }])
  })
})

/** The most that an account can hold. */
const FULL = 9_000_000_000_000_000n

describe('returned money', () => {
  it('emits an event of the balance', async () => {
    const events = (await eventsOf(app, usd)).length
    await pay('002')
    expect((await eventsOf(app, usd)).slice(events)).toEqual(Array(2).fill('INTERNAL_ACCOUNT.BALANCE_UPDATED'))
  })

  it('goes to suspense when the account cannot receive it, and the refund is FAILED', async () => {
    const payment = await pay('005')
    const turn = (status: string) =>
      app.store.script(`update balances set status = '${status}' where id = '${usd.slice(16)}'`)
    await turn('FROZEN')
    await app.advance({ seconds: 5 })
    await turn('ACTIVE')
    expect(await statuses(payment)).toMatchObject({ payment: 'FAILED', refund: { status: 'FAILED' } })
    expect((await eventsOf(app, payment.transactionId)).at(-1)).toBe(event('REFUND_FAILED'))
    expect(await gained()).toEqual({ 'suspense USD': 50_000 })
  })

  it("goes to suspense when it would exceed the account's maximum", async () => {
    const payment = await pay('005')
    const [{ posted }] = (await app.store.query<{ posted: bigint }>('select posted from balances where id = $1', [
      usd.slice(16),
    ])) as [{ posted: bigint }]
    const deposit = { id: newId(app.clock.now()), version: 1 }
    const from = house('rails', 'USD')
    await app.app.engine.run(app.platform.platformId, (rows) =>
      moveMoney(rows, deposit, [{ from, to: usd.slice(16), currency: 'USD', amount: FULL - posted }]),
    )
    await app.advance({ seconds: 5 })
    expect(await statuses(payment)).toMatchObject({ payment: 'FAILED', refund: { status: 'FAILED' } })
  })
})
