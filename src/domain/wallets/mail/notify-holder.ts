/** Security notices: mails to the verified addresses of a wallet after a sign-in, a new credential or an export. */
import { notFound } from '../../../core/refusal.ts'
import type { Store } from '../../../infra/db/store.ts'
import { MailRefused } from '../../../providers/mailer/port.ts'
import { getPlatformConfig } from '../../platform/queries.ts'
import type { CredentialType } from '../credentials/credential.ts'
import { type Notice, noticeMail } from './mail-texts.ts'
import type { SendMail } from './wallet-mail.ts'

/** The credential that was used or added. */
interface Activity {
  readonly accountId: string
  readonly type: CredentialType
  readonly nickname: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly credentialId: string
}

interface Needs {
  readonly store: Store
  readonly sendMail: SendMail
}

/** An address that the mail server refuses must not keep the others from being notified. */
async function notify(
  { store, sendMail }: Needs,
  platformId: string,
  to: readonly string[],
  notice: Notice,
): Promise<undefined> {
  if (to.length === 0) return
  const { name, embeddedWalletConfig } = await getPlatformConfig(store, platformId)
  const mail = noticeMail(notice, embeddedWalletConfig, name)
  for (const address of to)
    await sendMail(platformId, { ...mail, to: address }, []).catch((error) => {
      if (!(error instanceof MailRefused)) throw error
    })
}

/** Notifies the wallet's other addresses of a new session. */
export async function notifyOfSession(needs: Needs, platformId: string, sessionId: string): Promise<undefined> {
  const acting = await getActivity(needs.store, SESSION, [platformId, sessionId])
  const to = await listAddresses(needs.store, platformId, acting.accountId, acting.credentialId)
  return notify(needs, platformId, to, { what: 'SESSION', ...acting })
}

/** Notifies the wallet's other addresses of a new credential. */
export async function notifyOfCredential(needs: Needs, platformId: string, credentialId: string): Promise<undefined> {
  const acting = await getActivity(needs.store, CREDENTIAL, [platformId, credentialId])
  const to = await listAddresses(needs.store, platformId, acting.accountId, credentialId)
  return notify(needs, platformId, to, { what: 'CREDENTIAL', ...acting })
}

/** Notifies all addresses of the wallet of an export, including the one that may have been used for it: there may be no other. */
export async function notifyOfExport(needs: Needs, platformId: string, accountId: string): Promise<undefined> {
  const to = await listAddresses(needs.store, platformId, accountId, undefined)
  const [row] = await needs.store.query<{ exports: readonly number[] }>(EXPORTS, [platformId, accountId])
  return notify(needs, platformId, to, { what: 'EXPORT', at: row?.exports.at(-1) as number })
}

const SESSION = `
  select s.account_id as "accountId", c.id as "credentialId", c.type, c.nickname, s.created_at as at
  from wallet_sessions s join credentials c on c.platform_id = s.platform_id and c.id = s.credential_id
  where s.platform_id = $1 and s.id = $2`

const CREDENTIAL = `
  select account_id as "accountId", id as "credentialId", type, nickname, created_at as at
  from credentials where platform_id = $1 and id = $2`

const EXPORTS = 'select exports from open_challenges where platform_id = $1 and id = $2'

async function getActivity(store: Store, query: string, values: readonly string[]): Promise<Activity> {
  const [found] = await store.query<Activity>(query, [...values])
  if (!found) throw notFound('AuthMethod')
  return found
}

/**
 * Addresses of verified credentials only: an unverified address may belong to a third party. For an OAUTH identity it
 * is the address that the issuer states.
 */
async function listAddresses(
  store: Store,
  platformId: string,
  accountId: string,
  exceptCredentialId: string | undefined,
): Promise<string[]> {
  const found = await store.query<{ id: string; address: string }>(
    `select id, lower(nickname) as address from credentials
    where platform_id = $1 and account_id = $2 and type <> 'PASSKEY' and nickname like '%_@_%'
      and verified_at is not null and revoked_at is null order by id`,
    [platformId, accountId],
  )
  const own = found.find(({ id }) => id === exceptCredentialId)?.address
  return [...new Set(found.map(({ address }) => address))].filter((address) => address !== own)
}
