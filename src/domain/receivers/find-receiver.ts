/** Owns the finding of the person behind a UMA address: a customer of this platform first, otherwise their institution is asked. */
import { LIMITS } from '../../../contract/limits.ts'
import { bareId } from '../../core/ids.ts'
import { notFound, Refusal, refuseField } from '../../core/refusal.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Uma } from '../../providers/uma/port.ts'
import { getCustomer } from '../customers/queries.ts'
import type { FoundReceiver } from './lookup.ts'

export interface LookupQuery {
  readonly senderUmaAddress?: string
  readonly customerId?: string
}

/** In lower case. @throws Refusal INVALID_UMA_ADDRESS */
export function parseUmaAddress(text: string, field = 'receiverUmaAddress'): string {
  const address = text.toLowerCase()
  if (!/^\$[a-z0-9\-_.+]{1,63}@[a-z0-9.-]+(:[0-9]{1,5})?$/.test(address)) refuseField('INVALID_UMA_ADDRESS', field, 'must have the form $name@domain')
  return address
}

/** @throws Refusal UMA_NOT_FOUND, USER_NOT_FOUND, and what the provider throws */
export async function findReceiver(store: Store, uma: Uma | undefined, platformId: string, address: string, query: LookupQuery): Promise<FoundReceiver> {
  const inside = await insideReceiver(store, platformId, address)
  if (inside) return inside
  const sender = await senderAddress(store, platformId, query)
  const found = await uma?.lookup(address, { platformId, address: sender })
  if (!found) throw new Refusal('UMA_NOT_FOUND', 'Nobody has this UMA address')
  return found
}

async function insideReceiver(store: Store, platformId: string, address: string): Promise<FoundReceiver | undefined> {
  const held = await store.query<{ id: string; currency: string }>(
    `select a.id, a.currency from claims c join accounts a on a.platform_id = c.platform_id and a.customer_id = c.holder
    where c.platform_id = $1 and c.name = $2 order by a.id`,
    [platformId, `uma/${address}`],
  )
  if (held.length === 0) return undefined
  return {
    currencies: held.map(({ currency }) => ({ code: currency, min: 1, max: LIMITS.amount })),
    requiredPayerData: [],
    accounts: Object.fromEntries(held.map(({ id, currency }) => [currency, id])),
  }
}

async function senderAddress(store: Store, platformId: string, { senderUmaAddress, customerId }: LookupQuery): Promise<string> {
  if (senderUmaAddress !== undefined) return senderUmaAddress.toLowerCase()
  if (customerId !== undefined) return (await getCustomer(store, platformId, bareId(customerId))).umaAddress
  const [platform] = await store.query<{ domain: string }>('select uma_domain as domain from platforms where platform_id = $1', [platformId])
  if (!platform) throw notFound('Platform')
  return `$platform@${platform.domain}`
}
