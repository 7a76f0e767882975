/** Handlers of the quote operations. */
import type { Quote as WireQuote } from '../../../../contract/payments/quotes.ts'
import { bareId } from '../../../core/ids.ts'
import type { Pages } from '../../../infra/db/page.ts'
import type { Store } from '../../../infra/db/store.ts'
import { type HandlersOf, type Shows, showing } from '../../../infra/operations/handlers.ts'
import type { Rails } from '../../../providers/rails/port.ts'
import type { Rates } from '../../../providers/rates/port.ts'
import { getPlatformConfig } from '../../platform/queries.ts'
import { createQuote } from './create-quote.ts'
import { executeQuote } from './execute-quote.ts'
import { getExchangeRates } from './pricing/get-exchange-rates.ts'
import { getQuoteById, listQuotes } from './queries.ts'
import { presentQuote, type Quote, quotes } from './quote.ts'

interface Needs {
  readonly store: Store
  readonly pages: Pages
  readonly rates: Rates
  readonly feeRate: string
  readonly rails: Rails
}

const quoteReply: Shows<Quote, WireQuote> = { table: quotes, present: presentQuote }

export const quoteApi = ({
  store,
  pages,
  rates,
  feeRate,
  rails,
}: Needs): HandlersOf<'getExchangeRates' | 'createQuote' | 'listQuotes' | 'getQuoteById' | 'executeQuote'> => ({
  getExchangeRates: {
    read: async ({ platformId, query }) => {
      const { supportedCurrencies } = await getPlatformConfig(store, platformId)
      return getExchangeRates({ rates: rates.current(), feeRate }, pages, platformId, supportedCurrencies, query)
    },
  },
  createQuote: showing(quoteReply, ({ body }) => {
    const terms = { rates: rates.current(), feeRate, rails }
    return (rows) => createQuote(rows, { terms, request: body })
  }),
  listQuotes: { read: ({ platformId, query }) => listQuotes(store, pages, platformId, query) },
  getQuoteById: {
    read: async ({ platformId, params }) => presentQuote(await getQuoteById(store, platformId, bareId(params.quoteId))),
  },
  executeQuote: showing(
    quoteReply,
    ({ params, signer }) =>
      (rows) =>
        executeQuote(rows, bareId(params.quoteId), signer),
  ),
})
