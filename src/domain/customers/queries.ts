/** Customer queries. */
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Contract } from '../../../contract/contract.ts'
import type { BeneficialOwner } from '../../../contract/customers/beneficial-owners.ts'
import type { QueryOf } from '../../../contract/operation.ts'
import { notFound } from '../../core/refusal.ts'
import type { Pages } from '../../infra/db/page.ts'
import { inOrder, isWithin, readsOf } from '../../infra/db/reads.ts'
import type { Store } from '../../infra/db/store.ts'
import { type Customer, type customers, presentCustomer } from './customer.ts'

type Tables = { customers: typeof customers }

/** Loads the beneficial owners of businesses: business id → owners. The composition passes it in, because owners are a layer above. */
export type LoadOwners = (
  platformId: string,
  customerIds: readonly string[],
) => Promise<ReadonlyMap<string, readonly BeneficialOwner[]>>

/** Finds deleted customers too: their records remain. @throws Refusal USER_NOT_FOUND */
export async function getCustomerById(store: Store, platformId: string, customerId: string): Promise<Customer> {
  const found = await readsOf<Tables>(store)
    .selectFrom('customers')
    .selectAll()
    .where('platformId', '=', platformId)
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!found) throw notFound('Customer')
  return found as Customer
}

/** Whether a customer has the currency: customers without their own list have all that the platform supports. */
const isEnabled = (currency: string) => sql<boolean>`case when customers.currencies is null
  then exists (select from platforms p, json_array_elements(p.supported_currencies) c where p.platform_id = customers.platform_id and c->>'currencyCode' = ${currency})
  else ${currency} in (select json_array_elements_text(customers.currencies)) end`

/** Whether each word of the text is a prefix of a word of the customer's names, or the text is the customer's id. */
function isFound(platformId: string, text: string): Expression<SqlBool> {
  const id = /^(?:Customer:)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text.trim())?.[1]
  if (id) return sql<boolean>`customers.id = ${id}`
  const words = text.match(/[^\s!-/:-@[-`{-~]+/g)
  if (!words) return sql<boolean>`false`
  const query = words.map((word) => `${word}:*`).join(' & ')
  return sql<boolean>`customers.id in (select customers_with_words(${platformId}::uuid, ${query}))`
}

export function listCustomers(
  store: Store,
  pages: Pages,
  loadOwners: LoadOwners,
  platformId: string,
  query: QueryOf<Contract['listCustomers']>,
) {
  let matches = readsOf<Tables>(store).selectFrom('customers').where('platformId', '=', platformId)
  if (!query.isIncludingDeleted) matches = matches.where('deletedAt', 'is', null)
  if (query.platformCustomerId) matches = matches.where('platformCustomerId', '=', query.platformCustomerId)
  if (query.customerType) matches = matches.where('type', '=', query.customerType)
  if (query.region) matches = matches.where('region', '=', query.region)
  if (query.umaAddress) matches = matches.where('umaAddress', '=', query.umaAddress.toLowerCase())
  if (query.status) matches = matches.where('status', '=', query.status)
  if (query.search) matches = matches.where(isFound(platformId, query.search))
  if (query.currency) matches = matches.where(isEnabled(query.currency))
  matches = matches.where(isWithin(query))
  const rows = inOrder<Customer>(matches.selectAll())
  return pages.list(['listCustomers', platformId], query, {
    fetch: async (after, count) => {
      const found = await rows.fetch(after, count)
      const businesses = found.filter(({ type }) => type === 'BUSINESS').map(({ id }) => id)
      const owners = await loadOwners(platformId, businesses)
      return found.map((row) => ({ ...row, owners: owners.get(row.id) ?? [] }))
    },
    count: rows.count,
    present: ({ owners, ...row }) => presentCustomer(row, owners),
  })
}

/** @throws Refusal USER_NOT_FOUND also for a deleted customer, whose id the platform may have given to another one */
export async function findCustomerId(store: Store, platformId: string, platformCustomerId: string): Promise<string> {
  const found = await readsOf<Tables>(store)
    .selectFrom('customers')
    .select('id')
    .where('platformId', '=', platformId)
    .where('platformCustomerId', '=', platformCustomerId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!found) throw notFound('Customer')
  return found.id
}
