/** Card event tests: one event for every step of a card and a purchase, in order, each with the whole resource. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EVENTS } from '../../../contract/events/events.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { shopper, terminal } from '../../../test/harness/cards.ts'
import { openReceiver, type Receiver } from '../../../test/harness/receiver.ts'
import { accepts } from '../../../test/harness/samples/samples.ts'

let app: TestApp
let receiver: Receiver
beforeAll(async () => {
  app = await testApp()
  receiver = await openReceiver()
  await app.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
})
afterAll(async () => {
  await receiver.close()
  await app.close()
})

const receivedFor = ({ id }: { id: string }) =>
  receiver.received.map(({ event }) => event).filter(({ data }) => data?.id === id)

it('receives every step of a purchase, numbered from 1, each as its GET returned it then', async () => {
  const { card } = await shopper(app, 5_000)
  const { tap, clear, giveBack } = terminal(app, card)
  const steps = [await tap(1_000)]
  const [purchase] = steps as [(typeof steps)[0]]
  steps.push(await clear(purchase, 400), await clear(purchase, 600), await giveBack(purchase, 100))
  steps.push(await giveBack(purchase, 900))
  await app.settle()
  const received = receivedFor(purchase)
  expect(received.map(({ type, sequence }) => [type, sequence])).toEqual([
    ['CARD_TRANSACTION.AUTHORIZED', 1],
    ['CARD_TRANSACTION.PARTIALLY_SETTLED', 2],
    ['CARD_TRANSACTION.SETTLED', 3],
    ['CARD_TRANSACTION.SETTLED', 4],
    ['CARD_TRANSACTION.REFUNDED', 5],
  ])
  expect(received.map(({ data }) => data)).toEqual(steps)
  for (const event of received) expect(accepts(EVENTS['card-transaction'].schema, event)).toBe(true)
})

it('receives every step of a card, without the URL of the page with its number', async () => {
  const { card, accounts, customerId } = await shopper(app, 0)
  const params = { id: card.id }
  const further = await app.ok('sandboxCreateInternalAccount', { body: { customerId, currency: 'USD' } })
  await app.ok('updateCardById', { params, body: { fundingSources: [further.id, ...accounts] } })
  await app.ok('updateCardById', { params, body: { state: 'CLOSED' } })
  await app.settle()
  const received = receivedFor(card)
  expect(received.map(({ type, data }) => [type, data.state])).toEqual([
    ['CARD.STATE_CHANGE', 'ACTIVE'],
    ['CARD.FUNDING_SOURCE_CHANGE', 'ACTIVE'],
    ['CARD.STATE_CHANGE', 'CLOSED'],
  ])
  const [made, funded, closed] = received
  for (const event of [made, closed]) expect(accepts(EVENTS['card-state-change'].schema, event)).toBe(true)
  expect(accepts(EVENTS['card-funding-source-change'].schema, funded)).toBe(true)
  expect(JSON.stringify(received)).not.toContain('panEmbedUrl')
})
