/** Owns the change of a card by its platform, with the signature of the cardholder's wallet. */
import type { CardUpdateRequest } from '../../../contract/cards.ts'
import { bareId, wireId } from '../../core/ids.ts'
import { nextState } from '../../core/lifecycle.ts'
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { type Demand, requireSignature, type Signer } from '../../infra/http/signature-gate.ts'
import { move, tell } from '../../infra/states/move.ts'
import type { CardIssuer } from '../../providers/card-issuer/port.ts'
import { cardMachine } from './card-machine.ts'
import { fundingCurrency } from './funding-sources.ts'
import { cardLifecycle } from './lifecycle.ts'
import { type Card, cards } from './tables.ts'

/** What leads to the state that is asked for. */
const MOVES = { ACTIVE: 'unfreeze', FROZEN: 'freeze', CLOSED: 'close' } as const
const WORDS = { ACTIVE: 'Unfreeze', FROZEN: 'Freeze', CLOSED: 'Close for ever' } as const

interface Terms {
  readonly issuer: Pick<CardIssuer, 'objectionTo'>
  /** Accounts of the cardholder that are wallets; none: nobody could sign, and nobody needs to (decision 45). */
  readonly walletIds: readonly string[]
  readonly signer: Signer | undefined
}

/**
 * Everything is looked at before the signature is asked for, and again when it has come.
 * @throws SignatureNeeded; Refusal CARD_NOT_FOUND, INVALID_STATE_TRANSITION, CARD_NOT_MUTABLE, FUNDING_SOURCE_INELIGIBLE, UNAUTHORIZED
 */
export function updateCard(rows: Rows, cardId: string, wish: CardUpdateRequest, terms: Terms): Card {
  const card = rows.get(cards, cardId)
  const name = wish.state && MOVES[wish.state]
  if (name) nextState(cardLifecycle, card.status, name)
  const fundingSources = wish.fundingSources?.map(bareId)
  if (fundingSources) {
    if (card.status === 'CLOSED') refuse('CARD_NOT_MUTABLE', 'The card is CLOSED, and stays as it is')
    fundingCurrency(rows, terms.issuer, card.cardholderId, fundingSources, card.currency)
  }
  if (terms.walletIds.length > 0) requireSignature(terms.signer, demandOf(card, wish, terms.walletIds))
  const changed = fundingSources ? setSources(rows, card, fundingSources) : card
  if (!name) return changed
  const stateReason = name === 'close' ? 'CLOSED_BY_PLATFORM' : null
  return move(rows, cardMachine, changed, name, { stateReason, updatedAt: rows.now })
}

/** The same list again is no change, and is not told. */
const setSources = (rows: Rows, card: Card, fundingSources: readonly string[]): Card =>
  String(card.fundingSources) === String(fundingSources)
    ? card
    : tell(rows, cardMachine, card, 'FUNDING_SOURCE_CHANGE', { fundingSources, updatedAt: rows.now })

function demandOf(card: Card, { state, fundingSources }: CardUpdateRequest, accountIds: readonly string[]): Demand {
  const what = card.last4 === null ? 'the card' : `the card ending in ${card.last4}`
  const statements = [
    ...(fundingSources ? [`Have ${what} paid from ${fundingSources.join(', then ')}.`] : []),
    ...(state ? [`${WORDS[state]} ${what}.`] : []),
  ]
  return {
    operation: 'updateCardById',
    statement: statements.join(' '),
    parameters: {
      cardId: wireId('Card', card.id),
      ...(state && { state }),
      ...(fundingSources && { fundingSources }),
    },
    accountIds,
  }
}
