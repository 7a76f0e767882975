/** Card story tests: amounts held, cleared, refunded and owed, and the events. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { shopper, terminal } from '../../test/harness/cards.ts'
import { cardStory, purchaseStory } from './card-story.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const bare = (id: string) => id.slice(id.indexOf(':') + 1)
const storyOf = ({ id }: { id: string }) => cardStory(app.store, app.platform.platformId, bare(id))

describe('the story of a card', () => {
  it('sums up all purchases', async () => {
    const { card } = await shopper(app, 10_000)
    const { tap, clear, giveBack } = terminal(app, card)
    const dinner = await tap(1_250)
    await clear(dinner, 1_500)
    await giveBack(dinner, 500)
    const parcel = await tap(3_000)
    await clear(parcel, 1_000)
    await tap(10_001)

    const story = await storyOf(card)
    expect(story).toMatchObject({ holderName: 'Carla Cardholder', hasMorePurchases: false })
    expect(story.card).toMatchObject({ id: card.id, state: 'ACTIVE' })
    expect(JSON.stringify(story)).not.toContain('panEmbedUrl')
    expect(story.sums).toEqual({ held: 2_000, cleared: 2_500, refunded: 500, owed: 0 })
    expect(story.purchases.map(({ transaction: { status }, sums }) => [status, ...Object.values(sums)])).toEqual([
      ['EXCEPTION', 0, 0, 0, 0],
      ['PARTIALLY_SETTLED', 2_000, 1_000, 0, 0],
      ['SETTLED', 0, 1_500, 500, 0],
    ])
    expect(story.events.map(({ type, status }) => [type, status])).toEqual([['CARD.STATE_CHANGE', 'ACTIVE']])
  })

  it('shows the amount that the funding source still owes', async () => {
    const { card } = await shopper(app, 1_000)
    const { tap, clear } = terminal(app, card)
    const purchase = await tap(1_000)
    await clear(purchase, 1_700)
    expect((await storyOf(card)).sums).toEqual({ held: 0, cleared: 1_700, refunded: 0, owed: 700 })
  })

  it('is all zero before the first purchase', async () => {
    const { card } = await shopper(app, 0)
    const story = await storyOf(card)
    expect(story.purchases).toEqual([])
    expect(story.sums).toEqual({ held: 0, cleared: 0, refunded: 0, owed: 0 })
  })
})

describe('the story of a purchase', () => {
  it('has its events in order', async () => {
    const { card } = await shopper(app, 10_000)
    const { tap, clear } = terminal(app, card)
    const purchase = await tap(1_250)
    await clear(purchase, 1_250)
    const { sums, events } = await purchaseStory(app.store, app.platform.platformId, bare(purchase.id))
    expect(sums).toEqual({ held: 0, cleared: 1_250, refunded: 0, owed: 0 })
    expect(events.map(({ type, sequence, status }) => [type, sequence, status])).toEqual([
      ['CARD_TRANSACTION.AUTHORIZED', 1, 'AUTHORIZED'],
      ['CARD_TRANSACTION.SETTLED', 2, 'SETTLED'],
    ])
  })
})

it("404 for another platform's card and purchase", async () => {
  const { card } = await shopper(app, 1_000)
  const purchase = await terminal(app, card).tap(100)
  const { platformId } = await app.anotherPlatform()
  await expect(cardStory(app.store, platformId, bare(card.id))).rejects.toMatchObject({ code: 'CARD_NOT_FOUND' })
  await expect(purchaseStory(app.store, platformId, bare(purchase.id))).rejects.toMatchObject({
    code: 'CARD_TRANSACTION_NOT_FOUND',
  })
})
