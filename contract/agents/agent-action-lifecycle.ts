/** Agent action states and transitions. */
import { lifecycle } from '../lifecycle.ts'

export const agentActionLifecycle = lifecycle({
  resource: 'AgentAction',
  initial: ['PENDING_APPROVAL', 'APPROVED'],
  states: {
    PENDING_APPROVAL: 'The agent has requested it; the platform has not decided.',
    APPROVED: 'Approved by the policy or the platform, and executed. Its transaction has the outcome.',
    REJECTED: 'The platform rejected it. Nothing was executed.',
    FAILED: 'Approved, but it could not be executed. No money has moved.',
  },
  moves: {
    approve: {
      from: ['PENDING_APPROVAL'],
      to: 'APPROVED',
      when: 'the platform approves it, and the policy and the resources still permit it',
      basis: 'published',
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
      when: 'the platform approves it, but the policy or the resources no longer permit it, or the bank rejects it immediately',
      basis: 'decision',
    },
  },
})
