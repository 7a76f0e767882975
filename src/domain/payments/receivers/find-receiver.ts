/** Receiver resolution: a UMA address belongs to a customer of this platform, or its institution is queried. */
import { LIMITS } from '../../../../contract/limits.ts'
import { bareId } from '../../../core/ids.ts'
import { refuseField, umaAddressNotFound } from '../../../core/refusal.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { Uma } from '../../../providers/uma/port.ts'
import { getCustomerById } from '../../customers/queries.ts'
import { getPlatformConfig } from '../../platform/queries.ts'
import { domainOf, refuseInstitution } from './block-provider.ts'
import type { FoundReceiver } from './lookup.ts'
import { blockedDomains } from './queries.ts'

export interface LookupQuery {
  readonly senderUmaAddress?: string
  readonly customerId?: string
}

/** @returns the address in lower case. @throws Refusal INVALID_UMA_ADDRESS */
export function parseUmaAddress(text: string, field = 'receiverUmaAddress'): string {
  const address = text.toLowerCase()
  if (!/^\$[a-z0-9\-_.+]{1,63}@[a-z0-9.-]+(:[0-9]{1,5})?$/.test(address))
    refuseField('INVALID_UMA_ADDRESS', field, 'must have the form $name@domain')
  return address
}

/** @throws Refusal UMA_NOT_FOUND, USER_NOT_FOUND, INVALID_UMA_ADDRESS, COUNTERPARTY_NOT_ALLOWED, and what the provider throws */
export async function findReceiver(
  store: Store,
  uma: Uma | undefined,
  platformId: string,
  address: string,
  query: LookupQuery,
): Promise<FoundReceiver> {
  const customer = await customerReceiver(store, platformId, address)
  if (customer) return customer
  if ((await blockedDomains(store, platformId)).has(domainOf(address))) refuseInstitution()
  const { umaDomain } = await getPlatformConfig(store, platformId)
  const sender = await senderAddress(store, platformId, umaDomain, query)
  const found =
    domainOf(address) === umaDomain ? undefined : await uma?.lookup(address, { platformId, address: sender })
  if (!found) throw umaAddressNotFound()
  return found
}

/**
 * A customer of this platform. Of several accounts in a currency the oldest receives. Wallets come last in the list,
 * although their ids are generated before those of the other accounts.
 */
async function customerReceiver(store: Store, platformId: string, address: string): Promise<FoundReceiver | undefined> {
  const accounts = await store.query<{ id: string; currency: string }>(
    `select id, currency from (
      select distinct on (a.currency) a.id, a.currency, a.type from claims c
        join accounts a on a.platform_id = c.platform_id and a.customer_id = c.holder
      where c.platform_id = $1 and c.name = $2 order by a.currency, a.id) first
    order by type = 'EMBEDDED_WALLET', id`,
    [platformId, `uma/${address}`],
  )
  if (accounts.length === 0) return undefined
  return {
    currencies: accounts.map(({ currency }) => ({ code: currency, min: 1, max: LIMITS.amount })),
    requiredPayerData: [],
    accounts: Object.fromEntries(accounts.map(({ id, currency }) => [currency, id])),
  }
}

async function senderAddress(
  store: Store,
  platformId: string,
  umaDomain: string,
  { senderUmaAddress, customerId }: LookupQuery,
): Promise<string> {
  if (senderUmaAddress !== undefined) return parseUmaAddress(senderUmaAddress, 'senderUmaAddress')
  if (customerId !== undefined) return (await getCustomerById(store, platformId, bareId(customerId))).umaAddress
  return `$platform@${umaDomain}`
}
