/** Purchase tests: whatever messages the network sends, in any order, the money is where the summaries show it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/limits.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { houseHolds } from '../../../../test/harness/books.ts'
import { balancesOf, eventTypesOf, shopper, sumsOf, terminal } from '../../../../test/harness/cards.ts'
import { statesIn } from '../../../../test/harness/states.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterEach(async () => expect(await app.audit()).toEqual([]))
afterAll(() => app.close())

/** A customer with an amount of money, the terminal of their card, and the state of their first account. */
async function at(...amounts: number[]) {
  const { card, customerId, accounts } = await shopper(app, ...amounts)
  const stands = (place = 0) => balancesOf(app, customerId, accounts[place] as string)
  const first = accounts[0] as `InternalAccount:${string}`
  const fund = (amount: number) =>
    app.ok('sandboxFundInternalAccount', { params: { accountId: first }, body: { amount } })
  return { ...terminal(app, card), card, customerId, accounts, first, stands, fund }
}
const read = (id: string) => app.ok('getCardTransactionById', { params: { id: id as never } })
const freezeAccount = (id: string, status: 'ACTIVE' | 'FROZEN') =>
  app.store.query('update balances set status = $1 where id = $2', [status, id.split(':')[1]])

describe('sandboxSimulateCardAuthorization', () => {
  it('holds the amount: the available balance falls, the total does not', async () => {
    const { tap, card, first, stands, customerId } = await at(10_000)
    const purchase = await tap(1_250)
    expect(purchase).toMatchObject({
      type: 'CARD',
      direction: 'DEBIT',
      status: 'AUTHORIZED',
      cardId: card.id,
      accountId: first,
      customerId,
      destination: { destinationType: 'CARD', cardId: card.id },
      merchant: { descriptor: 'BLUE BOTTLE COFFEE', mcc: '5814', country: 'US' },
      authorizedAmount: { amount: 1_250, currency: { code: 'USD', decimals: 2 } },
      pullSummary: { count: 1, totalAmount: 1_250, pendingCount: 0 },
      createdAt: purchase.authorizedAt,
    })
    expect(purchase).not.toHaveProperty('settledAmount')
    expect(sumsOf(purchase)).toBe('1/1250 0/0 0/0')
    expect(await stands()).toEqual([8_750, 10_000])
    expect(await eventTypesOf(app, purchase)).toEqual(['AUTHORIZED'])
    expect(await read(purchase.id)).toEqual(purchase)
  })

  it('is paid by the first source that covers all of it', async () => {
    const { tap, accounts, stands } = await at(1_000, 5_000, 9_000)
    expect((await tap(4_000)).accountId).toBe(accounts[1])
    expect((await tap(1_000)).accountId).toBe(accounts[0])
    expect((await tap(1_001)).accountId).toBe(accounts[2])
    expect(await Promise.all([0, 1, 2].map(stands))).toEqual([
      [0, 1_000],
      [1_000, 5_000],
      [7_999, 9_000],
    ])
  })

  it('is declined when no single source covers it: an EXCEPTION that moves no money and emits an event', async () => {
    const { tap, stands, clear, refusal } = await at(1_000, 1_000)
    const declined = await tap(1_001)
    expect(declined).toMatchObject({
      status: 'EXCEPTION',
      declineReason: 'INSUFFICIENT_FUNDS',
      authorizedAmount: { amount: 1_001 },
    })
    expect(sumsOf(declined)).toBe('0/0 0/0 0/0')
    expect(await stands()).toEqual([1_000, 1_000])
    expect(await eventTypesOf(app, declined)).toEqual(['EXCEPTION'])
    for (const what of ['Clearing', 'Return', 'ReturnReversal', 'AuthorizationAdvice'] as const)
      expect(await refusal(what, declined.id)).toEqual([400, 'INVALID_INPUT', 'cardTransactionId'])
    const approved = await tap(1_000)
    expect((await clear(approved, 1_000)).status).toBe('SETTLED')
  })

  it.each([
    ['SHOP 002', 'INSUFFICIENT_FUNDS'],
    ['SHOP 003', 'CARD_PAUSED'],
  ])('is declined at %s: %s', async (descriptor, declineReason) => {
    const { tap, stands } = await at(5_000)
    expect(await tap(100, descriptor)).toMatchObject({ status: 'EXCEPTION', declineReason })
    expect(await stands()).toEqual([5_000, 5_000])
  })

  it('is declined by a source that is not ACTIVE, and paid by the next one that is', async () => {
    const { tap, accounts, first } = await at(5_000, 5_000)
    await freezeAccount(first, 'FROZEN')
    expect((await tap(100)).accountId).toBe(accounts[1])
    await freezeAccount(accounts[1] as string, 'FROZEN')
    expect(await tap(100)).toMatchObject({ status: 'EXCEPTION', declineReason: 'FUNDING_SOURCE_NOT_ACTIVE' })
  })

  it('is declined when the cardholder was deleted', async () => {
    const { tap, customerId } = await at(0)
    await app.ok('deleteCustomerById', { params: { customerId } })
    expect(await tap(100)).toMatchObject({ status: 'EXCEPTION', declineReason: 'CARDHOLDER_NOT_APPROVED' })
  })

  it("400 for a currency other than the card's, and for an amount of zero", async () => {
    const { card } = await at(5_000)
    const attempt = async (body: Record<string, unknown>) => {
      const { status, error } = await app.call('sandboxSimulateCardAuthorization', { params: { id: card.id }, body })
      return [status, error.code, error.details?.errors?.[0]?.field]
    }
    const merchant = { descriptor: 'SHOP' }
    expect(await attempt({ amount: 1, currency: { code: 'EUR' }, merchant })).toEqual([
      400,
      'INVALID_CURRENCY',
      'currency.code',
    ])
    expect(await attempt({ amount: 0, currency: { code: 'USD' }, merchant })).toEqual([400, 'INVALID_INPUT', 'amount'])
  })

  it('keeps the pull pending for thirty seconds at a merchant that ends in 005', async () => {
    const { tap } = await at(5_000)
    const purchase = await tap(700, 'SLOW SHOP 005')
    expect(purchase.pullSummary).toEqual({ count: 1, totalAmount: 700, pendingCount: 1 })
    await app.advance({ seconds: 29 })
    expect((await read(purchase.id)).pullSummary.pendingCount).toBe(1)
    await app.advance({ seconds: 2 })
    expect(await read(purchase.id)).toMatchObject({
      status: 'AUTHORIZED',
      pullSummary: { count: 1, totalAmount: 700, pendingCount: 0 },
    })
    expect(await eventTypesOf(app, purchase)).toEqual(['AUTHORIZED'])
  })

  it('fails the pull after thirty seconds at a merchant that ends in 006: what was cleared is owed', async () => {
    const { tap, clear, stands } = await at(5_000)
    const [open, cleared] = [await tap(700, 'SHOP 006'), await tap(300, 'SHOP 006')]
    expect((await clear(cleared, 300)).status).toBe('SETTLED')
    expect(await stands()).toEqual([4_000, 4_700])
    await app.advance({ seconds: 31 })
    expect(await read(open.id)).toMatchObject({ status: 'EXCEPTION' })
    expect(sumsOf(await read(open.id))).toBe('1/0 0/0 0/0')
    expect(sumsOf(await read(cleared.id))).toBe('1/0 1/300 0/0')
    expect(await stands()).toEqual([5_000, 5_000])
    expect(await eventTypesOf(app, cleared)).toEqual(['AUTHORIZED', 'SETTLED', 'EXCEPTION'])
    expect(await eventTypesOf(app, open)).toEqual(['AUTHORIZED', 'EXCEPTION'])
  })
})

