/** Card withdrawal use case: the operator closes a card. */
import { command } from '../../engine/command.ts'
import { move } from '../../infra/state-machines/move.ts'
import { type Card, cardMachine, cards } from './card.ts'
import { consentReads, revokeConsents } from './delegated-keys/consents.ts'

/** @throws Refusal CARD_NOT_FOUND, INVALID_STATE_TRANSITION for a card that is CLOSED */
export const withdrawCard = command({
  reads: (seen, cardId: string) => [[cards, cardId], ...consentReads(seen.lastSeen(cards, cardId))],
  run(rows, cardId): Card {
    const card = rows.get(cards, cardId)
    return move(rows, cardMachine, card, 'withdraw', {
      stateReason: 'CLOSED_BY_SERVICE',
      consents: revokeConsents(rows, card.consents),
      updatedAt: rows.now,
    })
  },
})
