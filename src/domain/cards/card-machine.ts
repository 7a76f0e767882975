/** Owns cards as things that move. */

import { cardLifecycle } from '../../../contract/cards/card-lifecycle.ts'
import type { Machine } from '../../infra/states/move.ts'
import { presentCard } from './present.ts'
import { type Card, cards } from './tables.ts'

/** Its events show no address of the issuer's page: whoever reads them need not see the number. */
export const cardMachine: Machine<Card, keyof typeof cardLifecycle.moves> = {
  lifecycle: cardLifecycle,
  table: cards,
  eventType: (_card, event) => `CARD.${event}`,
  present: (card) => presentCard(card),
}
