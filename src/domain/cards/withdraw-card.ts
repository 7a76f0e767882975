/** Card withdrawal use case: the operator closes a card. */
import type { Rows } from '../../engine/rows.ts'
import { move } from '../../infra/states/move.ts'
import { type Card, cardMachine, cards } from './card.ts'
import { revokeConsents } from './delegated-keys/consents.ts'

/** @throws Refusal CARD_NOT_FOUND, INVALID_STATE_TRANSITION for a card that is CLOSED */
export function withdrawCard(rows: Rows, cardId: string): Card {
  const card = rows.get(cards, cardId)
  return move(rows, cardMachine, card, 'withdraw', {
    stateReason: 'CLOSED_BY_SERVICE',
    consents: revokeConsents(rows, card.consents),
    updatedAt: rows.now,
  })
}
