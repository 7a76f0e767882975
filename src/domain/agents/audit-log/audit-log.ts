/** Owns the audit log: each entry is chained to the one before by its hash, in the batch of what it tells. */
import { hash } from 'node:crypto'
import type { AgentAuditEntry } from '../../../../contract/agents/agent-audit.ts'
import { canonicalJson } from '../../../core/canonical-json.ts'
import { wireId } from '../../../core/ids.ts'
import { isoTime } from '../../../core/time.ts'
import type { Rows } from '../../../engine/rows.ts'
import { int, log, orNull, type Row, text, time, uuid } from '../../../engine/table.ts'
import type { Caller } from '../../../infra/operations/handlers.ts'
import { type Agent, agents } from '../agent.ts'

/** What was decided, in order: `hash` is of the hash before and the content. Never changed. */
export const auditEntries = log('agent_audit_entries', {
  id: uuid,
  agentId: uuid,
  sequence: int,
  decision: orNull(text()),
  /** The entry as canonical JSON. */
  content: text(),
  previousHash: text(),
  hash: text(),
  createdAt: time,
})

export type AuditEntry = Row<typeof auditEntries>

/** What stands before the first entry. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64)

/** What is noted beside the agent, the number and the time. */
export type AuditRecord = Pick<AgentAuditEntry, 'actor' | 'operation' | 'outcome'> &
  Partial<
    Pick<AgentAuditEntry, 'decision' | 'rule' | 'errorCode' | 'actionId' | 'quoteId' | 'transactionId' | 'amount'>
  > & {
    /** What else there is to know, without secrets and personal data. */
    readonly details?: object
  }

/** What was asked for, as a note has it. */
export type RequestDetails = Pick<AuditRecord, 'quoteId' | 'transactionId' | 'amount' | 'details'>

/** @returns the agent as it stands then: go on with that */
export function appendAuditEntry(rows: Rows, agent: Agent, note: AuditRecord): Agent {
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
export function appendRefusal(rows: Rows, agentId: string, note: AuditRecord): void {
  const agent = rows.find(agents, agentId)
  if (agent && agent.deletedAt === null) appendAuditEntry(rows, agent, note)
}

export function presentAuditEntry({ id, content, previousHash, hash }: AuditEntry): AgentAuditEntry {
  const { details: _, ...told } = JSON.parse(content)
  return { id: wireId('AgentAuditEntry', id), ...told, content, previousHash, hash }
}

/** The caller as audit entries name it. */
export const actorOf = ({ tokenId }: Caller): string =>
  tokenId === 'dashboard' ? 'Dashboard' : wireId('Token', tokenId)