describe('sandboxSimulateCardClearing', () => {
  it('of the authorized amount settles it', async () => {
    const { tap, clear, stands } = await at(10_000)
    const purchase = await tap(1_250)
    const settled = await clear(purchase, 1_250)
    expect(settled).toMatchObject({ status: 'SETTLED', settledAmount: { amount: 1_250 } })
    expect(sumsOf(settled)).toBe('1/1250 1/1250 0/0')
    expect(await stands()).toEqual([8_750, 8_750])
    expect(await eventTypesOf(app, purchase)).toEqual(['AUTHORIZED', 'SETTLED'])
  })

  it('in parts keeps the rest held until the authorized amount is reached', async () => {
    const { tap, clear, stands } = await at(10_000)
    const purchase = await tap(1_000)
    expect(await clear(purchase, 400)).toMatchObject({ status: 'PARTIALLY_SETTLED' })
    expect(await stands()).toEqual([9_000, 9_600])
    expect(await clear(purchase, 599)).toMatchObject({ status: 'PARTIALLY_SETTLED' })
    const settled = await clear(purchase, 1)
    expect([settled.status, sumsOf(settled)]).toEqual(['SETTLED', '1/1000 3/1000 0/0'])
    expect(await stands()).toEqual([9_000, 9_000])
    expect(await eventTypesOf(app, purchase)).toEqual([
      'AUTHORIZED',
      'PARTIALLY_SETTLED',
      'PARTIALLY_SETTLED',
      'SETTLED',
    ])
  })

  it('of more than authorized pulls the excess in addition: a tip', async () => {
    const { tap, clear, stands } = await at(10_000)
    const settled = await clear(await tap(1_250), 1_500)
    expect([settled.status, sumsOf(settled)]).toEqual(['SETTLED', '2/1500 1/1500 0/0'])
    expect(await stands()).toEqual([8_500, 8_500])
  })

  it('of more than the balance pays the merchant and leaves an EXCEPTION', async () => {
    const { tap, clear, stands } = await at(1_300)
    const before = await houseHolds(app, 'cards', 'USD')
    const purchase = await tap(1_250)
    const missed = await clear(purchase, 1_500)
    expect(missed).toMatchObject({ status: 'EXCEPTION', settledAmount: { amount: 1_500 } })
    expect(missed).not.toHaveProperty('declineReason')
    expect(sumsOf(missed)).toBe('2/1250 1/1500 0/0')
    expect(await stands()).toEqual([50, 50])
    expect(await houseHolds(app, 'cards', 'USD')).toBe(before - 250)
    expect(await eventTypesOf(app, purchase)).toEqual(['AUTHORIZED', 'EXCEPTION'])
  })

  it('400 when it brings the total of the purchase above the largest amount', async () => {
    const { card, tap, clear } = await at(1_000)
    const { id: cardTransactionId } = await clear(await tap(1_000), 300)
    const { status, error } = await app.call('sandboxSimulateCardClearing', {
      params: { id: card.id },
      body: { cardTransactionId, amount: LIMITS.amount },
    })
    expect([status, error.code, error.details?.errors?.[0]?.field]).toEqual([400, 'AMOUNT_OUT_OF_RANGE', 'amount'])
  })

  it('of zero ends it and releases the hold', async () => {
    const { tap, clear, stands, refusal } = await at(10_000)
    const [untouched, started] = [await tap(1_000), await tap(1_000)]
    const ended = await clear(untouched, 0)
    expect([ended.status, sumsOf(ended)]).toEqual(['SETTLED', '1/0 0/0 0/0'])
    await clear(started, 300)
    expect(sumsOf(await clear(started, 0))).toBe('1/300 1/300 0/0')
    expect(await stands()).toEqual([9_700, 9_700])
    expect(await refusal('Return', untouched.id)).toEqual([400, 'INVALID_INPUT', 'cardTransactionId'])
  })

  it('is accepted a month later as well', async () => {
    const { tap, clear, stands } = await at(10_000)
    const purchase = await tap(1_000)
    await app.advance({ days: 30 })
    expect((await clear(purchase, 1_000)).status).toBe('SETTLED')
    expect(await stands()).toEqual([9_000, 9_000])
  })

  it('sent twice with one key is applied once; a second one of a settled purchase is 400', async () => {
    const { tap, card, stands, refusal } = await at(10_000)
    const purchase = await tap(1_000)
    const input = { params: { id: card.id }, body: { cardTransactionId: purchase.id, amount: 1_000 }, key: 'once' }
    const [first, second] = [
      await app.call('sandboxSimulateCardClearing', input),
      await app.call('sandboxSimulateCardClearing', input),
    ]
    expect(second.text).toBe(first.text)
    expect(await refusal('Clearing', purchase.id, 1_000)).toEqual([400, 'INVALID_INPUT', 'cardTransactionId'])
    expect(await stands()).toEqual([9_000, 9_000])
  })

  it('404 for a purchase that is unknown, or was made with another card', async () => {
    const [mine, theirs] = [await at(1_000), await at(1_000)]
    const foreign = await theirs.tap(100)
    const unknown = 'CardTransaction:019542f5-b3e7-7d02-8000-000000000001'
    for (const id of [foreign.id, unknown])
      expect(await mine.refusal('Clearing', id)).toEqual([404, 'CARD_TRANSACTION_NOT_FOUND'])
  })

  it('from a FROZEN account is owed in full, and the hold stays', async () => {
    const { tap, clear, first, stands } = await at(5_000)
    const purchase = await tap(1_000)
    await freezeAccount(first, 'FROZEN')
    const missed = await clear(purchase, 400)
    expect([missed.status, sumsOf(missed)]).toEqual(['EXCEPTION', '1/1000 1/400 0/0'])
    await freezeAccount(first, 'ACTIVE')
    expect(await stands()).toEqual([4_000, 5_000])
  })
})

