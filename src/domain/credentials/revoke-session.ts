/** Owns the end of a session before its time. */
import { wireId } from '../../core/ids.ts'
import { notFound } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { requireSignature, type Signer } from '../../infra/http/signature-gate.ts'
import { isLive } from './live-credential.ts'
import { credentials, sessions } from './tables.ts'

/** Any session of the wallet signs, also the one that ends. @throws SignatureNeeded; Refusal SESSION_NOT_FOUND, UNAUTHORIZED */
export function revokeSession(rows: Rows, sessionId: string, signer: Signer | undefined): void {
  const session = rows.get(sessions, sessionId)
  const credential = rows.get(credentials, session.credentialId)
  if (!isLive(session, credential, rows.now)) throw notFound('Session')
  const { accountId } = session
  const wallet = wireId('InternalAccount', accountId)
  requireSignature(signer, {
    operation: 'revokeAuthSession',
    statement: `End a session of the wallet ${wallet} that "${credential.nickname}" has opened.`,
    parameters: { accountId: wallet, id: wireId('Session', sessionId) },
    accountIds: [accountId],
    type: credential.type,
  })
  rows.change(sessions, session, { revokedAt: rows.now })
}
