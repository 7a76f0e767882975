/** Owns the states of an agent's action. */
import { lifecycle } from '../../core/lifecycle.ts'

export const agentActionLifecycle = lifecycle({
  resource: 'AgentAction',
  initial: ['PENDING_APPROVAL', 'APPROVED'],
  states: {
    PENDING_APPROVAL: 'The agent has asked for it, and the platform has not decided.',
    APPROVED: 'The policy or the platform approved it, and its execution began; the transaction tells the rest.',
    REJECTED: 'The platform rejected it. Nothing was executed.',
    FAILED: 'It was approved, but could not be executed. No money has moved.',
  },
  moves: {
    approve: {
      from: ['PENDING_APPROVAL'],
      to: 'APPROVED',
      when: 'the platform approves it, and policy and state allow it then',
      basis: 'specification',
    },
    reject: {
      from: ['PENDING_APPROVAL'],
      to: 'REJECTED',
      when: 'the platform rejects it',
      basis: 'decision',
    },
    fail: {
      from: ['PENDING_APPROVAL', 'APPROVED'],
      to: 'FAILED',
      when: 'the platform approves it, but policy or state do not allow it any more, or the bank refuses it at once',
      basis: 'decision',
    },
  },
})
