/** Session revocation use case. */
import { wireId } from '../../../core/ids.ts'
import { notFound } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import { getSessionChain, isSessionLive, sessionChainReads, sessions } from './session.ts'

/**
 * Ends the whole chain of refreshes: everything that one proof opened. Any session of the wallet may sign, including the revoked one.
 * @throws SignatureNeeded; Refusal SESSION_NOT_FOUND, UNAUTHORIZED
 */
export const revokeAuthSession = command({
  reads: sessionChainReads,
  signature(rows, sessionId) {
    const chain = getSessionChain(rows, sessionId)
    if (!isSessionLive(chain, rows.now)) throw notFound('Session')
    const { credential } = chain
    const { accountId } = chain.session
    const wallet = wireId('InternalAccount', accountId)
    return {
      operation: 'revokeAuthSession',
      statement: `End a session of the wallet ${wallet} opened with "${credential.nickname}".`,
      parameters: { accountId: wallet, id: wireId('Session', sessionId) },
      accountIds: [accountId],
      type: credential.type,
    }
  },
  run(rows, sessionId): void {
    const { session, root } = getSessionChain(rows, sessionId)
    rows.change(sessions, root, { revokedAt: rows.now })
    if (session.id !== root.id) rows.change(sessions, session, { revokedAt: rows.now })
  },
})
