/** Session refresh use case: a session opens its successor. */
import { wireId } from '../../../core/ids.ts'
import { invalidSignature } from '../../../core/signature.ts'
import { command } from '../../../engine/command.ts'
import { claimClientKey, clientKeyReads, refuseForeignClientKey } from '../client-key.ts'
import { addSession, type CertifiedSession, rosterReads } from './open-session.ts'
import { getSessionChain, isSessionLive, type OpenedSession, sessionChainReads, sessions } from './session.ts'

export interface Refresh {
  readonly sessionId: string
  readonly clientPublicKey: string
  /** The new session; undefined without a signature. */
  readonly opened: CertifiedSession | undefined
  /** The client key, if the custodian requires it to serve one wallet only (see client-key.ts). */
  readonly exclusiveKey: string | undefined
}

/**
 * The session itself signs, while it is live. The time of the proof, and with it the end of the chain, stays the same.
 * @throws SignatureNeeded; Refusal SESSION_NOT_FOUND, INVALID_INPUT (a key of another wallet), UNAUTHORIZED (it has ended)
 */
export const refreshAuthSession = command({
  reads(seen, { sessionId, exclusiveKey }: Refresh) {
    const accountId = seen.lastSeen(sessions, sessionId)?.accountId
    return [
      ...sessionChainReads(seen, sessionId),
      ...clientKeyReads(exclusiveKey),
      ...(accountId === undefined ? [] : rosterReads(seen, accountId)),
    ]
  },
  signature(rows, { sessionId, clientPublicKey, exclusiveKey }) {
    const chain = getSessionChain(rows, sessionId)
    if (!isSessionLive(chain, rows.now)) throw invalidSignature('WALLET_SIGNATURE_INVALID')
    const { accountId } = chain.session
    refuseForeignClientKey(rows, accountId, exclusiveKey)
    const wallet = wireId('InternalAccount', accountId)
    return {
      operation: 'refreshAuthSession',
      statement: `Keep signing for the wallet ${wallet} for another 15 minutes.`,
      parameters: { accountId: wallet, id: wireId('Session', sessionId), clientPublicKey },
      accountIds: [accountId],
      onlySessionId: sessionId,
    }
  },
  run(rows, { sessionId, opened, exclusiveKey }): OpenedSession {
    const { session, credential } = getSessionChain(rows, sessionId)
    claimClientKey(rows, session.accountId, exclusiveKey)
    return { session: addSession(rows, credential, opened as CertifiedSession, session.rootId), credential }
  },
})
