/** Operator context: the engine on the database of the installation, whether or not a service runs on it. */
import type { Clock } from '../core/clock.ts'
import { notFound } from '../core/refusal.ts'
import type { Engine } from '../engine/engine.ts'
import type { SecretKeys } from '../infra/crypto/secrets.ts'
import type { Store } from '../infra/db/store.ts'

export interface Operator {
  readonly store: Store
  readonly engine: Engine
  readonly clock: Clock
  readonly keys: SecretKeys
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The UUID in `Customer:<uuid>`, or in the UUID alone, as an operator types it. @throws Refusal `<RESOURCE>_NOT_FOUND` for anything else */
export function idIn(text: string, resource: string): string {
  const prefix = `${resource}:`
  const id = text.startsWith(prefix) ? text.slice(prefix.length) : text
  if (!UUID.test(id)) throw notFound(resource)
  return id
}

type Located =
  | 'customers'
  | 'verifications'
  | 'external_accounts'
  | 'cards'
  | 'card_transactions'
  | 'accounts'
  | 'agents'
  | 'tokens'
  | 'platforms'

/** The platform of a row, which operators name by its id alone. @throws Refusal `<RESOURCE>_NOT_FOUND` */
export async function findPlatformId(store: Store, table: Located, id: string, resource: string): Promise<string> {
  const [row] = await store.query<{ platformId: string }>(
    `select platform_id as "platformId" from ${table} where id = $1`,
    [id],
  )
  if (!row) throw notFound(resource)
  return row.platformId
}
