/** Owns the end of a card by the operator. */
import type { Rows } from '../../engine/rows.ts'
import { move } from '../../infra/states/move.ts'
import { cardMachine } from './card-machine.ts'
import { endConsents } from './consent/consents.ts'
import { type Card, cards } from './tables.ts'

/** @throws Refusal CARD_NOT_FOUND, INVALID_STATE_TRANSITION for a card that is CLOSED */
export function withdrawCard(rows: Rows, cardId: string): Card {
  const card = rows.get(cards, cardId)
  return move(rows, cardMachine, card, 'withdraw', {
    stateReason: 'CLOSED_BY_SERVICE',
    consents: endConsents(rows, card.consents),
    updatedAt: rows.now,
  })
}
