/** Owns the end of a card by the operator. */
import type { Rows } from '../../engine/rows.ts'
import { move } from '../../infra/states/move.ts'
import { cardMachine } from './card-machine.ts'
import { type Card, cards } from './tables.ts'

/** @throws Refusal CARD_NOT_FOUND, INVALID_STATE_TRANSITION for a card that is CLOSED */
export const withdrawCard = (rows: Rows, cardId: string): Card =>
  move(rows, cardMachine, rows.get(cards, cardId), 'withdraw', {
    stateReason: 'CLOSED_BY_SERVICE',
    updatedAt: rows.now,
  })
