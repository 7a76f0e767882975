/** Delegated key creation use case: the holder of a wallet consents that a card is paid from it. */
import type { DelegatedKeyCreateRequest } from '../../../../contract/cards/delegated-keys.ts'
import { LIMITS } from '../../../../contract/limits.ts'
import { wireAmount } from '../../../core/currency.ts'
import { bareId, wireId } from '../../../core/ids.ts'
import { refuse, refuseField } from '../../../core/refusal.ts'
import type { Signer } from '../../../core/signature.ts'
import { command } from '../../../engine/command.ts'
import { passkeyRequirementForPayment } from '../../wallets/passkey-policy.ts'
import { requireWallet, walletReads } from '../../wallets/wallet.ts'
import { cardLabel, cards } from '../card.ts'
import { addDelegatedKey, capLabel } from './consents.ts'
import type { DelegatedKey } from './delegated-key.ts'

/**
 * @throws SignatureNeeded; Refusal CARD_NOT_FOUND, INTERNAL_ACCOUNT_NOT_FOUND, INVALID_INPUT (no wallet, no funding
 * source of the card), ACCOUNT_NOT_ACTIVE, CARD_NOT_MUTABLE, CONFLICT (an ACTIVE key exists), FORBIDDEN, UNAUTHORIZED
 */
export const createDelegatedKey = command({
  reads: (_seen, { cardId, internalAccountId }: DelegatedKeyCreateRequest) => [
    [cards, bareId(cardId)],
    ...walletReads(bareId(internalAccountId)),
  ],
  signature(rows, { nickname, ...request }) {
    const accountId = bareId(request.internalAccountId)
    const card = rows.get(cards, bareId(request.cardId))
    requireWallet(rows, accountId, 'internalAccountId')
    if (!card.fundingSources.includes(accountId))
      refuseField('INVALID_INPUT', 'internalAccountId', 'is not a funding source of the card; add it to the card first')
    if (card.status === 'CLOSED') refuse('CARD_NOT_MUTABLE', 'The card is CLOSED')
    if (card.consents[accountId] !== undefined)
      refuse('CONFLICT', 'The card already has an ACTIVE delegated key for this wallet')
    return {
      operation: 'createDelegatedKey',
      statement: `Let ${cardLabel(card)} pay from the wallet ${request.internalAccountId}, ${capLabel(card)}.`,
      parameters: {
        cardId: request.cardId,
        accountId: request.internalAccountId,
        cardholderId: wireId('Customer', card.cardholderId),
        nickname,
        currency: card.currency,
        maxSpendPerTransaction: card.maxSpend === null ? null : wireAmount(card.maxSpend),
      },
      accountIds: [accountId],
      ...passkeyRequirementForPayment(rows, accountId, card.maxSpend ?? BigInt(LIMITS.amount)),
    }
  },
  run(rows, { nickname, ...request }, signer): DelegatedKey {
    const accountId = bareId(request.internalAccountId)
    const card = rows.get(cards, bareId(request.cardId))
    const { challengeId } = signer as Signer
    const key = addDelegatedKey(rows, card.id, accountId, { nickname, challengeId })
    rows.change(cards, card, { consents: { ...card.consents, [accountId]: key.id } })
    return key
  },
})
