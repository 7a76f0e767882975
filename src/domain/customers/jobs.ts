/** Customer jobs: opening of accounts that are missing after the platform adds a currency, including its own. */
import { sql } from 'kysely'
import { command, type Read } from '../../engine/command.ts'
import type { Store } from '../../infra/db/store.ts'
import type { JobHandlers } from '../../infra/jobs/handlers.ts'
import { type Owner, openMissingAccounts } from '../accounts/open-account.ts'
import { type Platform, platforms } from '../platform/platform.ts'
import { customers } from './customer.ts'
import { customerCurrencies } from './customer-currencies.ts'

interface MissingAccount extends Owner {
  readonly currency: string
}

/** Accounts of the platform and of approved customers in supported currencies that do not exist yet. */
async function findMissingAccounts(store: Store, platformId: string): Promise<MissingAccount[]> {
  const { rows } = await sql<MissingAccount>`
    with supported as (
      select c->>'currencyCode' as currency from platforms p, json_array_elements(p.supported_currencies) c where p.platform_id = ${platformId}
    ), owners as (
      select null::uuid as customer_id, null::text as platform_customer_id, null::json as currencies
      union all
      select id, platform_customer_id, currencies from customers where platform_id = ${platformId} and status = 'APPROVED' and deleted_at is null
    )
    select o.customer_id, o.platform_customer_id, s.currency from owners o cross join supported s
    where (o.currencies is null or s.currency in (select json_array_elements_text(o.currencies)))
      and not exists (select from accounts a where a.platform_id = ${platformId} and a.customer_id is not distinct from o.customer_id and a.currency = s.currency)
    order by 1 nulls first, 3`.execute(store.reads)
  return rows
}

const openAll = command({
  reads: (_seen, missing: readonly MissingAccount[]) =>
    [...new Set(missing.flatMap(({ customerId }) => customerId ?? []))].map((id): Read => [customers, id]),
  run(rows, missing): void {
    const platform = rows.peek(platforms, rows.platformId) as Platform
    const supported = new Set(customerCurrencies({ currencies: null }, platform))
    // A customer may have been deleted since `missing` was read; an account opened now would stay open.
    const mayOpen = ({ customerId }: MissingAccount) =>
      customerId === null || rows.find(customers, customerId)?.deletedAt === null
    openMissingAccounts(
      rows,
      missing
        .filter((owner) => supported.has(owner.currency) && mayOpen(owner))
        .map((owner) => [owner, owner.currency]),
    )
  },
})

export const customerJobs = ({ store }: { store: Store }): JobHandlers => ({
  async openMissingAccounts({ subjects }, platformId) {
    const missing = await findMissingAccounts(store, platformId)
    return new Map(subjects.map((subject) => [subject, (rows) => openAll(rows, missing)]))
  },
})
