/** Overview data: sums over a whole platform. */
import type { Overview, TrialBalanceLine } from '../../contract/dashboard.ts'
import { presentCurrency } from '../core/currency.ts'
import { wireId } from '../core/ids.ts'
import { type Account, presentInternalAccount } from '../domain/accounts/internal-account.ts'
import type { Reading } from '../domain/events/restore-payload.ts'
import type { Balance } from '../domain/ledger/balance.ts'
import { HOUSE_ROLES, houseName } from '../domain/ledger/house.ts'
import { getPlatformConfig } from '../domain/platform/queries.ts'
import type { Store } from '../infra/db/store.ts'
import { listAttention } from './attention.ts'
import { OWNER_NAME } from './parties.ts'

const ACCOUNTS_MAX = 200

/** @throws Refusal PLATFORM_NOT_FOUND */
export async function overview({ store, rails }: Reading, platformId: string): Promise<Overview> {
  const query = <Row>(text: string) => store.query<Row>(text, [platformId])
  const [platform, accounts, sums, counts, [installation], attention] = await Promise.all([
    getPlatformConfig(store, platformId),
    query<Account & Balance & { ownerName: string; sparkAddress: string | null }>(ACCOUNTS),
    trialBalance(store, platformId),
    query<{ status: string; count: bigint }>(
      'select status, count(*) as count from transactions where platform_id = $1 group by status',
    ),
    store.query<{ mode: string }>('select mode from installation'),
    listAttention(store, platformId),
  ])
  return {
    mode: installation?.mode ?? 'sandbox',
    platform: { id: wireId('PlatformConfig', platformId), name: platform.name, webhookEndpoint: platform.endpoint },
    accounts: accounts.slice(0, ACCOUNTS_MAX).map((row) => ({
      ...presentInternalAccount(rails, row, row, row.sparkAddress ?? undefined),
      ownerName: row.ownerName,
    })),
    hasMoreAccounts: accounts.length > ACCOUNTS_MAX,
    trialBalance: sums,
    payments: Object.fromEntries(counts.map(({ status, count }) => [status, Number(count)])),
    attention,
  }
}

/** Balances of customers and of each house account, by currency; each currency sums to zero. */
export async function trialBalance(store: Store, platformId: string): Promise<TrialBalanceLine[]> {
  const sums = await store.query<{ key: string; currency: string | null; amount: string }>(TRIAL_BALANCE, [platformId])
  return sums.map(trialBalanceLine)
}

function trialBalanceLine({
  key,
  currency,
  amount,
}: {
  key: string
  currency: string | null
  amount: string
}): TrialBalanceLine {
  if (currency !== null)
    return {
      currency: presentCurrency(currency),
      place: 'customers',
      about: 'Balances of all accounts of the customers and the platform.',
      amount,
    }
  const name = houseName(key)
  if (!name) throw new Error(`${key} is not a house account`)
  return { currency: presentCurrency(name.currency), place: name.role, about: HOUSE_ROLES[name.role], amount }
}

const ACCOUNTS = `
  select a.id, a.customer_id as "customerId", a.platform_customer_id as "platformCustomerId", a.type, a.currency, a.created_at as "createdAt",
    b.status, b.posted, b.held, b.private_enabled as "privateEnabled", b.updated_at as "updatedAt", w.spark_address as "sparkAddress", ${OWNER_NAME} as "ownerName"
  from accounts a
    join balances b on b.platform_id = a.platform_id and b.id = a.id
    join platforms p on p.platform_id = a.platform_id
    left join customers c on c.platform_id = a.platform_id and c.id = a.customer_id
    left join wallet_addresses w on w.platform_id = a.platform_id and w.id = a.id
  where a.platform_id = $1
  order by b.posted desc, a.id limit ${ACCOUNTS_MAX + 1}`

/** One statement, so that all sums are from one snapshot: between two statements money could move. */
const TRIAL_BALANCE = `
  select a.currency as key, a.currency, sum(b.posted)::text as amount
  from balances b join accounts a on a.platform_id = b.platform_id and a.id = b.id
  where b.platform_id = $1 group by a.currency having sum(b.posted) <> 0
  union all
  select key::text, null, sum(amount)::text from house_balances where platform_id = $1 group by key
  order by 1`
