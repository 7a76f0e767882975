/** Wallet operations that the session's key signs. */
import type { Card, CardUpdateRequest } from '../contract/cards/cards.ts'
import type { Quote } from '../contract/payments/quotes.ts'
import type { AuthCredentialCreateRequest, AuthMethod } from '../contract/wallets/auth-credentials.ts'
import type { AuthSession } from '../contract/wallets/auth-sessions.ts'
import type { SignedRequestChallenge } from '../contract/wallets/wallet-keys.ts'
import type { Client } from './api.ts'
import { openExport } from './export.ts'
import { newClientKeys } from './keys.ts'
import { openSession, type WalletSession } from './sign-in.ts'

export interface WalletOptions {
  readonly api: Client
  readonly session: WalletSession
  /** Shows a person what will be signed. When it throws, nothing is signed and nothing happens. */
  readonly review?: (challenge: SignedRequestChallenge) => unknown
}

/** The operations of one wallet, signed by its session. All its functions throw ApiError. */
export function walletOf({ api, session, review }: WalletOptions) {
  const sign = async (challenge: SignedRequestChallenge) => {
    await review?.(challenge)
    return session.sign(challenge.payloadToSign)
  }
  const account = { id: session.accountId }
  return {
    /** Pays a quote whose source is the wallet. @param idempotencyKey the same for every attempt */
    executeQuote: (quoteId: Quote['id'], idempotencyKey: string) =>
      api.signed('executeQuote', { params: { quoteId }, idempotencyKey }, sign),
    /** Adds a credential, which can open sessions once it is verified. */
    addCredential: (body: AuthCredentialCreateRequest) => api.signed('createAuthCredential', { body }, sign),
    /** Revokes a credential other than the one that opened this session. */
    revokeCredential: (id: AuthMethod['id']) => api.signed('revokeAuthCredential', { params: { id } }, sign),
    /** Ends a session of the wallet, by default this one, and every session refreshed from it. */
    revokeSession: (id: AuthSession['id'] = session.id) => api.signed('revokeAuthSession', { params: { id } }, sign),
    /** Opens another session, with its own key, before this one ends. */
    async refresh(): Promise<WalletSession> {
      const keys = await newClientKeys()
      const body = { clientPublicKey: keys.publicKey }
      return openSession(await api.signed('refreshAuthSession', { params: { id: session.id }, body }, sign), keys)
    },
    /** Hides or shows the history of the wallet to others. */
    setPrivacy: (privateEnabled: boolean) =>
      api.signed('updateInternalAccount', { params: account, body: { privateEnabled } }, sign),
    /** Freezes, unfreezes or closes a card of the wallet's holder, or changes its funding sources. */
    updateCard: (id: Card['id'], change: CardUpdateRequest) =>
      api.signed('updateCardById', { params: { id }, body: change }, sign),
    /** Lets a card pay from this wallet, which must be one of its funding sources. @param nickname shown in lists */
    allowCard: (cardId: Card['id'], nickname: string) =>
      api.signed('createDelegatedKey', { body: { cardId, internalAccountId: session.accountId, nickname } }, sign),
    /**
     * The twelve words of the wallet. They control the wallet permanently, without this service.
     * @param exportKey the service's published key; undefined for a sandbox, whose exports are not signed
     * @throws Error when the export was altered or is not signed
     */
    async export(exportKey: string | undefined): Promise<string> {
      const keys = await newClientKeys()
      let organizationId = ''
      const { encryptedWalletCredentials } = await api.signed(
        'exportInternalAccount',
        { params: account, body: { clientPublicKey: keys.publicKey } },
        (challenge) => {
          organizationId = JSON.parse(challenge.payloadToSign).organizationId
          return sign(challenge)
        },
      )
      return openExport(encryptedWalletCredentials, keys, { organizationId, exportKey })
    },
  }
}
