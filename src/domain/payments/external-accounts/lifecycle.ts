/** Owns the states of an external account. */
import { lifecycle } from '../../../core/lifecycle.ts'

export const externalAccountLifecycle = lifecycle({
  resource: 'ExternalAccount',
  initial: ['ACTIVE', 'PENDING'],
  states: {
    PENDING: 'Being screened; cannot be paid yet, nor be fetched from.',
    ACTIVE: 'Can be paid, and fetched from.',
    UNDER_REVIEW: 'Stopped for a closer look; cannot be paid, nor be fetched from.',
    INACTIVE: 'Cannot be paid, nor be fetched from.',
  },
  moves: {
    activate: {
      from: ['PENDING', 'UNDER_REVIEW', 'INACTIVE'],
      to: 'ACTIVE',
      when: 'the screening ends well, or the operator lets it be paid again',
      event: 'STATUS_UPDATED',
      basis: 'decision',
    },
    review: {
      from: ['PENDING', 'ACTIVE', 'INACTIVE'],
      to: 'UNDER_REVIEW',
      when: 'the operator wants a closer look',
      event: 'STATUS_UPDATED',
      basis: 'decision',
    },
    deactivate: {
      from: ['PENDING', 'ACTIVE', 'UNDER_REVIEW'],
      to: 'INACTIVE',
      when: 'the operator stops it',
      event: 'STATUS_UPDATED',
      basis: 'decision',
    },
  },
})
