/** Owns the opening of a session by the one before it. */
import { wireId } from '../../core/ids.ts'
import type { Rows } from '../../engine/rows.ts'
import { notSigned, requireSignature, type Signer } from '../../infra/http/signature-gate.ts'
import { clientKeyClaim, takeClientKey } from './client-key.ts'
import { isLive } from './live-credential.ts'
import { addSession, type Opened } from './open-session.ts'
import { credentials, sessions } from './tables.ts'

export interface Refresh {
  readonly clientPublicKey: string
  /** Of the new session; undefined as long as nobody has signed for it. */
  readonly publicKey: string | undefined
  /** The client's, where its use is watched over. */
  readonly watchedKey: string | undefined
}

/** The session itself signs, while it lasts. @throws SignatureNeeded; Refusal SESSION_NOT_FOUND, INVALID_INPUT (a key of another wallet), UNAUTHORIZED (it has ended) */
export function refreshSession(
  rows: Rows,
  sessionId: string,
  { clientPublicKey, publicKey, watchedKey }: Refresh,
  signer: Signer | undefined,
): Opened {
  rows.together([sessions, sessionId], ...clientKeyClaim(watchedKey))
  const session = rows.get(sessions, sessionId)
  const credential = rows.get(credentials, session.credentialId)
  if (!isLive(session, credential, rows.now)) throw notSigned('WALLET_SIGNATURE_INVALID')
  const { accountId } = session
  takeClientKey(rows, accountId, watchedKey)
  const wallet = wireId('InternalAccount', accountId)
  requireSignature(signer, {
    operation: 'refreshAuthSession',
    statement: `Go on signing for the wallet ${wallet} for another 15 minutes.`,
    parameters: { accountId: wallet, id: wireId('Session', sessionId), clientPublicKey },
    accountIds: [accountId],
    onlySessionId: sessionId,
  })
  return { session: addSession(rows, credential, publicKey as string), credential }
}
