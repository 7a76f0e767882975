/** Database backends that are killed, and rows that are changed by hand, while two processes pay: every payment is made once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { bareId } from '../../src/core/ids.ts'
import { freshPlace, type Place, type TestApp, testApp } from '../harness/app.ts'
import { accountOf, balanceOf, quoteBetween } from '../harness/cast.ts'
import { kind } from '../harness/database/database.ts'
import { onServer } from '../harness/database/postgres.ts'
import { times } from '../harness/engine.ts'

const CALLERS = 32
const PAYMENTS = 12
const AMOUNT = 100

describe.runIf(kind === 'postgres')('two processes whose backends are killed while rows are changed by hand', () => {
  let place: Place
  let apps: TestApp[]
  beforeAll(async () => {
    place = await freshPlace()
    apps = [await testApp({ place }), await testApp({ place })]
  })
  afterAll(async () => {
    for (const app of apps) await app.close()
    await place.drop()
  })

  /**
   * Kills every backend of the database except its own, and changes the version of each row in separate statements, as
   * an operator would by hand.
   */
  const disturb = async (rows: readonly string[]) => {
    const url = place.database.url as string
    await onServer(
      url,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    for (const row of rows) await onServer(url, `update balances set posted = posted where id = '${bareId(row)}'`)
  }

  it('make each payment once, and lose none', async () => {
    const app = apps[0] as TestApp
    const [usd, eur] = [await accountOf(app, 'northwind', 'USD'), await accountOf(app, 'alice', 'EUR')]
    await app.ok('sandboxFundInternalAccount', { params: { accountId: usd.id }, body: { amount: 10_000_000 } })
    const quotes = await Promise.all(times(CALLERS * PAYMENTS, () => quoteBetween(app, usd.id, eur.id, AMOUNT)))
    const before = await balanceOf(app, usd)
    let paid = 0
    const execute = async (id: string, turn: number) => {
      for (let tries = turn; ; tries++) {
        const { base } = apps[tries % apps.length] as TestApp
        const headers = { 'idempotency-key': `execute ${id}` }
        const { status, text } = await app.raw('POST', base + pathTo('executeQuote', { quoteId: id }), { headers })
        if (status === 503) continue // unavailable, or unknown outcome: the key makes a repetition safe
        expect(status, text).toBe(200)
        paid++
        return
      }
    }
    const callers = Promise.all(
      times(CALLERS, async (nth) => {
        for (const { id } of quotes.slice(nth * PAYMENTS, (nth + 1) * PAYMENTS)) await execute(id, nth)
      }),
    )
    let disturbances = 0
    while (paid < quotes.length) {
      const until = Math.min(paid + CALLERS / 2, quotes.length)
      await disturb([usd.id, eur.id])
      disturbances++
      while (paid < until) await Promise.race([callers, new Promise((resume) => setTimeout(resume, 5))])
    }
    await callers
    expect(disturbances).toBeGreaterThan(PAYMENTS)
    expect(before - (await balanceOf(app, usd))).toBe(quotes.length * AMOUNT)
    expect(await app.audit()).toEqual([])
  })
})
