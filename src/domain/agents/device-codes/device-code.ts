/** Device code resource: a one-time code that a program redeems for the access token of an agent. */

import { wireId } from '../../../core/ids.ts'
import { isoTime } from '../../../core/time.ts'
import type { Rows } from '../../../engine/rows.ts'
import { orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import { newOneTimeCode } from '../../../infra/crypto/one-time-code.ts'
import { hashSecret, newSecret, type SecretKeys } from '../../../infra/crypto/secrets.ts'
import { readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import { type Agent, agents } from '../agent.ts'
import type { Tenant } from '../queries.ts'

/** Found by the HMAC of the code, which is nowhere stored. */
export const deviceCodes = table(
  'agent_device_codes',
  { codeHash: text(), agentId: uuid, expiresAt: time, redeemedAt: orNull(time), createdAt: time },
  { resource: 'AgentDeviceCode', key: 'codeHash', changing: ['redeemedAt'] },
)

export type DeviceCode = Row<typeof deviceCodes>

/** @param code the code itself, which only its maker knows */
export const presentDeviceCode = (code: string, { agentId, expiresAt, redeemedAt }: DeviceCode) => ({
  code,
  agentId: wireId('Agent', agentId),
  expiresAt: isoTime(expiresAt),
  redeemed: redeemedAt !== null,
})

/** 138 random bits, in groups of four. */
export const generateDeviceCode = (): string =>
  `AGENT-${newOneTimeCode({ otpLength: 28, alphanumeric: true }).replace(/.{4}(?=.)/g, '$&-')}`

/** 256 random bits. */
export const generateAccessToken = (): string => `agt_${newSecret()}`

/** People read codes to each other: case and surrounding blanks do not matter. */
export const hashDeviceCode = (keys: SecretKeys, code: string): string =>
  hashSecret(keys.codes, `agent device code ${code.trim().toUpperCase()}`)

const VALID_MS = 24 * 60 * 60_000

/** Makes a code the one that can be redeemed; those before it are of no use any more. */
export function addDeviceCode(rows: Rows, agent: Agent, codeHash: string): { agent: Agent; deviceCode: DeviceCode } {
  const deviceCode = rows.add(deviceCodes, {
    codeHash,
    agentId: agent.id,
    expiresAt: rows.now + VALID_MS,
    redeemedAt: null,
    createdAt: rows.now,
  })
  return { agent: rows.change(agents, agent, { deviceCodeHash: codeHash }), deviceCode }
}

/** A code of any platform, unless a later one has taken its place or the agent is gone. */
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
