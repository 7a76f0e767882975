/** Payment page data: the origin of the quote's exchange rate. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../../test/harness/cast.ts'
import { paymentStory } from './payment-story.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('paymentStory', () => {
  const originOf = async (destination: string) => {
    const { id } = await accountOf(app, 'northwind', 'USD')
    const { transactionId } = await quoteBetween(app, id, destination, 50_000)
    const bare = transactionId.slice('Transaction:'.length)
    return (await paymentStory(app.store, app.platform.platformId, bare)).rateOrigin
  }

  it('says where the exchange rate comes from', async () => {
    expect(await originOf(await clabe(app, '719'))).toMatchObject({
      sources: ['sandbox'],
      midRate: '0.0579710144927536',
      spread: '0',
    })
  })

  it('says nothing of rates where nothing is exchanged', async () => {
    expect(await originOf((await accountOf(app, 'alice', 'USD')).id)).toBeUndefined()
  })
})
