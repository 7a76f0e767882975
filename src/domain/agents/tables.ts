/** Owns the tables of agents: who they are, how they get in, what they asked for, and what was decided. */
import type { agentActionLifecycle } from '../../../contract/agents/agent-action-lifecycle.ts'
import type { AgentAction as WireAction } from '../../../contract/agents/agent-actions.ts'
import type { AgentPolicy, AgentRule } from '../../../contract/agents/agent-policies.ts'
import type { StateOf } from '../../../contract/lifecycle.ts'
import type { Signer } from '../../core/signature.ts'
import { bool, int, json, log, money, orNull, type Row, table, text, time, uuid } from '../../engine/table.ts'

export const agents = table(
  'agents',
  {
    id: uuid,
    name: text(),
    customerId: uuid,
    platformCustomerId: text(),
    policy: json<AgentPolicy>(),
    isPaused: bool,
    /** HMAC-SHA256 of the access token, which is nowhere stored; null: nobody has redeemed a code. */
    tokenHash: orNull(text()),
    /** Of the one device code that can be redeemed, or was redeemed last. */
    deviceCodeHash: orNull(text()),
    /** Number and hash of the last entry in the audit log. */
    auditSequence: int,
    auditHash: text(),
    createdAt: time,
    updatedAt: time,
    deletedAt: orNull(time),
  },
  {
    resource: 'Agent',
    changing: [
      'name',
      'policy',
      'isPaused',
      'tokenHash',
      'deviceCodeHash',
      'auditSequence',
      'auditHash',
      'updatedAt',
      'deletedAt',
    ],
  },
)
export type Agent = Row<typeof agents>

/** Found by the HMAC of the code, which is nowhere stored. */
export const deviceCodes = table(
  'agent_device_codes',
  { codeHash: text(), agentId: uuid, expiresAt: time, redeemedAt: orNull(time), createdAt: time },
  { resource: 'AgentDeviceCode', key: 'codeHash', changing: ['redeemedAt'] },
)
export type DeviceCode = Row<typeof deviceCodes>

export const agentActions = table(
  'agent_actions',
  {
    id: uuid,
    agentId: uuid,
    customerId: uuid,
    platformCustomerId: text(),
    status: text<StateOf<typeof agentActionLifecycle>>(),
    type: text<WireAction['type']>(),
    /** Of EXECUTE_QUOTE alone. */
    quoteId: orNull(uuid),
    /** Wire ids of the two ends of a transfer; `destinationId` also of the payee that is to be added. */
    sourceId: orNull(text()),
    destinationId: orNull(text()),
    /** What the payment takes, in minor units of `currency`; null: no money moves. */
    amount: orNull(money),
    currency: orNull(text()),
    /** Why it had to be approved; null: it had not. */
    approvalRule: orNull(text<AgentRule>()),
    /** Who signed for the wallet that pays, when the agent asked. */
    signer: orNull(json<Signer>()),
    transactionId: orNull(uuid),
    rejectionReason: orNull(text()),
    failureReason: orNull(text()),
    version: int,
    createdAt: time,
    updatedAt: time,
  },
  {
    resource: 'AgentAction',
    changing: ['status', 'transactionId', 'rejectionReason', 'failureReason', 'version', 'updatedAt'],
  },
)
export type AgentAction = Row<typeof agentActions>

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
