/** Session refresh use case: a session opens its successor. */
import { wireId } from '../../../core/ids.ts'
import { invalidSignature, requireSignature, type Signer } from '../../../core/signature.ts'
import type { Rows } from '../../../engine/rows.ts'
import { claimClientKey, clientKeyReads } from '../client-key.ts'
import { addSession, type CertifiedSession } from './open-session.ts'
import { getSessionChain, isSessionLive, type OpenedSession, sessions } from './session.ts'

export interface Refresh {
  readonly clientPublicKey: string
  /** The new session; undefined without a signature. */
  readonly opened: CertifiedSession | undefined
  /** The client key, if the custodian requires it to serve one wallet only (see client-key.ts). */
  readonly exclusiveKey: string | undefined
}

/**
 * The session itself signs, while it is live. The time of the proof, and with it the end of the chain, stays the same.
 * @throws SignatureNeeded; Refusal SESSION_NOT_FOUND, INVALID_INPUT (a key of another wallet), UNAUTHORIZED (it has ended) */
export function refreshAuthSession(
  rows: Rows,
  sessionId: string,
  { clientPublicKey, opened, exclusiveKey }: Refresh,
  signer: Signer | undefined,
): OpenedSession {
  rows.together([sessions, sessionId], ...clientKeyReads(exclusiveKey))
  const chain = getSessionChain(rows, sessionId)
  if (!isSessionLive(chain, rows.now)) throw invalidSignature('WALLET_SIGNATURE_INVALID')
  const { session, credential } = chain
  const { accountId, rootId } = session
  claimClientKey(rows, accountId, exclusiveKey)
  const wallet = wireId('InternalAccount', accountId)
  requireSignature(signer, {
    operation: 'refreshAuthSession',
    statement: `Keep signing for the wallet ${wallet} for another 15 minutes.`,
    parameters: { accountId: wallet, id: wireId('Session', sessionId), clientPublicKey },
    accountIds: [accountId],
    onlySessionId: sessionId,
  })
  return { session: addSession(rows, credential, opened as CertifiedSession, rootId), credential }
}
