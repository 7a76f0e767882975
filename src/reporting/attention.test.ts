/** What waits for an operator: tasks, held payouts and a disabled endpoint, of the caller's platform only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../../test/harness/cast.ts'

let app: TestApp
let usd: string
beforeAll(async () => {
  app = await testApp()
  app.clock.freeze()
  usd = (await accountOf(app, 'northwind', 'USD')).id
})
afterAll(() => app.close())

const listed = async () => (await app.ok('getAttention')).items

describe('getAttention', () => {
  it('lists nothing at first, then each item with its payment and the command that resolves it', async () => {
    expect(await listed()).toEqual([])
    const { transactionId } = await quoteBetween(app, usd, await clabe(app, '007'), 50_000, {
      immediatelyExecute: true,
    })
    await app.settle()
    await app.store.query(
      "insert into payout_screenings (key, submission, verdict, reason) values ($1, 'SEND', 'HOLD', 'Own list 7')",
      [transactionId.split(':')[1]],
    )
    await app.store.query('update listeners set disabled_at = now() where platform_id = $1', [app.platform.platformId])
    expect(new Set(await listed())).toEqual(
      new Set([
        {
          reason: 'The money of a failed payment is in suspense: the rail cannot return it',
          since: expect.any(String),
          command: 'causeway tasks list',
          paymentId: transactionId,
        },
        {
          reason: 'A payout is held: Own list 7',
          since: expect.any(String),
          command: 'causeway payouts held',
          paymentId: transactionId,
        },
        {
          reason: expect.stringContaining('webhook endpoint was disabled'),
          since: expect.any(String),
        },
      ]),
    )
    expect((await app.ok('getAttention', { as: await app.anotherPlatform() })).items).toEqual([])
  })
})
