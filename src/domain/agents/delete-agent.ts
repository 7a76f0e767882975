/** Agent deletion use case. */
import { command } from '../../engine/command.ts'
import { agentReads, agents, existingAgent } from './agent.ts'
import { appendAuditEntry } from './audit-log/audit-log.ts'

interface Deletion {
  readonly agentId: string
  readonly actor: string
}

/** Its access token and device codes stop working with this commit. @throws Refusal AGENT_NOT_FOUND, also the second time */
export const deleteAgent = command({
  reads: (_seen, { agentId }: Deletion) => agentReads(agentId),
  run(rows, { agentId, actor }): void {
    const agent = existingAgent(rows, agentId)
    const audited = appendAuditEntry(rows, agent, { actor, operation: 'deleteAgent', outcome: 'DONE' })
    rows.change(agents, audited, { deletedAt: rows.now, updatedAt: rows.now, tokenHash: null, deviceCodeHash: null })
  },
})
