/** Owns the list of exchange rates: what a payment would come to now, for each corridor of the platform. */
import type { Contract } from '../../../contract/contract.ts'
import type { ExchangeRate } from '../../../contract/exchange-rates.ts'
import type { QueryOf, ReplyOf } from '../../../contract/operation.ts'
import { CURRENCIES, type KnownCurrency } from '../../../contract/currencies.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { knownCurrency, presentCurrency, wireAmount } from '../../core/currency.ts'
import { Refusal } from '../../core/refusal.ts'
import { isoTime } from '../../core/time.ts'
import type { CurrencySettings } from '../platform/settings.ts'
import { price } from './price.ts'
import type { Terms as QuoteTerms } from './create-quote.ts'

type Terms = Pick<QuoteTerms, 'rates' | 'feeRate'>
type Query = QueryOf<Contract['getExchangeRates']>

/** Every pair of the platform's currencies that the query asks for, in the order of codes. */
export function exchangeRates(terms: Terms, supported: readonly CurrencySettings[], query: Query): ReplyOf<Contract['getExchangeRates']> {
  const codes = supported.map(({ currencyCode }) => currencyCode).sort()
  const from = query.sourceCurrency === undefined ? codes : [knownCurrency(query.sourceCurrency)]
  const to = query.destinationCurrency?.map(knownCurrency) ?? codes
  const pairs = from.flatMap((source) => to.filter((destination) => destination !== source).map((destination) => [knownCurrency(source), knownCurrency(destination)] as const))
  const settings = new Map(supported.map((item) => [item.currencyCode, item]))
  const data = pairs.flatMap(([source, destination]) => rateOf(terms, source, destination, BigInt(query.sendingAmount ?? 10_000), settings.get(source)))
  return { data, hasMore: false, totalCount: data.length }
}

/** Nothing when so little was sent that nothing would arrive. */
function rateOf(terms: Terms, source: KnownCurrency, destination: KnownCurrency, sending: bigint, settings: CurrencySettings | undefined): ExchangeRate[] {
  try {
    const { received, exchangeRate } = price({
      sendingCurrency: source, receivingCurrency: destination, rate: terms.rates.between(source, destination), feeRate: terms.feeRate, lockedSide: 'SENDING', lockedAmount: sending,
    })
    return [{
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
    }]
  } catch (reason) {
    if (reason instanceof Refusal) return []
    throw reason
  }
}
