/** Queries of quotes and exchange rates. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Quote } from '../../../../contract/payments/quotes.ts'
import { api } from '../../api/client.ts'

/** From the page's address; the server rejects unknown values. */
export interface QuoteFilter {
  readonly status?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

export const quotesQuery = ({ status, ...filter }: QuoteFilter) =>
  queryOptions({
    queryKey: ['quotes', status, filter],
    queryFn: () => api('listQuotes', { query: { ...filter, status: status as Quote['status'] | undefined } }),
    placeholderData: keepPreviousData,
  })

export const quoteQuery = (id: string) =>
  queryOptions({ queryKey: ['quote', id], queryFn: () => api('getQuoteById', { params: { quoteId: id } }) })

const RATES_MAX = 100
/** Rates change without an event. */
const RATES_MS = 15_000

export const ratesQuery = (from: string) =>
  queryOptions({
    queryKey: ['rates', from],
    refetchInterval: RATES_MS,
    queryFn: () => api('getExchangeRates', { query: { sourceCurrency: from, limit: RATES_MAX } }),
    placeholderData: keepPreviousData,
  })

export const rateOriginsQuery = (from: string) =>
  queryOptions({
    queryKey: ['rate-origins', from],
    refetchInterval: RATES_MS,
    queryFn: () => api('getRateOrigins', { query: { sourceCurrency: from } }),
    placeholderData: keepPreviousData,
  })
