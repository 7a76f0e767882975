/** Credential queries. */
import { notFound } from '../../../core/refusal.ts'
import { readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { Credential, credentials } from './credential.ts'
import type { PasskeyChallenge, passkeyChallenges } from './passkey-challenge.ts'

type Tables = {
  credentials: typeof credentials
  passkeyChallenges: typeof passkeyChallenges
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

/** Oldest first; none for an unknown account. */
export const listAuthCredentials = (store: Store, platformId: string, accountId: string): Promise<Credential[]> =>
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
