/** Owns the opening of a session by the one before it. */

import { wireId } from '../../../core/ids.ts'
import { invalidSignature, requireSignature, type Signer } from '../../../core/signature.ts'
import type { Rows } from '../../../engine/rows.ts'
import { claimClientKey, clientKeyReads } from '../client-key.ts'
import { addSession, type CertifiedSession } from './open-session.ts'
import { getSessionChain, isSessionLive, type OpenedSession, sessions } from './session.ts'

export interface Refresh {
  readonly clientPublicKey: string
  /** The new session; undefined as long as nobody has signed for it. */
  readonly opened: CertifiedSession | undefined
  /** The client's, where its use is watched over. */
  readonly exclusiveKey: string | undefined
}

/** The session itself signs, while it lasts. The proof behind it stays the same, and with it the end of the chain. @throws SignatureNeeded; Refusal SESSION_NOT_FOUND, INVALID_INPUT (a key of another wallet), UNAUTHORIZED (it has ended) */
export function refreshAuthSession(
  rows: Rows,
  sessionId: string,
  { clientPublicKey, opened, exclusiveKey }: Refresh,
  signer: Signer | undefined,
): OpenedSession {
  rows.together([sessions, sessionId], ...clientKeyReads(exclusiveKey))
  const standing = getSessionChain(rows, sessionId)
  if (!isSessionLive(standing, rows.now)) throw invalidSignature('WALLET_SIGNATURE_INVALID')
  const { session, credential } = standing
  const { accountId, rootId } = session
  claimClientKey(rows, accountId, exclusiveKey)
  const wallet = wireId('InternalAccount', accountId)
  requireSignature(signer, {
    operation: 'refreshAuthSession',
    statement: `Go on signing for the wallet ${wallet} for another 15 minutes.`,
    parameters: { accountId: wallet, id: wireId('Session', sessionId), clientPublicKey },
    accountIds: [accountId],
    onlySessionId: sessionId,
  })
  return { session: addSession(rows, credential, opened as CertifiedSession, rootId), credential }
}