describe('sandboxSimulateCardReturn', () => {
  it('of a part refunds it, and emits an event', async () => {
    const { tap, clear, giveBack, stands } = await at(10_000)
    const purchase = await tap(1_000)
    await clear(purchase, 1_000)
    const returned = await giveBack(purchase, 400)
    expect(returned).toMatchObject({ status: 'SETTLED', refundedAmount: { amount: 400 } })
    expect(sumsOf(returned)).toBe('1/1000 1/1000 1/400')
    expect(await stands()).toEqual([9_400, 9_400])
    expect(await eventTypesOf(app, purchase)).toEqual(['AUTHORIZED', 'SETTLED', 'SETTLED'])
  })

  it('of everything, in one or several steps, is REFUNDED', async () => {
    const { tap, clear, giveBack, stands, refusal } = await at(10_000)
    const purchase = await tap(1_000)
    await clear(purchase, 1_000)
    await giveBack(purchase, 999)
    expect(await refusal('Return', purchase.id, 2)).toEqual([400, 'INVALID_INPUT', 'amount'])
    const refunded = await giveBack(purchase, 1)
    expect([refunded.status, sumsOf(refunded)]).toEqual(['REFUNDED', '1/1000 1/1000 2/1000'])
    expect(await refusal('Return', purchase.id, 1)).toEqual([400, 'INVALID_INPUT', 'amount'])
    expect(await stands()).toEqual([10_000, 10_000])
    expect(await eventTypesOf(app, purchase)).toEqual(['AUTHORIZED', 'SETTLED', 'SETTLED', 'REFUNDED'])
  })

  it('needs a clearing', async () => {
    const { tap, refusal } = await at(1_000)
    expect(await refusal('Return', (await tap(500)).id)).toEqual([400, 'INVALID_INPUT', 'cardTransactionId'])
  })

  it('while more is expected leaves the rest held; of everything it ends the purchase', async () => {
    const { tap, clear, giveBack, stands } = await at(10_000)
    const purchase = await tap(1_000)
    await clear(purchase, 600)
    expect((await giveBack(purchase, 100)).status).toBe('PARTIALLY_SETTLED')
    expect(await stands()).toEqual([9_100, 9_500])
    expect((await giveBack(purchase, 500)).status).toBe('REFUNDED')
    expect(await stands()).toEqual([10_000, 10_000])
  })

  it('first covers what is owed', async () => {
    const { tap, clear, giveBack, stands } = await at(1_000)
    const purchase = await tap(1_000)
    await clear(purchase, 1_500)
    expect((await giveBack(purchase, 200)).status).toBe('EXCEPTION')
    expect(await stands()).toEqual([0, 0])
    const healed = await giveBack(purchase, 500)
    expect([healed.status, sumsOf(healed)]).toEqual(['SETTLED', '2/1000 1/1500 2/700'])
    expect(await stands()).toEqual([200, 200])
    expect((await giveBack(purchase, 800)).status).toBe('REFUNDED')
    expect(await stands()).toEqual([1_000, 1_000])
  })

  it('to an account that cannot be credited waits in suspense', async () => {
    const { tap, clear, giveBack, unreturn, first, stands } = await at(1_000)
    const purchase = await tap(1_000)
    await clear(purchase, 1_000)
    await freezeAccount(first, 'FROZEN')
    const before = await houseHolds(app, 'suspense', 'USD')
    await giveBack(purchase, 300)
    await giveBack(purchase, 700)
    expect(await houseHolds(app, 'suspense', 'USD')).toBe(before + 1_000)
    const tasks = await app.store.query("select subjects from jobs where name = 'giveCardMoneyBack'")
    expect(tasks).toHaveLength(1)
    await freezeAccount(first, 'ACTIVE')
    expect(await stands()).toEqual([0, 0])
    expect((await unreturn(purchase)).status).toBe('SETTLED')
    expect(await houseHolds(app, 'suspense', 'USD')).toBe(before)
  })
})

