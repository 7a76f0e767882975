/** Device code replacement use case. */
import type { Rows } from '../../../engine/rows.ts'
import { existingAgent } from '../agent.ts'
import { appendAuditEntry } from '../audit-log/audit-log.ts'
import { addDeviceCode, type DeviceCode } from './device-code.ts'

/** The current access token works until the new code is redeemed (decision 76). @throws Refusal AGENT_NOT_FOUND */
export function regenerateAgentDeviceCode(rows: Rows, agentId: string, codeHash: string, actor: string): DeviceCode {
  const agent = existingAgent(rows, agentId)
  const noted = appendAuditEntry(rows, agent, { actor, operation: 'regenerateAgentDeviceCode', outcome: 'DONE' })
  return addDeviceCode(rows, noted, codeHash).deviceCode
}
