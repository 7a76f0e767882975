/** Money flow test: places of the last day's payments, with sums that agree with the trial balance. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../../../test/harness/cast.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  app.clock.freeze()
})
afterAll(() => app.close())

const flowsOf = async (as = app.platform) =>
  (await app.ok('getMoneyFlow', { as })).flows.map(
    ({ from, to, currency, amount, postings }) => `${from} > ${to}: ${amount} ${currency.code}, ${postings}`,
  )

describe('getMoneyFlow', () => {
  it('sums the postings of the last day by the places that they connect', async () => {
    const { id: dollars } = await accountOf(app, 'northwind', 'USD')
    await quoteBetween(app, dollars, await clabe(app, '719'), 50_000, { immediatelyExecute: true })
    await quoteBetween(app, dollars, await clabe(app, '003'), 50_000, { immediatelyExecute: true })
    await app.settle()
    expect(new Set(await flowsOf())).toEqual(
      new Set([
        'rails > customers: 1000000 USD, 1',
        'customers > fees: 500 USD, 2',
        'customers > fx: 99500 USD, 2',
        'fx > transit: 1716374 MXN, 2',
        'transit > rails: 858187 MXN, 1',
      ]),
    )
    const { flows, isPartial } = await app.ok('getMoneyFlow')
    expect(isPartial).toBe(false)
    const net = (place: string, code: string) =>
      flows
        .filter(({ currency }) => currency.code === code)
        .reduce(
          (sum, { from, to, amount }) => sum + BigInt(amount) * BigInt(Number(to === place) - Number(from === place)),
          0n,
        )
    for (const { place, currency, amount } of (await app.ok('getTrialBalance')).lines)
      expect([place, currency.code, net(place, currency.code)]).toEqual([place, currency.code, BigInt(amount)])
  })

  it('shows nothing of another platform, and nothing of the day before', async () => {
    expect(await flowsOf(await app.anotherPlatform())).toEqual([])
    await app.advance({ days: 2 })
    expect(await flowsOf()).toEqual([])
  })
})