describe('a refund', () => {
  it('waits in suspense when it would bring the account above the largest balance', async () => {
    const { tap, clear, giveBack, first, stands } = await at(30_000)
    const purchase = await tap(30_000)
    await clear(purchase, 30_000)
    await statesIn(() => app).accountFull({ accountId: first })
    const [full, before] = [await stands(), await houseHolds(app, 'suspense', 'USD')]
    await giveBack(purchase, 20_001)
    expect(await houseHolds(app, 'suspense', 'USD')).toBe(before + 20_001)
    expect(await stands()).toEqual(full)
  })
})

describe('getCardTransactionById', () => {
  it("404 for another platform's purchase", async () => {
    const { tap } = await at(10_000)
    const { id } = await tap(1_000)
    expect((await read(id)).id).toBe(id)
    const as = await app.anotherPlatform()
    const { status, error } = await app.call('getCardTransactionById', { params: { id: id as never }, as })
    expect([status, error.code]).toEqual([404, 'CARD_TRANSACTION_NOT_FOUND'])
  })
})

describe('listCardTransactions', () => {
  it("filters by card, newest first, and shows none of another platform's", async () => {
    const { tap, card } = await at(10_000)
    const elsewhere = await at(10_000)
    const [first, second] = [await tap(1_000), await tap(2_000)]
    await elsewhere.tap(3_000)
    const query = { cardId: card.id }
    expect((await app.ok('listCardTransactions', { query })).data.map(({ id }) => id)).toEqual([second.id, first.id])
    expect((await app.ok('listCardTransactions', { query, as: await app.anotherPlatform() })).data).toEqual([])
  })
})

