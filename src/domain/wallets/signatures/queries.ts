/** Signing session queries. */
import { LIMITS } from '../../../../contract/limits.ts'
import { isoTime } from '../../../core/time.ts'
import type { SealedWallet } from '../../../core/wallet-approval.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { Session } from '../sessions/session.ts'
import type { Challenge } from './challenge.ts'

/** A bare signature does not name its session, so only the newest sessions are tried. */
const CANDIDATES_MAX = LIMITS.walletSessions

/** A session that may sign, and its wallet's key. The custodian's certificate is not checked here. */
export type SigningSession = Pick<
  Session,
  'id' | 'credentialId' | 'publicKey' | 'provenAt' | 'expiresAt' | 'certificate'
> &
  Omit<SealedWallet, 'platformId'>

/** The live sessions of a challenge's wallets, newest first. @param publicKey that the stamp of a signature names */
export const findSigningSessions = (
  store: Store,
  platformId: string,
  { accountIds, exceptCredentialId, onlySessionId, byPasskey }: Challenge,
  publicKey: string | undefined,
  now: number,
): Promise<SigningSession[]> =>
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
    order by s.id desc limit ${CANDIDATES_MAX}`,
    [platformId, accountIds, isoTime(now), exceptCredentialId, onlySessionId, publicKey ?? null, byPasskey],
    'sessions_that_may_sign',
  )
