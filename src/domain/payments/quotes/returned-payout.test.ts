/** Returned payout tests: returns days after delivery, and before delivery was reported. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { accountOf, balanceOf, clabe, quoteBetween } from '../../../../test/harness/cast.ts'
import { withRail } from '../../../../test/harness/rails.ts'
import type { PayoutReport } from '../../../providers/rails/port.ts'

const DAY_MS = 86_400_000
const RETURNED: PayoutReport = { state: 'RETURNED', reason: 'COUNTERPARTY_POST_TX_FAILED' }

describe('a returned payout', () => {
  let app: TestApp
  /** What the rail reports at each poll; the last report repeats. */
  let reports: PayoutReport[] = []
  let asked = 0
  beforeAll(async () => {
    const ask = async () => reports[Math.min(asked++, reports.length - 1)] as PayoutReport
    app = await testApp({ providers: withRail(() => ({ send: ask, ask })) })
    app.clock.freeze()
  })
  beforeEach(() => {
    asked = 0
  })
  afterAll(async () => {
    expect(await app.audit()).toEqual([])
    await app.close()
  })

  async function pay() {
    const dollars = await accountOf(app, 'northwind', 'USD')
    const before = await balanceOf(app, dollars)
    const { id, transactionId } = await quoteBetween(app, dollars.id, await clabe(app, '719'), 50_000)
    await app.ok('executeQuote', { params: { quoteId: id } })
    await app.settle()
    return {
      payment: () => app.ok('getTransactionById', { params: { transactionId } }),
      spent: async () => before - (await balanceOf(app, dollars)),
    }
  }

  it('is polled for as long as the rail requires, and its money is back on the day of the return', async () => {
    const arrived = { state: 'DELIVERED', askAgainInMs: DAY_MS } as const
    reports = [arrived, arrived, arrived, RETURNED]
    const { payment, spent } = await pay()
    await app.advance({ ms: 2 * DAY_MS })
    expect([(await payment()).status, await spent()]).toEqual(['COMPLETED', 50_000])
    await app.advance({ ms: DAY_MS })
    expect(asked).toBe(4)
    expect([(await payment()).status, await spent()]).toEqual(['FAILED', 0])
    await app.advance({ ms: 3 * DAY_MS })
    expect([asked, await spent()]).toEqual([4, 0])
  })

  it('fails with its money refunded if its delivery was never reported', async () => {
    reports = [{ state: 'IN_TRANSIT', askAgainInMs: 1000 }, RETURNED]
    const { payment, spent } = await pay()
    await app.advance({ ms: 1000 })
    expect([(await payment()).status, await spent()]).toEqual(['FAILED', 0])
  })
})
