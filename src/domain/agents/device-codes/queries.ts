/** Device code reads. */
import { readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { agents } from '../agent.ts'
import type { Tenant } from '../queries.ts'
import type { DeviceCode, deviceCodes } from './device-code.ts'

/** Looks across all platforms. Undefined when a later code has replaced it, or the agent is deleted. */
export async function findDeviceCode(store: Store, codeHash: string): Promise<(DeviceCode & Tenant) | undefined> {
  const found = await readsOf<{ agents: typeof agents; agentDeviceCodes: typeof deviceCodes }>(store)
    .selectFrom('agentDeviceCodes as c')
    .innerJoin('agents as a', (join) =>
      join.onRef('a.platformId', '=', 'c.platformId').onRef('a.id', '=', 'c.agentId').on('a.deletedAt', 'is', null),
    )
    .selectAll('c')
    .where('c.codeHash', '=', codeHash)
    .where((is) => is.or([is('a.deviceCodeHash', '=', codeHash), is('c.redeemedAt', 'is not', null)]))
    .executeTakeFirst()
  return found as (DeviceCode & Tenant) | undefined
}
