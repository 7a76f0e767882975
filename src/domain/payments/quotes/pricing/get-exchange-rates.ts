/** Exchange rates: what a payment would cost now, for each corridor of the platform. */
import type { Contract } from '../../../../../contract/contract.ts'
import { CURRENCIES, type KnownCurrency } from '../../../../../contract/currencies.ts'
import { LIMITS } from '../../../../../contract/limits.ts'
import type { QueryOf, ReplyOf } from '../../../../../contract/operation.ts'
import type { ExchangeRate } from '../../../../../contract/payments/exchange-rates.ts'
import { knownCurrency, presentCurrency, wireAmount } from '../../../../core/currency.ts'
import { Refusal } from '../../../../core/refusal.ts'
import { isoTime } from '../../../../core/time.ts'
import type { Pages } from '../../../../infra/db/page.ts'
import type { CurrencySettings } from '../../../platform/platform.ts'
import type { Terms as QuoteTerms } from '../create-quote.ts'
import { price } from './price.ts'

type Terms = Pick<QuoteTerms, 'rates' | 'feeRate'>
type Query = QueryOf<Contract['getExchangeRates']>

/** One page of the matching pairs of the platform's currencies, ordered by code. */
export function getExchangeRates(
  terms: Terms,
  pages: Pages,
  platformId: string,
  supported: readonly CurrencySettings[],
  query: Query,
): Promise<ReplyOf<Contract['getExchangeRates']>> {
  const codes = supported.map(({ currencyCode }) => currencyCode)
  const from = query.sourceCurrency === undefined ? codes : [query.sourceCurrency]
  const settings = new Map(supported.map((item) => [item.currencyCode, item]))
  const rates = currencyPairs(from, query.destinationCurrency ?? codes).flatMap(([source, destination]) => {
    const rate = corridorRate(terms, source, destination, BigInt(query.sendingAmount ?? 10_000), settings.get(source))
    return rate ? [{ id: `${source} ${destination}`, rate }] : []
  })
  return pages.list(['getExchangeRates', platformId], query, {
    fetch: async (after = '', count) => rates.filter(({ id }) => id > after).slice(0, count),
    count: async () => rates.length,
    present: ({ rate }) => rate,
  })
}

/** @throws Refusal INVALID_CURRENCY */
function currencyPairs(from: readonly string[], to: readonly string[]): (readonly [KnownCurrency, KnownCurrency])[] {
  const known = (codes: readonly string[], field: string) =>
    [...new Set(codes.map((code) => knownCurrency(code, field)))].sort()
  const destinations = known(to, 'destinationCurrency')
  return known(from, 'sourceCurrency').flatMap((source) =>
    destinations.filter((destination) => destination !== source).map((destination) => [source, destination] as const),
  )
}

/** Undefined when the amount sent is so small that nothing would arrive. */
function corridorRate(
  terms: Terms,
  source: KnownCurrency,
  destination: KnownCurrency,
  sending: bigint,
  settings: CurrencySettings | undefined,
): ExchangeRate | undefined {
  try {
    const { received, exchangeRate } = price({
      sendingCurrency: source,
      receivingCurrency: destination,
      rate: terms.rates.offer(source, destination).rate,
      feeRate: terms.feeRate,
      lockedSide: 'SENDING',
      lockedAmount: sending,
    })
    return {
      sourceCurrency: presentCurrency(source),
      sendingAmount: wireAmount(sending),
      minSendingAmount: settings?.minAmount ?? 1,
      maxSendingAmount: settings?.maxAmount ?? LIMITS.amount,
      destinationCurrency: presentCurrency(destination),
      destinationPaymentRail: CURRENCIES[destination].rail,
      receivingAmount: wireAmount(received),
      exchangeRate: Number(exchangeRate),
      fees: { fixed: 0 },
      updatedAt: isoTime(terms.rates.updatedAt),
    }
  } catch (reason) {
    if (reason instanceof Refusal) return undefined
    throw reason
  }
}
