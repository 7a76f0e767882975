/** Card freeze use cases: the operator stops a card without its holder, who cannot reverse it. */
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { move } from '../../infra/state-machines/move.ts'
import { isFrozen } from '../platform/freeze.ts'
import { cardMachine, cards } from './card.ts'

/** @returns whether the state changed: its holder may have frozen it before. @throws Refusal CARD_NOT_FOUND, INVALID_STATE_TRANSITION unless it is ACTIVE or FROZEN */
export function freezeCard(rows: Rows, cardId: string): boolean {
  const card = rows.get(cards, cardId)
  if (card.status === 'FROZEN') return false
  move(rows, cardMachine, card, 'freeze', { updatedAt: rows.now })
  return true
}

/** Reverses `freezeCard`. A card that was closed since then stays closed. */
export function releaseCard(rows: Rows, cardId: string): void {
  const card = rows.get(cards, cardId)
  if (card.status === 'FROZEN') move(rows, cardMachine, card, 'unfreeze', { updatedAt: rows.now })
}

/** For requests of the platform and the holder to make the card ACTIVE. @throws Refusal INVALID_STATE_TRANSITION */
export function refuseUnfreezing(rows: Rows, cardId: string): void {
  if (isFrozen(rows, 'Card', cardId))
    refuse('INVALID_STATE_TRANSITION', 'The operator has frozen the card; only the operator releases it', {
      frozen: 'CARD',
    })
}
