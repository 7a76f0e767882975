/** Agent deletion use case. */
import type { Rows } from '../../engine/rows.ts'
import { agents, existingAgent } from './agent.ts'
import { appendAuditEntry } from './audit-log/audit-log.ts'

/** Its access token and device codes stop working with this commit. @throws Refusal AGENT_NOT_FOUND, also the second time */
export function deleteAgent(rows: Rows, agentId: string, actor: string): void {
  const agent = existingAgent(rows, agentId)
  const noted = appendAuditEntry(rows, agent, { actor, operation: 'deleteAgent', outcome: 'DONE' })
  rows.change(agents, noted, { deletedAt: rows.now, updatedAt: rows.now, tokenHash: null, deviceCodeHash: null })
}
