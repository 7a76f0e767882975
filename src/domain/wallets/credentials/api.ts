/** Owns what each operation on wallet credentials and sessions does. */
import { createHash } from 'node:crypto'
import type { AuthCredentialCreateRequest } from '../../../../contract/wallets/auth-credentials.ts'
import { bareId } from '../../../core/ids.ts'
import { notFound, refuse, refuseField } from '../../../core/refusal.ts'
import type { HolderApproval } from '../../../core/wallet-approval.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import type { SealedSession } from '../../../providers/custodian/port.ts'
import { getPlatform } from '../../platform/queries.ts'
import { challengeCredential } from './challenge-credential.ts'
import { watchedKey } from './client-key.ts'
import { createCredential, type NewCredential } from './create-credential.ts'
import type { CodeLimits } from './mail-code.ts'
import { type OpenedKeys, openSession, SESSION_MS } from './open-session.ts'
import { presentAuthMethod, presentChallenge, presentSession } from './present.ts'
import { factsOf } from './proof-facts.ts'
import { findHoldersEmail, findWallet, getCredential, getSession, listCredentials, listSessions } from './queries.ts'
import { refreshSession } from './refresh-session.ts'
import { revokeCredential } from './revoke-credential.ts'
import { revokeSession } from './revoke-session.ts'
import type { SendMail } from './send-mail.ts'
import { type Provers, verifyCredential } from './verify-credential.ts'

type Ids =
  | 'createAuthCredential'
  | 'listAuthCredentials'
  | 'challengeAuthCredential'
  | 'verifyAuthCredential'
  | 'revokeAuthCredential'
  | 'listAuthSessions'
  | 'revokeAuthSession'
  | 'refreshAuthSession'

interface Needs extends Provers {
  readonly sendMail: SendMail | undefined
  readonly codeLimits: CodeLimits | undefined
  /** How long refreshes go on after a proof; at most `SESSION_CHAIN_MS`. */
  readonly sessionChainMs: number
}

export function credentialApi(needs: Needs): HandlersOf<Ids> {
  const { store, clock, custodian, passkeys, sendMail, codeLimits: limits } = needs
  return {
    createAuthCredential: {
      prepare: async ({ platformId, body, signer, approval }) => {
        const given = await credentialOf(needs, platformId, body)
        const certified = await certify(needs, platformId, given, approval)
        return (rows) => presentAuthMethod(createCredential(rows, { ...given, ...certified }, signer))
      },
    },
    listAuthCredentials: {
      read: async ({ platformId, query }) => ({
        data: (await listCredentials(store, platformId, bareId(query.accountId))).map(presentAuthMethod),
      }),
    },
    challengeAuthCredential: {
      prepare: async ({ platformId, params, body }) => {
        const id = bareId(params.id)
        if (!sendMail && (await getCredential(store, platformId, id)).type === 'EMAIL_OTP') refuseMail()
        const key = body?.clientPublicKey
        const watched = key === undefined ? undefined : watchedKey(custodian, key)
        const asked = { challenge: passkeys.newChallenge(), clientPublicKey: key, watchedKey: watched, limits }
        return (rows) => {
          const { credential, challenge } = challengeCredential(rows, id, asked)
          return presentChallenge(credential, challenge)
        }
      },
    },
    verifyAuthCredential: {
      prepare: async ({ platformId, params, body, requestId }) => {
        const id = bareId(params.id)
        const { proven, sealed, watchedKey } = await verifyCredential(needs, platformId, id, body, requestId)
        const { encryptedSessionSigningKey, ...opened } = sealed
        const keys = { ...opened, watchedKey }
        return (rows) => presentSession(openSession(rows, id, keys, proven), encryptedSessionSigningKey)
      },
    },
    revokeAuthCredential: {
      command:
        ({ params, signer }) =>
        (rows) =>
          revokeCredential(rows, bareId(params.id), signer) as undefined,
    },
    listAuthSessions: {
      read: async ({ platformId, query }) => {
        const live = await listSessions(store, platformId, bareId(query.accountId), clock.now())
        return { data: live.map((opened) => presentSession(opened)) }
      },
    },
    revokeAuthSession: {
      command:
        ({ params, signer }) =>
        (rows) =>
          revokeSession(rows, bareId(params.id), signer) as undefined,
    },
    refreshAuthSession: {
      prepare: async ({ platformId, params, body: { clientPublicKey }, signer, approval }) => {
        const id = bareId(params.id)
        const sealed = approval && (await renewSession(needs, platformId, id, clientPublicKey, approval))
        const refresh = { clientPublicKey, opened: sealed, watchedKey: watchedKey(custodian, clientPublicKey) }
        return (rows) => presentSession(refreshSession(rows, id, refresh, signer), sealed?.encryptedSessionSigningKey)
      },
    },
  }
}

