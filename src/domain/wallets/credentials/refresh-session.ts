/** Owns the opening of a session by the one before it. */
import { wireId } from '../../../core/ids.ts'
import { invalidSignature, requireSignature, type Signer } from '../../../core/signature.ts'
import type { Rows } from '../../../engine/rows.ts'
import { clientKeyClaim, takeClientKey } from './client-key.ts'
import { isLive, standingOf } from './live-credential.ts'
import { addSession, type Opened, type OpenedKeys } from './open-session.ts'
import { sessions } from './tables.ts'

export interface Refresh {
  readonly clientPublicKey: string
  /** The new session; undefined as long as nobody has signed for it. */
  readonly opened: OpenedKeys | undefined
  /** The client's, where its use is watched over. */
  readonly watchedKey: string | undefined
}

/** The session itself signs, while it lasts. The proof behind it stays the same, and with it the end of the chain. @throws SignatureNeeded; Refusal SESSION_NOT_FOUND, INVALID_INPUT (a key of another wallet), UNAUTHORIZED (it has ended) */
export function refreshSession(
  rows: Rows,
  sessionId: string,
  { clientPublicKey, opened, watchedKey }: Refresh,
  signer: Signer | undefined,
): Opened {
  rows.together([sessions, sessionId], ...clientKeyClaim(watchedKey))
  const standing = standingOf(rows, sessionId)
  if (!isLive(standing, rows.now)) throw invalidSignature('WALLET_SIGNATURE_INVALID')
  const { session, credential } = standing
  const { accountId, rootId } = session
  takeClientKey(rows, accountId, watchedKey)
  const wallet = wireId('InternalAccount', accountId)
  requireSignature(signer, {
    operation: 'refreshAuthSession',
    statement: `Go on signing for the wallet ${wallet} for another 15 minutes.`,
    parameters: { accountId: wallet, id: wireId('Session', sessionId), clientPublicKey },
    accountIds: [accountId],
    onlySessionId: sessionId,
  })
  return { session: addSession(rows, credential, opened as OpenedKeys, rootId), credential }
}
