/** Owns the states of a verification, and of the KYC of a beneficial owner. */
import { lifecycle } from '../../../core/lifecycle.ts'

export const verificationLifecycle = lifecycle({
  resource: 'Verification',
  initial: ['IN_PROGRESS', 'RESOLVE_ERRORS', 'APPROVED'],
  states: {
    RESOLVE_ERRORS: 'Something is missing. The platform supplies it and submits again.',
    IN_PROGRESS: 'The provider looks at it.',
    PENDING_MANUAL_REVIEW: 'A person looks at it.',
    APPROVED: 'The customer is who they say.',
    REJECTED: 'The customer was refused. Another verification may be submitted.',
  },
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
      when: 'the provider leaves it to a person',
      event: 'PENDING_MANUAL_REVIEW',
      basis: 'decision',
    },
    approve: {
      from: ['IN_PROGRESS', 'PENDING_MANUAL_REVIEW'],
      to: 'APPROVED',
      when: 'the provider or a person says so',
      event: 'APPROVED',
      basis: 'decision',
    },
    reject: {
      from: ['IN_PROGRESS', 'PENDING_MANUAL_REVIEW'],
      to: 'REJECTED',
      when: 'the provider or a person says so',
      event: 'REJECTED',
      basis: 'decision',
    },
  },
})

export const beneficialOwnerLifecycle = lifecycle({
  resource: 'BeneficialOwner',
  initial: ['PENDING'],
  states: {
    PENDING: 'The provider looks at the person.',
    APPROVED: 'The person is who they say.',
    REJECTED: 'The person was refused.',
  },
  moves: {
    approve: { from: ['PENDING'], to: 'APPROVED', when: 'the provider says so', basis: 'decision' },
    reject: { from: ['PENDING'], to: 'REJECTED', when: 'the provider says so', basis: 'decision' },
    restart: {
      from: ['APPROVED', 'REJECTED'],
      to: 'PENDING',
      when: 'the personal information changes',
      basis: 'decision',
    },
  },
})
