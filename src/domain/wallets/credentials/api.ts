/** Credential operations: what each one does. */
import { bareId } from '../../../core/ids.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import { exclusiveKey } from '../client-key.ts'
import { openSession } from '../sessions/open-session.ts'
import { presentSession } from '../sessions/session.ts'
import { challengeAuthCredential } from './challenge-auth-credential.ts'
import { createAuthCredential } from './create-auth-credential.ts'
import { presentAuthMethod } from './credential.ts'
import { type CredentialNeeds, certifyCredential, readNewCredential, refuseMail } from './new-credential.ts'
import { presentChallenge } from './passkey-challenge.ts'
import { getCredential, listAuthCredentials } from './queries.ts'
import { revokeAuthCredential } from './revoke-auth-credential.ts'
import { verifyAuthCredential } from './verify-auth-credential.ts'

type Ids =
  | 'createAuthCredential'
  | 'listAuthCredentials'
  | 'challengeAuthCredential'
  | 'verifyAuthCredential'
  | 'revokeAuthCredential'

export function credentialApi(needs: CredentialNeeds): HandlersOf<Ids> {
  const { store, custodian, passkeys, sendMail, codeLimits: limits } = needs
  return {
    createAuthCredential: {
      prepare: async ({ platformId, body, signer, approval }) => {
        const given = await readNewCredential(needs, platformId, body)
        const certified = await certifyCredential(needs, platformId, given, approval)
        return (rows) => presentAuthMethod(createAuthCredential(rows, { ...given, ...certified }, signer))
      },
    },
    listAuthCredentials: {
      read: async ({ platformId, query }) => ({
        data: (await listAuthCredentials(store, platformId, bareId(query.accountId))).map(presentAuthMethod),
      }),
    },
    challengeAuthCredential: {
      prepare: async ({ platformId, params, body }) => {
        const id = bareId(params.id)
        if (!sendMail && (await getCredential(store, platformId, id)).type === 'EMAIL_OTP') refuseMail()
        const key = body?.clientPublicKey
        const watched = key === undefined ? undefined : exclusiveKey(custodian, key)
        const challenge = passkeys.newChallenge()
        const asked = { credentialId: id, challenge, clientPublicKey: key, exclusiveKey: watched, limits }
        return (rows) => {
          const issued = challengeAuthCredential(rows, asked)
          return presentChallenge(issued.credential, issued.challenge)
        }
      },
    },
    verifyAuthCredential: {
      prepare: async ({ platformId, params, body, requestId }) => {
        const id = bareId(params.id)
        const { proven, sealed, exclusiveKey } = await verifyAuthCredential(needs, platformId, id, body, requestId)
        const { encryptedSessionSigningKey, ...opened } = sealed
        const opening = { credentialId: id, keys: { ...opened, exclusiveKey }, proven }
        return (rows) => presentSession(openSession(rows, opening), encryptedSessionSigningKey)
      },
    },
    revokeAuthCredential: {
      command:
        ({ params, signer }) =>
        (rows) =>
          revokeAuthCredential(rows, bareId(params.id), signer) as undefined,
    },
  }
}
