/** Handlers of the quote operations. */
import type { Contract } from '../../../../contract/contract.ts'
import type { Quote as WireQuote } from '../../../../contract/payments/quotes.ts'
import type { Clock } from '../../../core/clock.ts'
import { bareId } from '../../../core/ids.ts'
import type { Pages } from '../../../infra/db/page.ts'
import type { Store } from '../../../infra/db/store.ts'
import { type HandlersOf, type Shows, showing, showingPrepared } from '../../../infra/operations/handlers.ts'
import type { Rails } from '../../../providers/rails/port.ts'
import type { Rates } from '../../../providers/rates/port.ts'
import { getPlatformConfig } from '../../platform/queries.ts'
import { createQuote } from './create-quote.ts'
import { executeQuote } from './execute-quote.ts'
import { prepareFunding } from './prepare-funding.ts'
import { getExchangeRates } from './pricing/get-exchange-rates.ts'
import { getQuoteById, listQuotes } from './queries.ts'
import { presentQuote, type Quote, quotes } from './quote.ts'

interface Needs {
  readonly store: Store
  readonly pages: Pages
  readonly rates: Rates
  readonly feeRate: string
  readonly rails: Rails
  readonly clock: Clock
}

/** Where no rail prepares instructions, no earlier reply has to be looked up before the command of a quote. */
function creating({ rates, feeRate, rails, clock }: Omit<Needs, 'store' | 'pages'>) {
  const terms = () => ({ rates: rates.current(), feeRate, rails })
  if (!rails.connected.some(({ prepareInstructions }) => prepareInstructions))
    return showing<Contract['createQuote'], Quote>(quoteReply, ({ body: request }) => {
      const conditions = terms()
      return (rows) => createQuote(rows, { terms: conditions, request })
    })
  return showingPrepared<Contract['createQuote'], Quote>(quoteReply, async ({ body: request }) => {
    const prepared = await prepareFunding({ rails, clock }, request)
    const conditions = terms()
    return (rows) => createQuote(rows, { terms: conditions, request, prepared })
  })
}

const quoteReply: Shows<Quote, WireQuote> = { table: quotes, present: presentQuote }

export const quoteApi = ({
  store,
  pages,
  rates,
  feeRate,
  rails,
  clock,
}: Needs): HandlersOf<'getExchangeRates' | 'createQuote' | 'listQuotes' | 'getQuoteById' | 'executeQuote'> => ({
  getExchangeRates: {
    read: async ({ platformId, query }) => {
      const { supportedCurrencies } = await getPlatformConfig(store, platformId)
      return getExchangeRates({ rates: rates.current(), feeRate }, pages, platformId, supportedCurrencies, query)
    },
  },
  createQuote: creating({ rates, feeRate, rails, clock }),
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
