/** Agent update use case: rename, pause, resume. */
import type { Rows } from '../../engine/rows.ts'
import { type Agent, agents, existingAgent } from './agent.ts'
import { appendAuditEntry } from './audit-log/audit-log.ts'

/** @throws Refusal AGENT_NOT_FOUND */
export function updateAgent(
  rows: Rows,
  agentId: string,
  { name, isPaused }: { readonly name?: string; readonly isPaused?: boolean },
  actor: string,
): Agent {
  const agent = existingAgent(rows, agentId)
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
}
