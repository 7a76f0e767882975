/** getExchangeRates tests: the price of each corridor, equal to that of a quote. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../../../../client/request.ts'
import type { ExchangeRate } from '../../../../../contract/payments/exchange-rates.ts'
import { type TestApp, testApp } from '../../../../../test/harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../../../../../test/harness/cast.ts'

let app: TestApp
const rates = async (query: object = {}) => (await app.ok('getExchangeRates', { query: { limit: 100, ...query } })).data
const corridor = ({ sourceCurrency, destinationCurrency }: ExchangeRate) =>
  `${sourceCurrency.code}-${destinationCurrency.code}`

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('getExchangeRates', () => {
  it('lists every pair of different currencies of the platform, in the order of codes', async () => {
    const pairs = (await rates({ sendingAmount: 1_000_000 })).map(corridor)
    expect(pairs).toHaveLength(9 * 8)
    expect(new Set(pairs).size).toBe(9 * 8)
    expect(pairs).toEqual([...pairs].sort())
  })

  it.each([
    ['EUR', 100_000, 91_540, 1.08695652173913, 'SEPA_INSTANT'],
    ['MXN', 100_000, 1_716_375, 0.0579710144927536, 'SPEI'],
    ['INR', 100_000, 8_208_750, 0.0121212121212121, 'UPI'],
    ['BRL', 100_000, 512_425, 0.194174757281553, 'PIX'],
    ['GBP', 100_000, 78_605, 1.26582278481013, 'FASTER_PAYMENTS'],
    ['BTC', 100_000, 828_835, 120048.01920768, 'SPARK'],
    ['USDC', 100_000, 995_000_000, 1, 'SOLANA'],
    ['USDB', 100_000, 995_000_000, 1, 'SPARK'],
  ])(
    'converts 1000.00 USD to %s after half a percent',
    async (code, sendingAmount, receivingAmount, exchangeRate, rail) => {
      const [rate] = await rates({ sourceCurrency: 'USD', destinationCurrency: code, sendingAmount })
      expect(rate).toMatchObject({
        sendingAmount,
        receivingAmount,
        exchangeRate,
        destinationPaymentRail: rail,
        minSendingAmount: 1,
        maxSendingAmount: 100_000_000,
      })
    },
  )

  it('crosses two currencies through the dollar, rounded once', async () => {
    const [rate] = await rates({ sourceCurrency: 'EUR', destinationCurrency: 'MXN', sendingAmount: 100_000 })
    // 1000.00 EUR less 5.00 at 17.25 / 0.92 = 18.75
    expect(rate).toMatchObject({ receivingAmount: 1_865_625, exchangeRate: 0.0533333333333333 })
  })

  it('assumes 100.00 units of the source when no amount is given', async () => {
    for (const { sendingAmount } of await rates({ sourceCurrency: 'GBP' })) expect(sendingAmount).toBe(10_000)
  })

  it('equals the price of a quote', async () => {
    const [rate] = await rates({ sourceCurrency: 'USD', destinationCurrency: 'MXN', sendingAmount: 123_457 })
    const usd = await accountOf(app, 'northwind', 'USD')
    const quote = await quoteBetween(app, usd.id, await clabe(app, '719'), 123_457)
    expect(quote).toMatchObject({ totalReceivingAmount: rate?.receivingAmount, exchangeRate: rate?.exchangeRate })
  })

  it.each([
    ['commas', 'destinationCurrency=INR,GBP'],
    ['escaped commas', 'destinationCurrency=INR%2CGBP'],
    ['repetition', 'destinationCurrency=INR&destinationCurrency=GBP'],
    ['both', 'destinationCurrency=INR,GBP&destinationCurrency=INR'],
  ])('accepts several destinations, by %s', async (_how, query) => {
    const { body } = await app.raw('GET', `${pathTo('getExchangeRates')}?sourceCurrency=USD&${query}`)
    expect(body.data.map(corridor).sort()).toEqual(['USD-GBP', 'USD-INR'])
  })

  it('omits a corridor in which nothing would arrive', async () => {
    expect(await rates({ sourceCurrency: 'MXN', destinationCurrency: 'USD', sendingAmount: 10 })).toEqual([])
    expect(await rates({ sourceCurrency: 'USD', sendingAmount: 0 })).toEqual([])
  })

  it('reports when the rates were published', async () => {
    const [first, ...rest] = await rates()
    expect(Date.parse(first?.updatedAt as string)).toBeLessThanOrEqual(app.clock.now())
    for (const { updatedAt } of rest) expect(updatedAt).toBe(first?.updatedAt)
  })

  it('is paged like every list', async () => {
    const seen: string[] = []
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await app.ok('getExchangeRates', { query: { sourceCurrency: 'USD', limit: 3, cursor } })
      expect(page.totalCount).toBe(8)
      seen.push(...page.data.map(corridor))
      more = page.hasMore
      cursor = page.nextCursor
    }
    expect(seen).toEqual((await rates({ sourceCurrency: 'USD' })).map(corridor))
    expect((await app.ok('getExchangeRates')).data).toHaveLength(20)
  })

  it('400 for a currency that does not exist', async () => {
    const { error } = await app.call('getExchangeRates', { query: { sourceCurrency: 'ZZZ' } })
    expect(error).toMatchObject({
      status: 400,
      code: 'INVALID_CURRENCY',
      details: { errors: [{ field: 'sourceCurrency' }] },
    })
    const list = await app.call('getExchangeRates', { query: { destinationCurrency: 'USD,ZZZ' } })
    expect(list.error).toMatchObject({
      code: 'INVALID_CURRENCY',
      details: { errors: [{ field: 'destinationCurrency' }] },
    })
  })
})
