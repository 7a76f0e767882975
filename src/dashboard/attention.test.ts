/** Home page data: tasks, held payouts and a disabled endpoint are listed for their own platform only. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../../test/harness/cast.ts'
import { listAttention } from './attention.ts'

let app: TestApp
let usd: string
beforeAll(async () => {
  app = await testApp()
  app.clock.freeze()
  usd = (await accountOf(app, 'northwind', 'USD')).id
})
afterAll(() => app.close())

const listed = async () => listAttention(app.store, app.platform.platformId)

it('lists nothing at first, then each item with its payment and the command that resolves it', async () => {
  expect(await listed()).toEqual([])
  const { transactionId } = await quoteBetween(app, usd, await clabe(app, '007'), 50_000, { immediatelyExecute: true })
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
  const { platformId } = await app.anotherPlatform()
  expect(await listAttention(app.store, platformId)).toEqual([])
})
