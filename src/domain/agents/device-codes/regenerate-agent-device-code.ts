/** Device code replacement use case. */
import { command } from '../../../engine/command.ts'
import { agentReads, existingAgent } from '../agent.ts'
import { appendAuditEntry } from '../audit-log/audit-log.ts'
import { addDeviceCode, type DeviceCode } from './device-code.ts'

interface Replacement {
  readonly agentId: string
  readonly codeHash: string
  readonly actor: string
}

/** The current access token works until the new code is redeemed (decision 76). @throws Refusal AGENT_NOT_FOUND */
export const regenerateAgentDeviceCode = command({
  reads: (_seen, { agentId }: Replacement) => agentReads(agentId),
  run(rows, { agentId, codeHash, actor }): DeviceCode {
    const agent = existingAgent(rows, agentId)
    const audited = appendAuditEntry(rows, agent, { actor, operation: 'regenerateAgentDeviceCode', outcome: 'DONE' })
    return addDeviceCode(rows, audited, codeHash).deviceCode
  },
})