describe('the records of a purchase', () => {
  it('keep each clearing and each return, and cannot be changed', async () => {
    const { tap, clear, giveBack, unreturn } = await at(10_000)
    const purchase = await tap(1_000)
    await clear(purchase, 400)
    await clear(purchase, 600)
    await giveBack(purchase, 1_000)
    await unreturn(purchase)
    const records = await app.store.query<{ kind: string; amount: bigint; sequence: number }>(
      'select kind, amount, sequence from card_records where card_transaction_id = $1 order by sequence',
      [purchase.id.split(':')[1]],
    )
    expect(records.map(({ kind, amount, sequence }) => [sequence, kind, Number(amount)])).toEqual([
      [2, 'CLEARING', 400],
      [3, 'CLEARING', 600],
      [4, 'REFUND', 1_000],
      [5, 'REFUND_REVERSAL', 1_000],
    ])
    const refused = (statement: string) => expect(app.store.script(statement)).rejects.toThrow('append-only')
    await refused('update card_records set amount = amount + 1')
    await refused('delete from card_records')
  })
})

describe('sandboxSimulateCardReturnReversal', () => {
  it('pulls again what was refunded', async () => {
    const { tap, clear, giveBack, unreturn, stands, refusal } = await at(10_000)
    const purchase = await tap(1_000)
    await clear(purchase, 1_000)
    expect(await refusal('ReturnReversal', purchase.id)).toEqual([400, 'INVALID_INPUT', 'cardTransactionId'])
    await giveBack(purchase, 1_000)
    const again = await unreturn(purchase)
    expect([again.status, sumsOf(again)]).toEqual(['SETTLED', '2/1000 1/1000 0/0'])
    expect(again).not.toHaveProperty('refundedAmount')
    expect(await stands()).toEqual([9_000, 9_000])
    expect((await giveBack(purchase, 1_000)).status).toBe('REFUNDED')
  })

  it('is an EXCEPTION when the money was spent', async () => {
    const { tap, clear, giveBack, unreturn, stands } = await at(1_000)
    const purchase = await tap(1_000)
    await clear(purchase, 1_000)
    await giveBack(purchase, 1_000)
    await tap(1)
    expect((await unreturn(purchase)).status).toBe('EXCEPTION')
    expect(await stands()).toEqual([999, 1_000])
  })
})