/** What the custodian says to a credential that is to be added. Of a wallet that is held already, nothing before its holder has signed. */
async function certify(
  { store, custodian }: Needs,
  platformId: string,
  { accountId, proof }: NewCredential,
  approval: HolderApproval | undefined,
): Promise<Pick<NewCredential, 'certificate' | 'claim'>> {
  const wallet = await findWallet(store, platformId, accountId)
  if (!wallet) return {}
  const facts = factsOf(proof)
  if (approval) return { certificate: await custodian.certifyCredential(wallet, facts, approval) }
  const claimed = await custodian.claimWallet(wallet, facts)
  if (!claimed) return {}
  const claim = { before: wallet.sealedKey, after: claimed.sealedKey }
  return { certificate: claimed.certificate, claim }
}

/** The session ends with its chain, if that is sooner. */
async function renewSession(
  { store, clock, custodian, sessionChainMs }: Needs,
  platformId: string,
  sessionId: string,
  clientPublicKey: string,
  approval: HolderApproval,
): Promise<SealedSession & OpenedKeys> {
  const { accountId, credentialId, provenAt } = await getSession(store, platformId, sessionId)
  const wallet = await findWallet(store, platformId, accountId)
  if (!wallet) throw notFound('Session')
  const openedAt = clock.now()
  const times = { provenAt, openedAt, expiresAt: Math.min(openedAt + SESSION_MS, provenAt + sessionChainMs) }
  const terms = { clientPublicKey, ...times }
  return { ...(await custodian.renewSession(wallet, credentialId, terms, approval)), ...times }
}

/** What is to be kept of a credential, judged before anything is stored. @throws Refusal INVALID_INPUT, UNAUTHORIZED */
async function credentialOf(
  { store, passkeys, oidc, sendMail, codeLimits: limits }: Needs,
  platformId: string,
  body: AuthCredentialCreateRequest,
): Promise<NewCredential> {
  const accountId = bareId(body.accountId)
  if (body.type === 'EMAIL_OTP') {
    if (!sendMail) refuseMail()
    const email = body.email ?? (await emailOfHolder(store, platformId, accountId))
    return { accountId, nickname: email, proof: { type: 'EMAIL_OTP', email }, limits }
  }
  if (body.type === 'OAUTH') {
    const token = await oidc.register(body.oidcToken)
    return { accountId, nickname: token.email ?? '', proof: { type: 'OAUTH', identity: token.identity }, token }
  }
  const { nickname, challenge, attestation } = body
  const { relyingParty } = await getPlatform(store, platformId)
  const passkey = await passkeys.register({ challenge, attestation }, relyingParty ?? undefined)
  const registration = createHash('sha256').update(challenge).digest('hex')
  return { accountId, nickname: nickname.trim(), proof: { type: 'PASSKEY', passkey }, registration }
}

/** @throws Refusal INVALID_INPUT for `email` when the customer has none */
const emailOfHolder = async (store: Needs['store'], platformId: string, accountId: string): Promise<string> =>
  (await findHoldersEmail(store, platformId, accountId)) ??
  refuseField('INVALID_INPUT', 'email', 'is required, because the customer has no e-mail address')

const refuseMail = () => refuse('NOT_IMPLEMENTED', 'This installation sends no mail; its operator must configure SMTP')
