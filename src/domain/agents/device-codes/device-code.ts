/** Device code resource: a one-time code that a program redeems for the access token of an agent. */
import { wireId } from '../../../core/ids.ts'
import { isoTime } from '../../../core/time.ts'
import type { Rows } from '../../../engine/rows.ts'
import { orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import { newOneTimeCode } from '../../../infra/crypto/one-time-code.ts'
import { hashSecret, newSecret, type SecretKeys } from '../../../infra/crypto/secrets.ts'
import { type Agent, agents } from '../agent.ts'

/** Keyed by the HMAC of the code, which is not stored itself. */
export const deviceCodes = table(
  'agent_device_codes',
  { codeHash: text(), agentId: uuid, expiresAt: time, redeemedAt: orNull(time), createdAt: time },
  { resource: 'AgentDeviceCode', key: 'codeHash', changing: ['redeemedAt'] },
)

export type DeviceCode = Row<typeof deviceCodes>

/** @param code in clear text, known only to the request that generated it or that names it */
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

/** Case and surrounding spaces are ignored: people dictate codes. */
export const hashDeviceCode = (keys: SecretKeys, code: string): string =>
  hashSecret(keys.codes, `agent device code ${code.trim().toUpperCase()}`)

const VALID_MS = 24 * 60 * 60_000

/** Makes this the only code of the agent that can be redeemed. */
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
