/** Offered rate tests: the spread of the pair is deducted, and the origin of the rate is stored. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InternalAccount } from '../../../../../contract/accounts/internal-accounts.ts'
import { type TestApp, testApp } from '../../../../../test/harness/app.ts'
import { accountOf, balanceOf, clabe, quoteBetween } from '../../../../../test/harness/cast.ts'
import { sandboxRates } from '../../../../providers/rates/sandbox.ts'
import { offeredRates } from '../../../../providers/rates/spreads.ts'
import { getQuoteById } from '../queries.ts'

const NOON = Date.parse('2026-11-23T12:00:00Z')

let app: TestApp
let usd: InternalAccount
let maria: string

beforeAll(async () => {
  const rates = offeredRates(sandboxRates({ now: () => NOON }), new Map([['USD/MXN', '0.01']]))
  app = await testApp({ providers: (usual) => ({ ...usual, rates }) })
  usd = await accountOf(app, 'northwind', 'USD')
  maria = await clabe(app, '719')
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('a quote under a spread of 1 %', () => {
  it('is priced at 17.0775 instead of 17.25, and moves exactly its amounts', async () => {
    const before = await balanceOf(app, usd)
    const quote = await quoteBetween(app, usd.id, maria, 50_000)
    expect(quote).toMatchObject({ feesIncluded: 250, totalReceivingAmount: 849_605, exchangeRate: 0.0585565802957107 })
    await app.ok('executeQuote', { params: { quoteId: quote.id } })
    expect(before - (await balanceOf(app, usd))).toBe(50_000)
  })

  it('costs the same as in the list of exchange rates', async () => {
    const query = { sourceCurrency: 'USD', destinationCurrency: ['MXN', 'EUR'], sendingAmount: 50_000 }
    const { data } = await app.ok('getExchangeRates', { query: query as never })
    const [euros, pesos] = data
    expect(pesos).toMatchObject({ receivingAmount: 849_605, exchangeRate: 0.0585565802957107 })
    expect(euros, 'a pair without a spread').toMatchObject({ receivingAmount: 45_770 })
  })

  it('keeps the origin of its rate', async () => {
    const { id } = await quoteBetween(app, usd.id, maria, 50_000)
    const quote = await getQuoteById(app.store, app.platform.platformId, id.slice('Quote:'.length))
    expect(quote.rateOrigin).toEqual({ sources: ['sandbox'], midRate: '0.0579710144927536', spread: '0.01', at: NOON })
  })
})
