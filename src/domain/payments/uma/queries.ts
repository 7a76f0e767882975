/** UMA queries: messages, settlements, and the recipient behind an address. */
import { isKnownCurrency } from '../../../../contract/currencies.ts'
import { readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { RequiredField, Settlement, TakenCurrency } from '../../../providers/uma/port.ts'
import type { Customer } from '../../customers/customer.ts'
import { umaAddressClaim } from '../../customers/customer-names.ts'
import type { CurrencySettings } from '../../platform/platform.ts'
import type { settlements } from '../transactions/transaction.ts'
import type { StoredMessage, umaMessages } from './messages.ts'

type Tables = { umaMessages: typeof umaMessages; settlements: typeof settlements }

/** Messages about a payment, in order. */
export function paymentMessages(store: Store, platformId: string, transactionId: string): Promise<StoredMessage[]> {
  const reads = readsOf<Tables>(store)
  return reads
    .selectFrom('umaMessages')
    .select(['transactionId', 'id', 'direction', 'kind', 'institution', 'fields', 'createdAt'])
    .where('platformId', '=', platformId)
    .where('transactionId', '=', transactionId)
    .orderBy('id')
    .execute() as Promise<StoredMessage[]>
}

/** The settlement agreed for a payment; undefined while there is none. */
export async function findSettlement(
  store: Store,
  platformId: string,
  transactionId: string,
): Promise<(Settlement & { readonly createdAt: number }) | undefined> {
  return readsOf<Tables>(store)
    .selectFrom('settlements')
    .select(['institution', 'invoice', 'callback', 'createdAt'])
    .where('platformId', '=', platformId)
    .where('id', '=', transactionId)
    .executeTakeFirst()
}

/** A customer about whom another institution asks. */
export interface Recipient {
  readonly platformId: string
  readonly address: string
  readonly status: Customer['status']
  /** Ids of the receiving accounts, by currency. */
  readonly accounts: Readonly<Record<string, string>>
  readonly currencies: readonly TakenCurrency[]
  /** Sender details that the platform requires, over all currencies. */
  readonly requiredPayerData: readonly RequiredField[]
}

interface Found {
  readonly platformId: string
  readonly settings: readonly CurrencySettings[]
  readonly status: Customer['status']
  readonly currency: string | null
  readonly accountId: string | null
}

/** @param address in lower case, at the domain of a platform. @returns undefined when no customer has it */
export async function findRecipient(store: Store, address: string): Promise<Recipient | undefined> {
  const domain = address.slice(address.indexOf('@') + 1)
  const found = await store.query<Found>(RECIPIENT, [domain, umaAddressClaim(address)], 'uma_recipient')
  const [first] = found
  if (!first) return undefined
  const open = first.settings.filter(({ enabledTransactionTypes }) => enabledTransactionTypes.includes('INCOMING'))
  const accounts = new Map(
    found.flatMap(({ currency, accountId }) => (currency ? [[currency, accountId as string]] : [])),
  )
  const taken = open.filter(({ currencyCode }) => accounts.has(currencyCode) && isKnownCurrency(currencyCode))
  return {
    platformId: first.platformId,
    address,
    status: first.status,
    accounts: Object.fromEntries(accounts),
    currencies: taken.map(({ currencyCode, minAmount, maxAmount }) => ({
      code: currencyCode,
      min: minAmount,
      max: maxAmount,
    })),
    requiredPayerData: union(taken.flatMap(({ requiredCounterpartyFields }) => requiredCounterpartyFields)),
  }
}

/** A field is mandatory if one of the currencies requires it. */
function union(fields: readonly RequiredField[]): RequiredField[] {
  const mandatory = new Map<RequiredField['name'], boolean>()
  for (const field of fields) mandatory.set(field.name, field.mandatory || mandatory.get(field.name) === true)
  return [...mandatory].map(([name, isMandatory]) => ({ name, mandatory: isMandatory }))
}

/** If several platforms claim a domain, it belongs to the oldest. */
const RECIPIENT = `
  select p.platform_id as "platformId", p.supported_currencies as settings, c.status, a.currency, a.id as "accountId"
  from (select * from platforms where uma_domain = $1 order by platform_id limit 1) p
    join claims k on k.platform_id = p.platform_id and k.name = $2
    join customers c on c.platform_id = k.platform_id and c.id = k.holder and c.deleted_at is null
    left join (accounts a join balances b on b.platform_id = a.platform_id and b.id = a.id and b.status = 'ACTIVE')
      on a.platform_id = c.platform_id and a.customer_id = c.id
  order by a.id desc`
