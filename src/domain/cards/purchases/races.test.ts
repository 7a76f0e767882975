/** Card race tests: concurrent requests have the outcome of some serial order. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { balancesOf, eventTypesOf, shopper, terminal } from '../../../../test/harness/cards.ts'

const CROWD = 64

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

const crowd = <T>(one: (place: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: CROWD }, (_, place) => one(place)))
const tally = (outcomes: readonly unknown[]) => {
  const counts = new Map<string, number>()
  for (const outcome of outcomes) counts.set(String(outcome), (counts.get(String(outcome)) ?? 0) + 1)
  return Object.fromEntries(counts)
}

describe('64 at once', () => {
  it('freeze and pay: each purchase is approved or CARD_PAUSED, and one freeze counts', async () => {
    const { card, customerId, accounts } = await shopper(app, 1_000_000)
    const { tap } = terminal(app, card)
    const change = async (state: string) => {
      const { status, error } = await app.call('updateCardById', { params: { id: card.id }, body: { state } })
      return status === 200 ? state : error.code
    }
    const outcomes = await crowd(async (place) => {
      if (place % 8 === 4) return change('FROZEN')
      const { status, declineReason } = await tap(100)
      return declineReason ?? status
    })
    const { FROZEN, INVALID_STATE_TRANSITION, AUTHORIZED = 0, CARD_PAUSED = 0, ...others } = tally(outcomes)
    expect(others).toEqual({})
    expect([FROZEN, INVALID_STATE_TRANSITION, AUTHORIZED + CARD_PAUSED]).toEqual([1, 7, 56])
    expect(await balancesOf(app, customerId, accounts[0] as string)).toEqual([1_000_000 - AUTHORIZED * 100, 1_000_000])
    expect(await tap(100)).toMatchObject({ declineReason: 'CARD_PAUSED' })
    // Ids are in order: no purchase was approved after one was declined.
    const { data } = await app.ok('listCardTransactions', { query: { cardId: card.id, sortOrder: 'asc', limit: 100 } })
    expect(data.map(({ status }) => status).join()).toMatch(/^(AUTHORIZED,?)*(EXCEPTION,?)*$/)
  })

  it('close and freeze: it ends CLOSED, closed once, frozen at most once', async () => {
    const { card } = await shopper(app, 0)
    const outcomes = await crowd(async (place) => {
      const state = place % 2 === 0 ? 'CLOSED' : 'FROZEN'
      const { status, error } = await app.call('updateCardById', { params: { id: card.id }, body: { state } })
      return status === 200 ? state : error.code
    })
    const { CLOSED, FROZEN = 0, INVALID_STATE_TRANSITION, ...others } = tally(outcomes)
    expect(others).toEqual({})
    expect(CLOSED).toBe(1)
    expect(FROZEN).toBeLessThanOrEqual(1)
    expect(INVALID_STATE_TRANSITION).toBe(CROWD - 1 - FROZEN)
    expect((await app.ok('getCardById', { params: { id: card.id } })).state).toBe('CLOSED')
    expect(await eventTypesOf(app, card)).toHaveLength(2 + FROZEN)
  })

  it('pay from one account with two cards: never more than its balance', async () => {
    const one = await shopper(app, 1_000)
    const { card: other } = await shopper(app, 0)
    const second = await app.ok('createCard', {
      body: { cardholderId: one.customerId, form: 'VIRTUAL', fundingSources: one.accounts },
    })
    await app.settle()
    expect(other.id).not.toBe(second.id)
    const terminals = [terminal(app, one.card), terminal(app, { ...second, currency: 'USD' })]
    const outcomes = await crowd(async (place) => {
      const { status, declineReason } = await (terminals[place % 2] as (typeof terminals)[0]).tap(100)
      return declineReason ?? status
    })
    expect(tally(outcomes)).toEqual({ AUTHORIZED: 10, INSUFFICIENT_FUNDS: 54 })
    expect(await balancesOf(app, one.customerId, one.accounts[0] as string)).toEqual([0, 1_000])
  })

  it('clear and return one purchase: no more is credited than was debited', async () => {
    const { card, customerId, accounts } = await shopper(app, 10_000)
    const { tap, refusal } = terminal(app, card)
    const purchase = await tap(640)
    const of = (amount: number) => ({ params: { id: card.id }, body: { cardTransactionId: purchase.id, amount } })
    const statuses = await crowd((place) =>
      place % 2 === 0 ? app.call('sandboxSimulateCardClearing', of(40)) : app.call('sandboxSimulateCardReturn', of(30)),
    )
    expect(statuses.every(({ status }) => status === 200 || status === 400)).toBe(true)
    const { data } = await app.ok('listCardTransactions', { query: { cardId: card.id } })
    const { settlementSummary, refundSummary, pullSummary } = data[0] as (typeof data)[0]
    expect(refundSummary.totalAmount).toBeLessThanOrEqual(settlementSummary.totalAmount)
    const [available] = await balancesOf(app, customerId, accounts[0] as string)
    expect(available).toBe(10_000 - pullSummary.totalAmount + refundSummary.totalAmount)
    const most = settlementSummary.totalAmount - refundSummary.totalAmount
    expect(await refusal('Return', purchase.id, most + 1)).toEqual([400, 'INVALID_INPUT', 'amount'])
  })
})
