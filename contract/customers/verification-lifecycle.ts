/** Verification states and transitions. */
import { lifecycle } from '../lifecycle.ts'

export const verificationLifecycle = lifecycle({
  resource: 'Verification',
  initial: ['IN_PROGRESS', 'RESOLVE_ERRORS', 'APPROVED'],
  states: {
    RESOLVE_ERRORS: 'Something is missing, see `errors`. The platform supplies it and submits again.',
    PENDING_MANUAL_REVIEW: 'Under manual review.',
    IN_PROGRESS: 'The identity provider is checking it.',
    APPROVED: "The customer's identity is verified.",
    REJECTED: 'The customer was rejected. Another verification may be submitted.',
  },
  reserved: { READY_FOR_VERIFICATION: 'Not used: a verification starts when it is submitted.' },
  moves: {
    demand: {
      from: ['RESOLVE_ERRORS'],
      to: 'RESOLVE_ERRORS',
      when: 'it is submitted again and something is still missing',
      event: 'RESOLVE_ERRORS',
      basis: 'decision',
    },
    submit: {
      from: ['RESOLVE_ERRORS'],
      to: 'IN_PROGRESS',
      when: 'it is submitted again and nothing is missing',
      event: 'IN_PROGRESS',
      basis: 'decision',
    },
    review: {
      from: ['IN_PROGRESS'],
      to: 'PENDING_MANUAL_REVIEW',
      when: 'the identity provider refers it to manual review',
      event: 'PENDING_MANUAL_REVIEW',
      basis: 'decision',
    },
    approve: {
      from: ['IN_PROGRESS', 'PENDING_MANUAL_REVIEW'],
      to: 'APPROVED',
      when: 'the identity provider or a reviewer approves it',
      event: 'APPROVED',
      basis: 'decision',
    },
    reject: {
      from: ['IN_PROGRESS', 'PENDING_MANUAL_REVIEW'],
      to: 'REJECTED',
      when: 'the identity provider or a reviewer rejects it',
      event: 'REJECTED',
      basis: 'decision',
    },
  },
})
