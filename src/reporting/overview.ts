/** Overview of a platform: its largest balances, and the number of its payments. */
import { ACCOUNTS_SHOWN, type Overview } from '../../contract/platform/overview.ts'
import { wireId } from '../core/ids.ts'
import { type Account, presentInternalAccount } from '../domain/accounts/internal-account.ts'
import type { Reading } from '../domain/events/restore-payload.ts'
import type { Balance } from '../domain/ledger/balance.ts'
import { getPlatformConfig } from '../domain/platform/queries.ts'
import { OWNER_NAME } from './parties.ts'

/** @throws Refusal PLATFORM_NOT_FOUND */
export async function getOverview({ store, rails }: Reading, platformId: string): Promise<Overview> {
  const query = <Row>(text: string) => store.query<Row>(text, [platformId])
  const [platform, accounts, counts, [installation]] = await Promise.all([
    getPlatformConfig(store, platformId),
    query<Account & Balance & { ownerName: string; sparkAddress: string | null }>(ACCOUNTS),
    query<{ status: string; count: bigint }>(
      'select status, count(*) as count from transactions where platform_id = $1 group by status',
    ),
    store.query<{ mode: Overview['mode'] }>('select mode from installation'),
  ])
  return {
    mode: installation?.mode ?? 'sandbox',
    platform: {
      id: wireId('PlatformConfig', platformId),
      name: platform.name,
      ...(platform.endpoint !== null && { webhookEndpoint: platform.endpoint }),
    },
    accounts: accounts.slice(0, ACCOUNTS_SHOWN).map((row) => ({
      ...presentInternalAccount(rails, row, row, row.sparkAddress ?? undefined),
      ownerName: row.ownerName,
    })),
    hasMoreAccounts: accounts.length > ACCOUNTS_SHOWN,
    payments: Object.fromEntries(counts.map(({ status, count }) => [status, Number(count)])),
  }
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
  order by b.posted desc, a.id limit ${ACCOUNTS_SHOWN + 1}`
