/** Wallet operations that the session's key signs. */
import type { Client } from './api.ts'
import { openExport } from './export.ts'
import { newClientKeys } from './keys.ts'
import type {
  AuthCredentialCreateRequest,
  AuthMethod,
  AuthSession,
  Card,
  CardUpdateRequest,
  Quote,
  SignedRequestChallenge,
} from './operations.generated.ts'
import type { Sent } from './request.ts'
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
  const holder = api.withSignature(sign)
  const account = { id: session.accountId }
  return {
    /** Pays a quote whose source is the wallet. @param idempotencyKey the same for every attempt */
    executeQuote: (quoteId: Sent<Quote['id']>, idempotencyKey: string) =>
      holder.executeQuote({ quoteId }, { idempotencyKey }),
    /** Adds a credential, which can open sessions once it is verified. */
    addCredential: (body: Sent<AuthCredentialCreateRequest>) => holder.createAuthCredential(body),
    /** Revokes a credential other than the one that opened this session. */
    revokeCredential: (id: Sent<AuthMethod['id']>) => holder.revokeAuthCredential({ id }),
    /** Ends a session of the wallet, by default this one, and every session refreshed from it. */
    revokeSession: (id: Sent<AuthSession['id']> = session.id) => holder.revokeAuthSession({ id }),
    /** Opens another session, with its own key, before this one ends. */
    async refresh(): Promise<WalletSession> {
      const keys = await newClientKeys()
      return openSession(await holder.refreshAuthSession({ id: session.id, clientPublicKey: keys.publicKey }), keys)
    },
    /** Hides or shows the history of the wallet to others. */
    setPrivacy: (privateEnabled: boolean) => holder.updateInternalAccount({ ...account, privateEnabled }),
    /** Freezes, unfreezes or closes a card of the wallet's holder, or changes its funding sources. */
    updateCard: (id: Sent<Card['id']>, change: Sent<CardUpdateRequest>) => holder.updateCardById({ id, ...change }),
    /** Lets a card pay from this wallet, which must be one of its funding sources. @param nickname shown in lists */
    allowCard: (cardId: Sent<Card['id']>, nickname: string) =>
      holder.createDelegatedKey({ cardId, internalAccountId: session.accountId, nickname }),
    /**
     * The twelve words of the wallet. They control the wallet permanently, without this service.
     * @param exportKey the service's published key; undefined for a sandbox, whose exports are not signed
     * @throws Error when the export was altered or is not signed
     */
    async export(exportKey: string | undefined): Promise<string> {
      const keys = await newClientKeys()
      let organizationId = ''
      const exporter = api.withSignature((challenge) => {
        organizationId = JSON.parse(challenge.payloadToSign).organizationId
        return sign(challenge)
      })
      const request = { ...account, clientPublicKey: keys.publicKey }
      const { encryptedWalletCredentials } = await exporter.exportInternalAccount(request)
      return openExport(encryptedWalletCredentials, keys, { organizationId, exportKey })
    },
  }
}