describe('sandboxSimulateCardAuthorizationAdvice', () => {
  it('raises the hold, if the balance allows', async () => {
    const { tap, advise, clear, stands, refusal } = await at(2_000)
    const purchase = await tap(1_000)
    const raised = await advise(purchase, 1_500)
    expect(raised).toMatchObject({ status: 'AUTHORIZED', authorizedAmount: { amount: 1_500 } })
    expect(sumsOf(raised)).toBe('2/1500 0/0 0/0')
    expect(await stands()).toEqual([500, 2_000])
    expect(await refusal('AuthorizationAdvice', purchase.id, 2_001)).toEqual([400, 'INSUFFICIENT_BALANCE'])
    expect(await read(purchase.id)).toEqual(raised)
    expect((await clear(purchase, 1_500)).status).toBe('SETTLED')
    expect(await eventTypesOf(app, purchase)).toEqual(['AUTHORIZED', 'AUTHORIZED', 'SETTLED'])
  })

  it('lowers it, down to what has cleared', async () => {
    const { tap, advise, clear, stands } = await at(2_000)
    const purchase = await tap(1_000)
    expect((await advise(purchase, 800)).status).toBe('AUTHORIZED')
    expect(await stands()).toEqual([1_200, 2_000])
    await clear(purchase, 300)
    const ended = await advise(purchase, 200)
    expect([ended.status, ended.authorizedAmount.amount, sumsOf(ended)]).toEqual(['SETTLED', 200, '1/300 1/300 0/0'])
    expect(await stands()).toEqual([1_700, 1_700])
  })
})

describe('sandboxSimulateCardBalanceInquiry', () => {
  it('returns the largest purchase that a single source would pay', async () => {
    const { card, tap } = await at(1_000, 3_000)
    const ask = async () => {
      const merchant = { descriptor: 'ATM' }
      const reply = await app.ok('sandboxSimulateCardBalanceInquiry', { params: { id: card.id }, body: { merchant } })
      return reply.available.amount
    }
    expect(await ask()).toBe(3_000)
    await tap(2_500)
    expect(await ask()).toBe(1_000)
    await app.ok('updateCardById', { params: { id: card.id }, body: { state: 'FROZEN' } })
    expect(await ask()).toBe(0)
  })
})
