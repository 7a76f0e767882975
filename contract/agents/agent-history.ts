/** History of an agent: its latest actions and payments; and one of its actions. */
import Type, { type Static } from 'typebox'
import { operations } from '../operation.ts'
import { Transaction } from '../payments/transactions.ts'
import { id } from '../schema.ts'
import { AgentAction } from './agent-actions.ts'
import { Agent } from './agents.ts'

/** Actions, and payments, that the history of an agent shows. */
export const HISTORY_SHOWN = 20

const AgentHistory = Type.Object(
  {
    agent: Agent,
    actions: Type.Array(AgentAction, { maxItems: HISTORY_SHOWN, description: 'Newest first' }),
    payments: Type.Array(Transaction, { maxItems: HISTORY_SHOWN, description: 'Newest first' }),
  },
  { $id: 'AgentHistory' },
)
export type AgentHistory = Static<typeof AgentHistory>

const common = { method: 'GET', tag: 'Agents', permission: 'VIEW' } as const

export const agentHistoryOperations = operations({
  getAgentHistory: {
    ...common,
    path: '/agents/{agentId}/history',
    summary: 'Get the history of an agent',
    description: `With its latest ${HISTORY_SHOWN} actions and payments.`,
    params: Type.Object({ agentId: id('Agent') }),
    replies: { 200: AgentHistory },
  },
  getAgentActionById: {
    ...common,
    path: '/agents/actions/{actionId}',
    summary: 'Get an action of an agent',
    description: 'Pending or decided.',
    params: Type.Object({ actionId: id('AgentAction') }),
    replies: { 200: AgentAction },
  },
})
