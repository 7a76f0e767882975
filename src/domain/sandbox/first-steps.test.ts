/** First steps test: each is done with its event, and not by what the sandbox starts with. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../../../test/harness/cast.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  app.clock.freeze()
})
afterAll(() => app.close())

const done = async () => (await app.ok('getFirstSteps')).done
const typeOf = async (eventId: string | undefined) =>
  (await app.ok('getEventById', { params: { eventId: eventId as `Webhook:${string}` } })).type

describe('getFirstSteps', () => {
  it('has none in a fresh sandbox', async () => {
    expect(await done()).toEqual({})
  })

  it('has each step that was done, by its earliest event', async () => {
    const { id: dollars } = await accountOf(app, 'northwind', 'USD')
    for (const ending of ['719', '718', '002']) {
      await quoteBetween(app, dollars, await clabe(app, ending), 10_000, { immediatelyExecute: true })
      await app.settle()
    }
    const steps = await done()
    expect(Object.keys(steps)).toEqual(['PAY', 'FAIL'])
    expect(await typeOf(steps.PAY)).toBe('OUTGOING_PAYMENT.COMPLETED')
    expect(await typeOf(steps.FAIL)).toBe('OUTGOING_PAYMENT.FAILED')
    const completed = (await app.ok('listEvents', { query: { type: 'OUTGOING_PAYMENT.COMPLETED' } })).data
    expect(completed.map(({ id }) => id).sort()[0]).toBe(steps.PAY)
  })
})
