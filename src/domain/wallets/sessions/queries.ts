/** Session queries. */
import { notFound } from '../../../core/refusal.ts'
import { isoTime } from '../../../core/time.ts'
import { readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { Credential } from '../credentials/credential.ts'
import { listAuthCredentials } from '../credentials/queries.ts'
import type { Session, sessions } from './session.ts'

type Tables = { walletSessions: typeof sessions }

/** The live sessions, oldest first. @param now milliseconds since 1970 */
export async function listAuthSessions(
  store: Store,
  platformId: string,
  accountId: string,
  now: number,
): Promise<{ session: Session; credential: Credential }[]> {
  const [credentials, live, revoked] = await Promise.all([
    listAuthCredentials(store, platformId, accountId),
    readsOf<Tables>(store)
      .selectFrom('walletSessions')
      .selectAll()
      .where('platformId', '=', platformId)
      .where('accountId', '=', accountId)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', isoTime(now) as never)
      .orderBy('id')
      .execute() as Promise<Session[]>,
    store.query<{ id: string }>(REVOKED_CHAINS, [platformId, accountId, isoTime(now)], 'revoked_chains'),
  ])
  const ended = new Set(revoked.map(({ id }) => id))
  const byId = new Map(credentials.map((credential) => [credential.id, credential]))
  return live.flatMap((session) => {
    const credential = byId.get(session.credentialId)
    return credential && !ended.has(session.rootId) ? [{ session, credential }] : []
  })
}

const REVOKED_CHAINS = `
  select distinct r.id from wallet_sessions s
    join wallet_sessions r on r.platform_id = s.platform_id and r.id = s.root_id and r.revoked_at is not null
  where s.platform_id = $1 and s.account_id = $2 and s.expires_at > $3::timestamptz`

/** @throws Refusal SESSION_NOT_FOUND */
export async function getSession(store: Store, platformId: string, id: string): Promise<Session> {
  const found = await readsOf<Tables>(store)
    .selectFrom('walletSessions')
    .selectAll()
    .where('platformId', '=', platformId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound('Session')
  return found as Session
}
