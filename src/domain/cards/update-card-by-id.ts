/** Card update use case: by the platform, with the signature of the cardholder's wallet. */
import { cardLifecycle } from '../../../contract/cards/card-lifecycle.ts'
import type { CardUpdateRequest } from '../../../contract/cards/cards.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { wireAmount } from '../../core/currency.ts'
import { bareId, wireId } from '../../core/ids.ts'
import { nextState } from '../../core/next-state.ts'
import { refuse } from '../../core/refusal.ts'
import type { SignatureRequirement, Signer } from '../../core/signature.ts'
import { command } from '../../engine/command.ts'
import type { Rows } from '../../engine/rows.ts'
import { move, recordEvent } from '../../infra/state-machines/move.ts'
import type { CardIssuer } from '../../providers/card-issuer/port.ts'
import { passkeyRequirementForPayment } from '../wallets/passkey-policy.ts'
import { type Card, cardLabel, cardMachine, cards } from './card.ts'
import { capLabel, consentReads, isWallet, replaceConsents, revokeConsents } from './delegated-keys/consents.ts'
import { refuseUnfreezing } from './freeze-card.ts'
import { checkFundingSources, fundingSourceReads } from './funding-sources.ts'

/** Requested state → transition. */
const MOVES = { ACTIVE: 'unfreeze', FROZEN: 'freeze', CLOSED: 'close' } as const

const STATEMENTS = { ACTIVE: 'Unfreeze', FROZEN: 'Freeze', CLOSED: 'Permanently close' } as const

interface CardUpdate {
  readonly cardId: string
  readonly request: CardUpdateRequest
  readonly issuer: Pick<CardIssuer, 'objectionTo'>
  /** Wallets of the cardholder, bare ids. Without any, no signature is required (decision 45). */
  readonly walletIds: readonly string[]
}

/**
 * Everything is checked before the signature is requested, and again when it arrives.
 * @throws SignatureNeeded; Refusal CARD_NOT_FOUND, INVALID_STATE_TRANSITION, CARD_NOT_MUTABLE, FUNDING_SOURCE_INELIGIBLE, FORBIDDEN (only by a passkey), UNAUTHORIZED
 */
export const updateCardById = command({
  reads: (seen, { cardId, request }: CardUpdate) => [
    [cards, cardId],
    ...consentReads(seen.lastSeen(cards, cardId)),
    ...fundingSourceReads(request.fundingSources?.map(bareId) ?? []),
  ],
  signature(rows, update) {
    const { cardId, request, issuer, walletIds } = update
    const card = rows.get(cards, cardId)
    const name = request.state && MOVES[request.state]
    if (name) nextState(cardLifecycle, card.status, name)
    if (name === 'unfreeze') refuseUnfreezing(rows, cardId)
    if (card.status === 'CLOSED') refuse('CARD_NOT_MUTABLE', 'The card is CLOSED and cannot be changed')
    const fundingSources = request.fundingSources?.map(bareId)
    if (fundingSources) checkFundingSources(rows, issuer, card.cardholderId, fundingSources, card.currency)
    if (walletIds.length === 0) return undefined
    return signatureRequirement(rows, { ...card, maxSpend: newSpendingCap(card, request) }, update, card)
  },
  run(rows, { cardId, request }, signer): Card {
    const card = rows.get(cards, cardId)
    const name = request.state && MOVES[request.state]
    const maxSpend = newSpendingCap(card, request)
    const fundingSources = request.fundingSources?.map(bareId)
    const capped = maxSpend === card.maxSpend ? card : rows.change(cards, card, { maxSpend, updatedAt: rows.now })
    const changed = fundingSources ? replaceFundingSources(rows, capped, fundingSources, signer) : capped
    if (!name) return changed
    const changes =
      name === 'close'
        ? { stateReason: 'CLOSED_BY_PLATFORM' as const, consents: revokeConsents(rows, changed.consents) }
        : { stateReason: null }
    return move(rows, cardMachine, changed, name, { ...changes, updatedAt: rows.now })
  },
})

function newSpendingCap({ maxSpend }: Card, { maxSpendPerTransaction: wanted }: CardUpdateRequest): bigint | null {
  if (wanted === undefined) return maxSpend
  return wanted === null ? null : BigInt(wanted)
}

/**
 * An unchanged list emits no event. A signature gives the consent of the wallets in the list; without a signature no
 * wallet has consented.
 */
function replaceFundingSources(
  rows: Rows,
  card: Card,
  fundingSources: readonly string[],
  signer: Signer | undefined,
): Card {
  const consents = signer
    ? replaceConsents(rows, card, fundingSources, { nickname: card.platformCardId, challengeId: signer.challengeId })
    : revokeConsents(rows, card.consents, (accountId) => !fundingSources.includes(accountId))
  const isSame = String(card.fundingSources) === String(fundingSources)
  return isSame
    ? rows.change(cards, card, { consents })
    : recordEvent(rows, cardMachine, card, 'FUNDING_SOURCE_CHANGE', { fundingSources, consents, updatedAt: rows.now })
}

/** @param card with the new cap @param before the stored card */
function signatureRequirement(
  rows: Rows,
  card: Card,
  { request: { state, fundingSources, maxSpendPerTransaction }, walletIds }: CardUpdate,
  before: Card,
): SignatureRequirement {
  const what = cardLabel(card)
  const sources = fundingSources?.map(bareId) ?? []
  const wallets = sources.filter((id) => isWallet(rows, id))
  const namesCap = maxSpendPerTransaction !== undefined || wallets.length > 0
  const statements = [
    ...(fundingSources ? [`Fund ${what} from ${fundingSources.join(', then ')}.`] : []),
    ...(namesCap ? [`Let ${what} pay ${capLabel(card)}.`] : []),
    ...(state ? [`${STATEMENTS[state]} ${what}.`] : []),
  ]
  return {
    operation: 'updateCardById',
    statement: statements.join(' '),
    parameters: {
      cardId: wireId('Card', card.id),
      ...(state && { state }),
      ...(fundingSources && { fundingSources }),
      ...(namesCap && { maxSpendPerTransaction: card.maxSpend === null ? null : wireAmount(card.maxSpend) }),
    },
    accountIds: walletIds,
    ...passkeyRequirement(
      rows,
      card,
      wallets.filter((id) => !before.consents[id]),
      isCapRaised(before, card),
    ),
  }
}

/** Consent is extended: by wallets that consent now, and under a higher cap by those that consented before. */
function passkeyRequirement(rows: Rows, { consents, maxSpend }: Card, agreeing: readonly string[], raised: boolean) {
  const drawn = raised ? [...agreeing, ...Object.keys(consents)] : agreeing
  const conditions = drawn.map((id) => passkeyRequirementForPayment(rows, id, maxSpend ?? BigInt(LIMITS.amount)))
  return conditions.find(({ byPasskey }) => byPasskey) ?? {}
}

const isCapRaised = (before: Card, { maxSpend }: Card): boolean =>
  before.maxSpend !== null && (maxSpend === null || maxSpend > before.maxSpend)
