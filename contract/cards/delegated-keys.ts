/** Delegated key contract: a wallet holder's consent that a card is paid from the wallet. */
import Type, { type Static } from 'typebox'
import { operations } from '../operation.ts'
import { id, statusSchema, Timestamp } from '../schema.ts'
import { SignedRequestChallenge } from '../wallets/wallet-keys.ts'
import { delegatedKeyLifecycle } from './delegated-key-lifecycle.ts'

const DelegatedKeyStatus = statusSchema(delegatedKeyLifecycle, { $id: 'DelegatedKeyStatus' })

const cardId = id('Card')
const accountId = id('InternalAccount')
const fundingSourceId = {
  ...id('CardFundingSource'),
  description: 'The wallet as a funding source of this card; the same for every key of the pair',
}
const nickname = Type.String({
  minLength: 1,
  maxLength: 256,
  description: 'Shown to the holder in a list of keys',
  examples: ['Everyday card'],
})

export const DelegatedKey = Type.Object(
  {
    id: id('DelegatedKey'),
    cardId,
    fundingSourceId,
    accountId,
    nickname,
    status: DelegatedKeyStatus,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  {
    $id: 'DelegatedKey',
    description:
      "The consent of a wallet's holder that a card is paid from the wallet. Without an ACTIVE key, authorizations skip the wallet.",
  },
)
export type DelegatedKey = Static<typeof DelegatedKey>

const DelegatedKeyCreateRequest = Type.Object(
  {
    cardId,
    internalAccountId: { ...accountId, description: 'A wallet among the funding sources of the card' },
    nickname,
  },
  { $id: 'DelegatedKeyCreateRequest' },
)
export type DelegatedKeyCreateRequest = Static<typeof DelegatedKeyCreateRequest>

const tag = 'Cards'
const params = Type.Object({ id: id('DelegatedKey') })

export const delegatedKeyOperations = operations({
  createDelegatedKey: {
    method: 'POST',
    path: '/auth/delegated-keys',
    tag,
    summary: 'Let a card pay from a wallet',
    description:
      'Requires the signature of a session of the wallet. The signed payload names the card, the wallet and the cap on a purchase. A signed `PATCH /cards/{id}` whose `fundingSources` include the wallet gives the same consent.',
    permission: 'TRANSACT',
    signed: true,
    body: DelegatedKeyCreateRequest,
    replies: { 201: DelegatedKey, 202: SignedRequestChallenge },
    errors: ['CARD_NOT_FOUND', 'INTERNAL_ACCOUNT_NOT_FOUND', 'CARD_NOT_MUTABLE', 'CONFLICT'],
  },
  listDelegatedKeys: {
    method: 'GET',
    path: '/auth/delegated-keys',
    tag,
    summary: 'List delegated keys',
    description: 'Oldest first, including REVOKED keys. At least one parameter is required.',
    permission: 'VIEW',
    query: Type.Object({
      accountId: Type.Optional(accountId),
      fundingSourceId: Type.Optional(fundingSourceId),
      cardId: Type.Optional(cardId),
    }),
    replies: { 200: Type.Object({ data: Type.Array(DelegatedKey) }, { $id: 'DelegatedKeyListResponse' }) },
  },
  getDelegatedKey: {
    method: 'GET',
    path: '/auth/delegated-keys/{id}',
    tag,
    summary: 'Get a delegated key',
    permission: 'VIEW',
    params,
    replies: { 200: DelegatedKey },
  },
  revokeDelegatedKey: {
    method: 'DELETE',
    path: '/auth/delegated-keys/{id}',
    tag,
    summary: 'Withdraw the consent to pay for a card',
    description:
      'Requires no signature and takes effect at once: the card can no longer hold or debit money of the wallet, except for existing holds. 400 for a key that is not ACTIVE.',
    permission: 'TRANSACT',
    params,
    replies: { 204: null },
  },
})
