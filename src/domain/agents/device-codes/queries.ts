/** Device code reads. */
import { notFound } from '../../../core/refusal.ts'
import type { SecretKeys } from '../../../infra/crypto/secrets.ts'
import { readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { agents } from '../agent.ts'
import type { Tenant } from '../queries.ts'
import { type DeviceCode, type deviceCodes, hashDeviceCode, presentDeviceCode } from './device-code.ts'

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

/** @param code in clear text. @throws Refusal AGENT_DEVICE_CODE_NOT_FOUND */
export async function getAgentDeviceCodeStatus(store: Store, keys: SecretKeys, platformId: string, code: string) {
  const found = await findDeviceCode(store, hashDeviceCode(keys, code))
  if (found?.platformId !== platformId) throw notFound('AgentDeviceCode')
  const { agentId: _, ...status } = presentDeviceCode(code, found)
  return status
}
