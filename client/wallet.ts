/** Owns what the holder of a session does with a wallet; each needs a signature, which the session gives. */

import type { InternalAccount } from '../contract/accounts/internal-accounts.ts'
import type { Card, CardUpdateRequest } from '../contract/cards/cards.ts'
import type { DelegatedKey } from '../contract/cards/delegated-keys.ts'
import type { Quote } from '../contract/payments/quotes.ts'
import type { AuthCredentialCreateRequest, AuthMethod } from '../contract/wallets/auth-credentials.ts'
import type { AuthSession } from '../contract/wallets/auth-sessions.ts'
import type { SignedRequestChallenge } from '../contract/wallets/wallet-keys.ts'
import { openExport } from './export.ts'
import { newClientKeys } from './keys.ts'
import type { ApiRequest, Send } from './send.ts'
import { openSession, type WalletSession } from './sign-in.ts'
import { sendSigned } from './signed-request.ts'

export interface WalletOptions {
  readonly send: Send
  readonly session: WalletSession
  /** Shows a person what is signed; throwing is a no, and nothing happens. */
  readonly review?: (challenge: SignedRequestChallenge) => unknown
}

/** All its functions throw ApiError. */
export function walletOf({ send, session, review }: WalletOptions) {
  const signed = async <Body>(
    request: ApiRequest,
    look?: (challenge: SignedRequestChallenge) => void,
  ): Promise<Body> => {
    const seen = async (challenge: SignedRequestChallenge) => {
      look?.(challenge)
      await review?.(challenge)
    }
    return (await sendSigned(send, request, session, seen)).body as Body
  }
  const account = `/internal-accounts/${session.accountId}`
  return {
    /** Pays a quote whose source is the wallet. @param idempotencyKey the same one when it is tried again */
    executeQuote: (quoteId: Quote['id'], idempotencyKey: string) =>
      signed<Quote>({
        method: 'POST',
        path: `/quotes/${quoteId}/execute`,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
    /** Adds a credential; it opens sessions once it is verified. */
    addCredential: (credential: AuthCredentialCreateRequest) =>
      signed<AuthMethod>({ method: 'POST', path: '/auth/credentials', body: credential }),
    /** Not the one by which this session was opened. */
    revokeCredential: (id: AuthMethod['id']) =>
      signed<undefined>({ method: 'DELETE', path: `/auth/credentials/${id}` }),
    /** Ends a session of the wallet, this one included, with all that it was refreshed from or refreshed to. */
    revokeSession: (id: AuthSession['id'] = session.id) =>
      signed<undefined>({ method: 'DELETE', path: `/auth/sessions/${id}` }),
    /** A new session with a key of its own, before this one ends. */
    async refresh(): Promise<WalletSession> {
      const keys = await newClientKeys()
      const body = { clientPublicKey: keys.publicKey }
      const opened = await signed<AuthSession>({ method: 'POST', path: `/auth/sessions/${session.id}/refresh`, body })
      return openSession(opened, keys)
    },
    setPrivacy: (privateEnabled: boolean) =>
      signed<InternalAccount>({ method: 'PATCH', path: account, body: { privateEnabled } }),
    /** Freezes, unfreezes or closes a card of the wallet's holder, or changes what pays for it. */
    updateCard: (id: Card['id'], change: CardUpdateRequest) =>
      signed<Card>({ method: 'PATCH', path: `/cards/${id}`, body: change }),
    /** Lets a card pay from this wallet, which must be one of its funding sources. @param nickname shown in lists */
    allowCard: (cardId: Card['id'], nickname: string) =>
      signed<DelegatedKey>({
        method: 'POST',
        path: '/auth/delegated-keys',
        body: { cardId, internalAccountId: session.accountId, nickname },
      }),
    /**
     * The twelve words of the wallet. Whoever has them has the wallet, for ever.
     * @param exportKey the service's, from where it is published; undefined for a sandbox, whose exports are not signed
     * @throws Error when the export does not hold
     */
    async export(exportKey: string | undefined): Promise<string> {
      const keys = await newClientKeys()
      let organizationId = ''
      const { encryptedWalletCredentials } = await signed<{ encryptedWalletCredentials: string }>(
        { method: 'POST', path: `${account}/export`, body: { clientPublicKey: keys.publicKey } },
        ({ payloadToSign }) => {
          organizationId = JSON.parse(payloadToSign).organizationId
        },
      )
      return openExport(encryptedWalletCredentials, keys, { organizationId, exportKey })
    },
  }
}
