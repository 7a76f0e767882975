/** Owns quotes as things that move. Their payment tells what becomes of them, so they have no events of their own. */

import { quoteLifecycle } from '../../../../contract/payments/quote-lifecycle.ts'
import type { Machine } from '../../../infra/states/move.ts'
import { presentQuote } from './present.ts'
import { type Quote, quotes } from './tables.ts'

export const quoteMachine: Machine<Quote, keyof typeof quoteLifecycle.moves> = {
  lifecycle: quoteLifecycle,
  table: quotes,
  eventType: (_quote, event) => `QUOTE.${event}`,
  present: presentQuote,
}
