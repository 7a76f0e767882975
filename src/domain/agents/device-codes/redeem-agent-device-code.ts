/** Device code redemption use case. */
import { notFound, refuse } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { type Agent, agents } from '../agent.ts'
import { appendAuditEntry } from '../audit-log/audit-log.ts'
import { deviceCodes } from './device-code.ts'

/**
 * Exchanges the code for an access token; the previous token stops working with this commit.
 * @param tokenHash HMAC of the new token
 * @throws Refusal AGENT_DEVICE_CODE_NOT_FOUND, AGENT_DEVICE_CODE_EXPIRED, AGENT_DEVICE_CODE_REDEEMED
 */
export function redeemAgentDeviceCode(rows: Rows, codeHash: string, tokenHash: string): Agent {
  const code = rows.get(deviceCodes, codeHash)
  if (code.redeemedAt !== null) refuse('AGENT_DEVICE_CODE_REDEEMED', 'This device code has already been redeemed')
  if (code.expiresAt <= rows.now) refuse('AGENT_DEVICE_CODE_EXPIRED', 'This device code has expired; ask for another')
  const agent = rows.get(agents, code.agentId)
  if (agent.deletedAt !== null || agent.deviceCodeHash !== codeHash) throw notFound('AgentDeviceCode')
  rows.change(deviceCodes, code, { redeemedAt: rows.now })
  const noted = appendAuditEntry(rows, agent, {
    actor: 'DeviceCode',
    operation: 'redeemAgentDeviceCode',
    outcome: 'DONE',
  })
  return rows.change(agents, noted, { tokenHash, updatedAt: rows.now })
}
