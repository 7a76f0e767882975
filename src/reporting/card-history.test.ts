/** Card history tests: amounts held, cleared, refunded and owed, and the events. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { shopper, terminal } from '../../test/harness/cards.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const historyOf = ({ id }: { id: `Card:${string}` }) => app.ok('getCardHistory', { params: { id } })

describe('getCardHistory', () => {
  it('sums up all purchases', async () => {
    const { card } = await shopper(app, 10_000)
    const { tap, clear, giveBack } = terminal(app, card)
    const dinner = await tap(1_250)
    await clear(dinner, 1_500)
    await giveBack(dinner, 500)
    const parcel = await tap(3_000)
    await clear(parcel, 1_000)
    await tap(10_001)

    const history = await historyOf(card)
    expect(history).toMatchObject({ holderName: 'Carla Cardholder', hasMorePurchases: false })
    expect(history.card).toMatchObject({ id: card.id, state: 'ACTIVE' })
    expect(JSON.stringify(history)).not.toContain('panEmbedUrl')
    expect(history.sums).toEqual({ held: 2_000, cleared: 2_500, refunded: 500, owed: 0 })
    expect(history.purchases.map(({ transaction: { status }, sums }) => [status, ...Object.values(sums)])).toEqual([
      ['EXCEPTION', 0, 0, 0, 0],
      ['PARTIALLY_SETTLED', 2_000, 1_000, 0, 0],
      ['SETTLED', 0, 1_500, 500, 0],
    ])
    expect(history.events.map(({ type, status }) => [type, status])).toEqual([['CARD.STATE_CHANGE', 'ACTIVE']])
  })

  it('shows the amount that the funding source still owes', async () => {
    const { card } = await shopper(app, 1_000)
    const { tap, clear } = terminal(app, card)
    const purchase = await tap(1_000)
    await clear(purchase, 1_700)
    expect((await historyOf(card)).sums).toEqual({ held: 0, cleared: 1_700, refunded: 0, owed: 700 })
  })

  it('is all zero before the first purchase', async () => {
    const { card } = await shopper(app, 0)
    const history = await historyOf(card)
    expect(history.purchases).toEqual([])
    expect(history.sums).toEqual({ held: 0, cleared: 0, refunded: 0, owed: 0 })
  })
})

describe('getCardTransactionHistory', () => {
  it('has its events in order', async () => {
    const { card } = await shopper(app, 10_000)
    const { tap, clear } = terminal(app, card)
    const purchase = await tap(1_250)
    await clear(purchase, 1_250)
    const { sums, events } = await app.ok('getCardTransactionHistory', { params: { id: purchase.id } })
    expect(sums).toEqual({ held: 0, cleared: 1_250, refunded: 0, owed: 0 })
    expect(events.map(({ type, sequence, status }) => [type, sequence, status])).toEqual([
      ['CARD_TRANSACTION.AUTHORIZED', 1, 'AUTHORIZED'],
      ['CARD_TRANSACTION.SETTLED', 2, 'SETTLED'],
    ])
  })
})
