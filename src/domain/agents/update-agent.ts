/** Agent update use case: rename, pause, resume. */
import { command } from '../../engine/command.ts'
import { type Agent, agentReads, agents, existingAgent } from './agent.ts'
import { appendAuditEntry } from './audit-log/audit-log.ts'
import { refuseResuming } from './freeze-agent.ts'

interface Update {
  readonly agentId: string
  readonly name?: string
  readonly isPaused?: boolean
  readonly actor: string
}

/** @throws Refusal AGENT_NOT_FOUND; FORBIDDEN to resume one that the operator has frozen */
export const updateAgent = command({
  reads: (_seen, { agentId }: Update) => agentReads(agentId),
  run(rows, { agentId, name, isPaused, actor }): Agent {
    const agent = existingAgent(rows, agentId)
    if (isPaused === false) refuseResuming(rows, agentId)
    const changed = rows.change(agents, agent, {
      name: name ?? agent.name,
      isPaused: isPaused ?? agent.isPaused,
      updatedAt: rows.now,
    })
    return appendAuditEntry(rows, changed, {
      actor,
      operation: 'updateAgent',
      outcome: 'DONE',
      details: { ...(name !== undefined && { name }), ...(isPaused !== undefined && { isPaused }) },
    })
  },
})
