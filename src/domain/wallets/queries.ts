/** Owns the reading of who may answer a challenge, and of what wallets have. */
import { LIMITS } from '../../../contract/limits.ts'
import { isoTime } from '../../core/time.ts'
import type { SealedWallet } from '../../core/wallet-approval.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Credential, Session } from './credentials/tables.ts'
import type { Challenge } from './tables.ts'

/** A bare signature does not say by which session, so only the newest are tried. */
const TRIED_MAX = LIMITS.walletSessions

/** A session that may sign, and its wallet's key. Whether the custodian made it is for the custodian to say. */
export type MaySign = Pick<Session, 'id' | 'credentialId' | 'publicKey' | 'provenAt' | 'expiresAt' | 'certificate'> &
  Omit<SealedWallet, 'platformId'>

/** The live sessions of a challenge's wallets, newest first. @param publicKey the one that a stamp names */
export const sessionsThatMaySign = (
  store: Store,
  platformId: string,
  { accountIds, exceptCredentialId, onlySessionId, byPasskey }: Challenge,
  publicKey: string | undefined,
  now: number,
): Promise<MaySign[]> =>
  store.query(
    `select s.id, s.credential_id as "credentialId", s.public_key as "publicKey", s.proven_at as "provenAt",
      s.expires_at as "expiresAt", s.certificate, s.account_id as "walletId", a.customer_id as "holderId", k.sealed_key as "sealedKey"
    from wallet_sessions s join credentials c on c.platform_id = s.platform_id and c.id = s.credential_id
      join wallet_sessions r on r.platform_id = s.platform_id and r.id = s.root_id and r.revoked_at is null
      join wallet_keys k on k.platform_id = s.platform_id and k.id = s.account_id
      join accounts a on a.platform_id = s.platform_id and a.id = s.account_id
    where s.platform_id = $1 and s.account_id = any($2::uuid[]) and s.expires_at > $3::timestamptz
      and s.revoked_at is null and c.revoked_at is null
      and ($4::uuid is null or s.credential_id <> $4::uuid) and ($5::uuid is null or s.id = $5::uuid)
      and ($6::text is null or s.public_key = $6::text) and (not $7::boolean or c.type = 'PASSKEY')
    order by s.id desc limit ${TRIED_MAX}`,
    [platformId, accountIds, isoTime(now), exceptCredentialId, onlySessionId, publicKey ?? null, byPasskey],
    'sessions_that_may_sign',
  )

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

/** The customer whose account it is. */
export async function holderOf(store: Store, platformId: string, accountId: string): Promise<string> {
  const [found] = await store.query<{ id: string }>(
    'select customer_id as id from accounts where platform_id = $1 and id = $2',
    [platformId, accountId],
    'holder_of_wallet',
  )
  if (!found) throw new Error(`There is no account ${accountId}`)
  return found.id
}
