/**
 * Status of the rails: health, payouts in transit, and the routing table with lines that differ only in their currency
 * shown as one.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../../../test/harness/cast.ts'
import type { Carriage, Rail } from '../../providers/rails/port.ts'
import { sandboxRail } from '../../providers/rails/sandbox.ts'

const PESOS: Carriage = {
  direction: 'OUT',
  currency: 'MXN',
  accountTypes: ['MXN_ACCOUNT'],
  scheme: 'SPEI',
  minAmount: 1_000n,
  maxAmount: 100_000_000n,
  cutOff: '17:00 America/Mexico_City',
  settlement: 'at once',
  fee: 'MXN 1.00',
}
const slow: Rail = {
  id: 'spei',
  carries: [PESOS, { ...PESOS, currency: 'USD' }, { ...PESOS, direction: 'IN', fee: 'none' }],
  health: () => ({ status: 'DEGRADED', detail: 'the statement of yesterday is missing' }),
  send: async () => ({ state: 'IN_TRANSIT', askAgainInMs: 60_000 }),
  ask: async () => ({ state: 'IN_TRANSIT', askAgainInMs: 60_000 }),
  holdings: async () => [
    { currency: 'MXN', float: -5_00n, inFlight: 7_00n, asOf: 'statement 7', seenAt: Date.UTC(2026, 10, 23) },
    { currency: 'USD', float: null, inFlight: 0n, asOf: null, seenAt: null },
  ],
}

let app: TestApp
beforeAll(async () => {
  app = await testApp({ providers: (usual) => ({ ...usual, rails: () => [slow, sandboxRail] }) })
})
afterAll(() => app.close())

describe('getRails', () => {
  it('shows the connected rails in their order, with the payouts in transit over each', async () => {
    const { id } = await accountOf(app, 'northwind', 'USD')
    const quote = await quoteBetween(app, id, await clabe(app, '719'), 50_000)
    await app.ok('executeQuote', { params: { quoteId: quote.id } })
    await app.settle()
    const { rails: shown } = await app.ok('getRails')
    expect(shown.map(({ rail, health, inTransit }) => [rail, health.status, inTransit])).toEqual([
      ['spei', 'DEGRADED', 1],
      ['sandbox', 'UP', 0],
    ])
    const { direction: _, currency: __, accountTypes: ___, ...terms } = PESOS
    const amounts = { minAmount: 1_000, maxAmount: 100_000_000 }
    expect(shown[0]?.lines).toEqual([
      { ...terms, ...amounts, direction: 'OUT', currencies: ['MXN', 'USD'] },
      { ...terms, ...amounts, direction: 'IN', currencies: ['MXN'], fee: 'none' },
    ])
    expect(shown[0]?.holdings.map(({ currency, ...holding }) => [currency.code, holding])).toEqual([
      ['MXN', { float: '-500', inFlight: '700', asOf: 'statement 7', seenAt: '2026-11-23T00:00:00.000Z' }],
      ['USD', { inFlight: '0' }],
    ])
    expect(shown[1]).toMatchObject({ holdings: [], inSuspense: 0 })
    expect(shown[0]).not.toHaveProperty('statement')
    const as = await app.anotherPlatform()
    expect((await app.ok('getRails', { as })).rails[0]?.inTransit).toBe(0)
  })

  it('compares the last statement with the ledger, and shows the money in suspense', async () => {
    await app.store.script(`
    insert into rail_comparisons select 'spei', n, 'S' || n, 'MXN', n * 500, 500, 0, (n - 1) * 500, 1, '[]', '2026-11-23T00:00:00Z'
      from generate_series(1, 2) n;
    insert into arrivals (platform_id, id, rail, currency, amount, arrived_at, suspended_for, created_at)
      select gen_random_uuid(), gen_random_uuid(), 'spei', 'MXN', 5, now(), 'It names no account', now() from generate_series(1, 3)`)
    const { rails: shown } = await app.ok('getRails')
    expect(shown.map(({ rail, inSuspense }) => [rail, inSuspense])).toEqual([
      ['spei', 3],
      ['sandbox', 0],
    ])
    expect(shown[0]?.statement).toMatchObject({
      name: 'S2',
      currency: { code: 'MXN' },
      difference: '500',
      onTheWay: '0',
      movements: 1,
      comparedAt: '2026-11-23T00:00:00.000Z',
    })
  })
})
