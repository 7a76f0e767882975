/** Owns the audit log: each entry is chained to the one before by its hash, in the batch of what it tells. */
import { hash } from 'node:crypto'
import type { AgentAuditEntry } from '../../../contract/agents/agent-audit.ts'
import { canonicalJson } from '../../core/canonical-json.ts'
import { wireId } from '../../core/ids.ts'
import { isoTime } from '../../core/time.ts'
import type { Rows } from '../../engine/rows.ts'
import { type Agent, agents, auditEntries } from './tables.ts'

/** What stands before the first entry. */
export const NO_HASH = '0'.repeat(64)

/** What is noted beside the agent, the number and the time. */
export type Note = Pick<AgentAuditEntry, 'actor' | 'operation' | 'outcome'> &
  Partial<
    Pick<AgentAuditEntry, 'decision' | 'rule' | 'errorCode' | 'actionId' | 'quoteId' | 'transactionId' | 'amount'>
  > & {
    /** What else there is to know, without secrets and personal data. */
    readonly details?: object
  }

/** What was asked for, as a note has it. */
export type Wanted = Pick<Note, 'quoteId' | 'transactionId' | 'amount' | 'details'>

/** @returns the agent as it stands then: go on with that */
export function noteDecision(rows: Rows, agent: Agent, note: Note): Agent {
  const sequence = agent.auditSequence + 1
  const content = canonicalJson({
    ...note,
    agentId: wireId('Agent', agent.id),
    sequence,
    createdAt: isoTime(rows.now),
  })
  const chained = hash('sha256', agent.auditHash + content, 'hex')
  rows.append(auditEntries, {
    id: rows.newId(),
    agentId: agent.id,
    sequence,
    decision: note.decision ?? null,
    content,
    previousHash: agent.auditHash,
    hash: chained,
    createdAt: rows.now,
  })
  return rows.change(agents, agent, { auditSequence: sequence, auditHash: chained })
}

/** For what was refused, and left no other trace: nothing is noted of an agent that is gone. */
export function noteRefusal(rows: Rows, agentId: string, note: Note): void {
  const agent = rows.find(agents, agentId)
  if (agent && agent.deletedAt === null) noteDecision(rows, agent, note)
}
