/** Wallet queries. */
import type { SealedWallet } from '../../core/wallet-approval.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Credential } from './credentials/credential.ts'

/** The wallet's key as the custodian sealed it; undefined before it is provisioned. */
export async function findSealedWallet(
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

/** The email address of the customer that owns the account, null where there is none; undefined: there is no such account. */
export async function findHolderEmail(
  store: Store,
  platformId: string,
  walletId: string,
): Promise<string | null | undefined> {
  const [found] = await store.query<{ email: string | null }>(EMAIL, [platformId, walletId], 'email_of_holder')
  return found?.email
}

const EMAIL = `
  select c.email from accounts a left join customers c on c.platform_id = a.platform_id and c.id = a.customer_id
  where a.platform_id = $1 and a.id = $2`

/** The EMAIL_OTP credentials with the customer's own address; they change with it. */
export const findCustomerEmailCredentials = (
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

/** The customer that owns the account; bare id. */
export async function getHolderId(store: Store, platformId: string, accountId: string): Promise<string> {
  const [found] = await store.query<{ id: string }>(
    'select customer_id as id from accounts where platform_id = $1 and id = $2',
    [platformId, accountId],
    'holder_of_wallet',
  )
  if (!found) throw new Error(`There is no account ${accountId}`)
  return found.id
}
