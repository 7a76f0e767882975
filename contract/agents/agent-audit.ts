/** Audit log of agents: every decision about them and their requests, refusals included. */
import Type, { type Static } from 'typebox'
import { CurrencyAmount } from '../elements.ts'
import { operations } from '../operation.ts'
import { choice, id, list, pageQuery, Timestamp } from '../schema.ts'
import { AgentDecision, AgentRuleName } from './agent-policies.ts'

const AgentAuditEntry = Type.Object(
  {
    id: id('AgentAuditEntry'),
    agentId: id('Agent'),
    sequence: Type.Integer({ minimum: 1, description: 'Counts the entries of one agent from 1, without gaps' }),
    createdAt: Timestamp,
    actor: Type.String({
      description:
        'Caller: `Agent:…`, `Token:…`, `DeviceCode`, `Dashboard`, `Operator` (a freeze), or `Sandbox` for seed data',
    }),
    operation: Type.String({ description: 'operationId of the request' }),
    decision: Type.Optional(AgentDecision),
    rule: Type.Optional(AgentRuleName),
    outcome: choice(['DONE', 'WAITING', 'REFUSED', 'FAILED']),
    errorCode: Type.Optional(Type.String()),
    actionId: Type.Optional(id('AgentAction')),
    quoteId: Type.Optional(id('Quote')),
    transactionId: Type.Optional(id('Transaction')),
    amount: Type.Optional(CurrencyAmount),
    content: Type.String({ description: 'The entry as the text that was hashed' }),
    previousHash: Type.String({ description: '`hash` of the previous entry; 64 zeros for the first' }),
    hash: Type.String({ description: 'SHA-256 of the concatenation of `previousHash` and `content`, in hex' }),
  },
  { $id: 'AgentAuditEntry', description: 'Never changed or removed, even when the agent is deleted' },
)
export type AgentAuditEntry = Static<typeof AgentAuditEntry>

export const agentAuditOperations = operations({
  listAgentAuditLog: {
    method: 'GET',
    path: '/agents/audit-log',
    tag: 'Agents',
    summary: 'List the audit log of agents',
    description: 'Newest first.',
    permission: 'VIEW',
    query: Type.Object({
      agentId: Type.Optional(id('Agent')),
      decision: Type.Optional(AgentDecision),
      startDate: Type.Optional(Timestamp),
      endDate: Type.Optional(Timestamp),
      sortOrder: Type.Optional(choice(['asc', 'desc'], { default: 'desc', description: 'By creation' })),
      ...pageQuery,
    }),
    replies: { 200: list(AgentAuditEntry, 'AgentAuditLogResponse') },
  },
})
