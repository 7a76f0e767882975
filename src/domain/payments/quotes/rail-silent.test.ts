/**
 * Silent rail tests: payouts without an answer are submitted again under the same key, and never refunded on suspicion.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { accountOf, balanceOf, clabe, quoteBetween } from '../../../../test/harness/cast.ts'
import { withRail } from '../../../../test/harness/rails.ts'
import type { Payout } from '../../../providers/rails/port.ts'

describe('a payout whose rail does not answer', () => {
  let app: TestApp
  let silentFor = 0
  /** What was submitted, in order; the rail accepts each key once. */
  const handedOver: Payout[] = []
  const placed = new Map<string, bigint>()

  beforeAll(async () => {
    app = await testApp({
      providers: withRail(() => ({
        async send(payout) {
          handedOver.push(payout)
          placed.set(payout.key, payout.amount)
          if (handedOver.length <= silentFor) throw new Error('The connection was lost before the answer')
          return { state: 'DELIVERED' }
        },
      })),
    })
  })
  afterAll(async () => {
    expect(await app.audit()).toEqual([])
    await app.close()
  })

  it('is submitted again with its key until the rail reports its outcome, and paid once', async () => {
    const dollars = await accountOf(app, 'northwind', 'USD')
    const before = await balanceOf(app, dollars)
    silentFor = 3
    const { id, transactionId } = await quoteBetween(app, dollars.id, await clabe(app, '719'), 50_000)
    await app.ok('executeQuote', { params: { quoteId: id } })
    await app.settle()
    const payment = () => app.ok('getTransactionById', { params: { transactionId } })
    // The rail has the money, and its state is unknown: neither arrived nor returned.
    expect((await payment()).status).toBe('PROCESSING')
    expect(before - (await balanceOf(app, dollars))).toBe(50_000)
    await app.advance({ minutes: 60 })
    expect((await payment()).status).toBe('COMPLETED')
    expect(handedOver).toHaveLength(silentFor + 1)
    expect(new Set(handedOver.map(({ key }) => key)).size).toBe(1)
    expect([...placed.values()]).toEqual([858_187n])
    expect(before - (await balanceOf(app, dollars))).toBe(50_000)
  })
})
