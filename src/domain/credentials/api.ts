/** Owns what each operation on wallet credentials and sessions does. */
import { createHash } from 'node:crypto'
import type { AuthCredentialCreateRequest } from '../../../contract/auth-credentials.ts'
import { bareId } from '../../core/ids.ts'
import { refuse } from '../../core/refusal.ts'
import type { HandlersOf } from '../../infra/http/handlers.ts'
import { getPlatform } from '../platform/queries.ts'
import { challengeCredential } from './challenge-credential.ts'
import { watchedKey } from './client-key.ts'
import { createCredential, type NewCredential } from './create-credential.ts'
import type { CodeLimits } from './mail-code.ts'
import { openSession } from './open-session.ts'
import { presentAuthMethod, presentChallenge, presentSession } from './present.ts'
import { getCredential, listCredentials, listSessions } from './queries.ts'
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
}

export function credentialApi(needs: Needs): HandlersOf<Ids> {
  const { store, clock, custodian, passkeys, sendMail, codeLimits: limits } = needs
  return {
    createAuthCredential: {
      prepare: async ({ platformId, body, signer }) => {
        const given = await credentialOf(needs, platformId, body)
        return (rows) => presentAuthMethod(createCredential(rows, given, signer))
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
        const keys = { publicKey: sealed.publicKey, watchedKey }
        return (rows) => presentSession(openSession(rows, id, keys, proven), sealed.encryptedSessionSigningKey)
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
      prepare: async ({ params, body: { clientPublicKey }, signer }) => {
        const id = bareId(params.id)
        const sealed = signer && (await custodian.sealSession(clientPublicKey))
        const watched = watchedKey(custodian, clientPublicKey)
        const refresh = { clientPublicKey, publicKey: sealed?.publicKey, watchedKey: watched }
        return (rows) => presentSession(refreshSession(rows, id, refresh, signer), sealed?.encryptedSessionSigningKey)
      },
    },
  }
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
    return { accountId, nickname: body.email, proof: { type: 'EMAIL_OTP', email: body.email }, limits }
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

const refuseMail = () => refuse('NOT_IMPLEMENTED', 'This installation sends no mail; its operator must configure SMTP')
