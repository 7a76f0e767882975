/** Audit log: every decision about an agent, chained by hash and committed together with what it records. */
import { hash } from 'node:crypto'
import type { AgentAuditEntry } from '../../../../contract/agents/agent-audit.ts'
import { canonicalJson } from '../../../core/canonical-json.ts'
import { wireId } from '../../../core/ids.ts'
import { isoTime } from '../../../core/time.ts'
import type { Rows } from '../../../engine/rows.ts'
import { int, log, orNull, type Row, text, time, uuid } from '../../../engine/table.ts'
import type { Caller } from '../../../infra/operations/handlers.ts'
import { type Agent, agents } from '../agent.ts'

/** `hash` covers the previous hash and the content. Append only. */
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

/** `previousHash` of the first entry. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64)

/** An entry without its agent, sequence and time. */
export type AuditRecord = Pick<AgentAuditEntry, 'actor' | 'operation' | 'outcome'> &
  Partial<
    Pick<AgentAuditEntry, 'decision' | 'rule' | 'errorCode' | 'actionId' | 'quoteId' | 'transactionId' | 'amount'>
  > & {
    /** Further facts, without secrets and personal data. */
    readonly details?: object
  }

/** The part of an entry that says what was requested. */
export type RequestDetails = Pick<AuditRecord, 'quoteId' | 'transactionId' | 'amount' | 'details'>

/** @returns the changed agent row; continue with it, because the old one is out of date */
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

/** Records a refusal. Does nothing when the agent is deleted. */
export function appendRefusal(rows: Rows, agentId: string, note: AuditRecord): void {
  const agent = rows.find(agents, agentId)
  if (agent && agent.deletedAt === null) appendAuditEntry(rows, agent, note)
}

export function presentAuditEntry({ id, content, previousHash, hash }: AuditEntry): AgentAuditEntry {
  const { details: _, ...shown } = JSON.parse(content)
  return { id: wireId('AgentAuditEntry', id), ...shown, content, previousHash, hash }
}

/** The caller as audit entries name it. */
export const actorOf = ({ tokenId }: Caller): string =>
  tokenId === 'dashboard' ? 'Dashboard' : wireId('Token', tokenId)
