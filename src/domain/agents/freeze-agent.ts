/** Agent freeze use cases: the operator pauses an agent, and the platform cannot resume it. */
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { isFrozen } from '../platform/freeze.ts'
import { agents, existingAgent } from './agent.ts'
import { appendAuditEntry } from './audit-log/audit-log.ts'

/** @returns whether it was not paused before. @throws Refusal AGENT_NOT_FOUND */
export function freezeAgent(rows: Rows, agentId: string): boolean {
  const wasPaused = existingAgent(rows, agentId).isPaused
  setPaused(rows, agentId, true)
  return !wasPaused
}

/** Reverses `freezeAgent`, if the agent has not been deleted. */
export function releaseAgent(rows: Rows, agentId: string): void {
  if (rows.get(agents, agentId).deletedAt === null) setPaused(rows, agentId, false)
}

function setPaused(rows: Rows, agentId: string, isPaused: boolean): void {
  const changed = rows.change(agents, existingAgent(rows, agentId), { isPaused, updatedAt: rows.now })
  appendAuditEntry(rows, changed, {
    actor: 'Operator',
    operation: isPaused ? 'freeze' : 'release',
    outcome: 'DONE',
    details: { isPaused },
  })
}

/** For requests of the platform to resume an agent. @throws Refusal FORBIDDEN */
export function refuseResuming(rows: Rows, agentId: string): void {
  if (isFrozen(rows, 'Agent', agentId))
    refuse('FORBIDDEN', 'The operator has frozen the agent; only the operator releases it', { frozen: 'AGENT' })
}
