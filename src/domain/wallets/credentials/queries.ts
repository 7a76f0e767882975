/** Owns the reading of credentials and sessions. */
import { notFound } from '../../../core/refusal.ts'
import { isoTime } from '../../../core/time.ts'
import type { SealedWallet } from '../../../core/wallet-approval.ts'
import { readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
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
  const [credentials, sessions, revoked] = await Promise.all([
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
    store.query<{ id: string }>(REVOKED_CHAINS, [platformId, accountId, isoTime(now)], 'revoked_chains'),
  ])
  const ended = new Set(revoked.map(({ id }) => id))
  const byId = new Map(credentials.map((credential) => [credential.id, credential]))
  return sessions.flatMap((session) => {
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

/** The wallet's key as the custodian sealed it; undefined while there is none. */
export async function findWallet(
  store: Store,
  platformId: string,
  walletId: string,
): Promise<SealedWallet | undefined> {
  const [found] = await store.query<Pick<SealedWallet, 'holderId' | 'sealedKey'>>(
    WALLET,
    [platformId, walletId],
    'sealed_wallet',
  )
  return found && { platformId, walletId, ...found }
}
const WALLET = `
  select a.customer_id as "holderId", k.sealed_key as "sealedKey" from wallet_keys k
    join accounts a on a.platform_id = k.platform_id and a.id = k.id
  where k.platform_id = $1 and k.id = $2`

/** The address of the customer whose wallet it is; undefined where there is none. */
export async function findHoldersEmail(
  store: Store,
  platformId: string,
  walletId: string,
): Promise<string | undefined> {
  const [found] = await store.query<{ email: string | null }>(EMAIL, [platformId, walletId], 'email_of_holder')
  return found?.email ?? undefined
}
const EMAIL = `
  select c.email from accounts a join customers c on c.platform_id = a.platform_id and c.id = a.customer_id
  where a.platform_id = $1 and a.id = $2`
