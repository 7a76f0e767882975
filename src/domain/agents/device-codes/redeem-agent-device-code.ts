/** Device code redemption use case. */
import { notFound, refuse } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import { type Agent, agents } from '../agent.ts'
import { appendAuditEntry } from '../audit-log/audit-log.ts'
import { deviceCodes } from './device-code.ts'

interface Redemption {
  readonly codeHash: string
  /** HMAC of the new access token. */
  readonly tokenHash: string
}

/**
 * Exchanges the code for an access token; the previous token stops working with this commit.
 * @throws Refusal AGENT_DEVICE_CODE_NOT_FOUND, AGENT_DEVICE_CODE_EXPIRED, AGENT_DEVICE_CODE_REDEEMED
 */
export const redeemAgentDeviceCode = command({
  reads(seen, { codeHash }: Redemption) {
    const known = seen.lastSeen(deviceCodes, codeHash)
    return [[deviceCodes, codeHash], ...(known ? [[agents, known.agentId] as const] : [])]
  },
  run(rows, { codeHash, tokenHash }): Agent {
    const code = rows.get(deviceCodes, codeHash)
    if (code.redeemedAt !== null) refuse('AGENT_DEVICE_CODE_REDEEMED', 'This device code has already been redeemed')
    if (code.expiresAt <= rows.now) refuse('AGENT_DEVICE_CODE_EXPIRED', 'This device code has expired; ask for another')
    const agent = rows.get(agents, code.agentId)
    if (agent.deletedAt !== null || agent.deviceCodeHash !== codeHash) throw notFound('AgentDeviceCode')
    rows.change(deviceCodes, code, { redeemedAt: rows.now })
    const audited = appendAuditEntry(rows, agent, {
      actor: 'DeviceCode',
      operation: 'redeemAgentDeviceCode',
      outcome: 'DONE',
    })
    return rows.change(agents, audited, { tokenHash, updatedAt: rows.now })
  },
})
