/** Session revocation use case. */
import { wireId } from '../../../core/ids.ts'
import { notFound } from '../../../core/refusal.ts'
import { requireSignature, type Signer } from '../../../core/signature.ts'
import type { Rows } from '../../../engine/rows.ts'
import { getSessionChain, isSessionLive, sessions } from './session.ts'

/**
 * Ends the whole chain of refreshes: everything that one proof opened. Any session of the wallet may sign, also the revoked one.
 * @throws SignatureNeeded; Refusal SESSION_NOT_FOUND, UNAUTHORIZED */
export function revokeAuthSession(rows: Rows, sessionId: string, signer: Signer | undefined): void {
  const chain = getSessionChain(rows, sessionId)
  if (!isSessionLive(chain, rows.now)) throw notFound('Session')
  const { session, root, credential } = chain
  const { accountId } = session
  const wallet = wireId('InternalAccount', accountId)
  requireSignature(signer, {
    operation: 'revokeAuthSession',
    statement: `End a session of the wallet ${wallet} opened with "${credential.nickname}".`,
    parameters: { accountId: wallet, id: wireId('Session', sessionId) },
    accountIds: [accountId],
    type: credential.type,
  })
  rows.change(sessions, root, { revokedAt: rows.now })
  if (session.id !== root.id) rows.change(sessions, session, { revokedAt: rows.now })
}
