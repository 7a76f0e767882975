/** Owns the reading of credentials and sessions. */
import { notFound } from '../../core/refusal.ts'
import { isoTime } from '../../core/time.ts'
import { readsOf } from '../../infra/db/reads.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Credential, credentials, PasskeyChallenge, passkeyChallenges, Session, sessions } from './tables.ts'

type Tables = {
  credentials: typeof credentials
  passkeyChallenges: typeof passkeyChallenges
  walletSessions: typeof sessions
}

const liveCredentials = (store: Store, platformId: string) =>
  readsOf<Tables>(store)
    .selectFrom('credentials')
    .selectAll()
    .where('platformId', '=', platformId)
    .where('revokedAt', 'is', null)

/** @throws Refusal AUTH_METHOD_NOT_FOUND */
export async function getCredential(store: Store, platformId: string, id: string): Promise<Credential> {
  const found = await liveCredentials(store, platformId).where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound('AuthMethod')
  return found as Credential
}

/** Oldest first; of an account that nobody has, none. */
export const listCredentials = (store: Store, platformId: string, accountId: string): Promise<Credential[]> =>
  liveCredentials(store, platformId).where('accountId', '=', accountId).orderBy('id').execute() as Promise<Credential[]>

export async function findPasskeyChallenge(
  store: Store,
  platformId: string,
  id: string,
): Promise<PasskeyChallenge | undefined> {
  const found = await readsOf<Tables>(store)
    .selectFrom('passkeyChallenges')
    .selectAll()
    .where('platformId', '=', platformId)
    .where('id', '=', id)
    .executeTakeFirst()
  return found as PasskeyChallenge | undefined
}

/** The sessions that may sign at a moment, oldest first. */
export async function listSessions(
  store: Store,
  platformId: string,
  accountId: string,
  now: number,
): Promise<{ session: Session; credential: Credential }[]> {
  const [credentials, sessions] = await Promise.all([
    listCredentials(store, platformId, accountId),
    readsOf<Tables>(store)
      .selectFrom('walletSessions')
      .selectAll()
      .where('platformId', '=', platformId)
      .where('accountId', '=', accountId)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', isoTime(now) as never)
      .orderBy('id')
      .execute() as Promise<Session[]>,
  ])
  const byId = new Map(credentials.map((credential) => [credential.id, credential]))
  return sessions.flatMap((session) => {
    const credential = byId.get(session.credentialId)
    return credential ? [{ session, credential }] : []
  })
}
