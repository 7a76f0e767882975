/** Owns the reading of who may answer a challenge, and of what wallets have. */
import { isoTime } from '../../core/time.ts'
import { readsOf } from '../../infra/db/reads.ts'
import type { Store } from '../../infra/db/store.ts'
import type { walletKeys } from '../accounts/tables.ts'
import type { Credential, Session } from '../credentials/tables.ts'
import type { Challenge } from './tables.ts'

type Tables = { walletKeys: typeof walletKeys }

/** A bare signature does not say by which session, so only the newest are tried. */
const TRIED_MAX = 64

/** The live sessions of a challenge's wallets, newest first. @param publicKey the one that a stamp names */
export const sessionsThatMaySign = (
  store: Store,
  platformId: string,
  { accountIds, exceptCredentialId, onlySessionId, byPasskey }: Challenge,
  publicKey: string | undefined,
  now: number,
): Promise<Pick<Session, 'id' | 'credentialId' | 'publicKey'>[]> =>
  store.query(
    `select s.id, s.credential_id as "credentialId", s.public_key as "publicKey"
    from wallet_sessions s join credentials c on c.platform_id = s.platform_id and c.id = s.credential_id
    where s.platform_id = $1 and s.account_id = any($2::uuid[]) and s.expires_at > $3::timestamptz
      and s.revoked_at is null and c.revoked_at is null
      and ($4::uuid is null or s.credential_id <> $4::uuid) and ($5::uuid is null or s.id = $5::uuid)
      and ($6::text is null or s.public_key = $6::text) and (not $7::boolean or c.type = 'PASSKEY')
    order by s.id desc limit ${TRIED_MAX}`,
    [platformId, accountIds, isoTime(now), exceptCredentialId, onlySessionId, publicKey ?? null, byPasskey],
    'sessions_that_may_sign',
  )

/** The wallet's key as the custodian sealed it; undefined while there is none. */
export async function findSealedKey(store: Store, platformId: string, accountId: string): Promise<string | undefined> {
  const found = await readsOf<Tables>(store)
    .selectFrom('walletKeys')
    .select('sealedKey')
    .where('platformId', '=', platformId)
    .where('id', '=', accountId)
    .executeTakeFirst()
  return found?.sealedKey as string | undefined
}

/** The EMAIL_OTP credentials that have a customer's own address, and are changed with it. */
export const tiedCredentials = (
  store: Store,
  platformId: string,
  customerId: string,
): Promise<Pick<Credential, 'id' | 'accountId'>[]> =>
  store.query(
    `select c.id, c.account_id as "accountId" from credentials c
    join accounts a on a.platform_id = c.platform_id and a.id = c.account_id
    join customers u on u.platform_id = a.platform_id and u.id = a.customer_id
    where c.platform_id = $1 and u.id = $2 and c.type = 'EMAIL_OTP' and c.revoked_at is null
      and lower(c.proof->>'email') = lower(u.email) order by c.id`,
    [platformId, customerId],
  )
