/** Session operations: what each one does. */
import type { Clock } from '../../../core/clock.ts'
import { bareId } from '../../../core/ids.ts'
import { notFound } from '../../../core/refusal.ts'
import type { HolderApproval } from '../../../core/wallet-approval.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import type { Custodian, SealedSession } from '../../../providers/custodian/port.ts'
import { exclusiveKey } from '../client-key.ts'
import { findSealedWallet } from '../queries.ts'
import { type CertifiedSession, SESSION_MS } from './open-session.ts'
import { getSession, listAuthSessions } from './queries.ts'
import { refreshAuthSession } from './refresh-auth-session.ts'
import { revokeAuthSession } from './revoke-auth-session.ts'
import { presentSession } from './session.ts'

type Ids = 'listAuthSessions' | 'revokeAuthSession' | 'refreshAuthSession'

interface Needs {
  readonly store: Store
  readonly clock: Clock
  readonly custodian: Custodian
  /** How long a chain of refreshes lasts after its proof; at most `SESSION_CHAIN_MS`. */
  readonly sessionChainMs: number
}

export function sessionApi(needs: Needs): HandlersOf<Ids> {
  const { store, clock, custodian } = needs
  return {
    listAuthSessions: {
      read: async ({ platformId, query }) => {
        const live = await listAuthSessions(store, platformId, bareId(query.accountId), clock.now())
        return { data: live.map((opened) => presentSession(opened)) }
      },
    },
    revokeAuthSession: {
      command:
        ({ params, signer }) =>
        (rows) =>
          revokeAuthSession(rows, bareId(params.id), signer) as undefined,
    },
    refreshAuthSession: {
      prepare: async ({ platformId, params, body: { clientPublicKey }, signer, approval }) => {
        const id = bareId(params.id)
        const sealed = approval && (await renewSession(needs, platformId, id, clientPublicKey, approval))
        const refresh = {
          sessionId: id,
          clientPublicKey,
          opened: sealed,
          exclusiveKey: exclusiveKey(custodian, clientPublicKey),
        }
        return (rows) => presentSession(refreshAuthSession(rows, refresh, signer), sealed?.encryptedSessionSigningKey)
      },
    },
  }
}

/** The custodian's new session. It ends no later than its chain. */
async function renewSession(
  { store, clock, custodian, sessionChainMs }: Needs,
  platformId: string,
  sessionId: string,
  clientPublicKey: string,
  approval: HolderApproval,
): Promise<SealedSession & CertifiedSession> {
  const { accountId, credentialId, provenAt } = await getSession(store, platformId, sessionId)
  const wallet = await findSealedWallet(store, platformId, accountId)
  if (!wallet) throw notFound('Session')
  const openedAt = clock.now()
  const times = { provenAt, openedAt, expiresAt: Math.min(openedAt + SESSION_MS, provenAt + sessionChainMs) }
  const terms = { clientPublicKey, ...times }
  return { ...(await custodian.renewSession(wallet, credentialId, terms, approval)), ...times }
}
