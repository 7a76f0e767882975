/** External account states and transitions. */
import { lifecycle } from '../../lifecycle.ts'

export const externalAccountLifecycle = lifecycle({
  resource: 'ExternalAccount',
  initial: ['ACTIVE', 'PENDING'],
  states: {
    PENDING: 'Being screened. Payouts to it and pulls from it are refused.',
    ACTIVE: 'Payouts to it and pulls from it are allowed.',
    UNDER_REVIEW: 'Under manual review. Payouts to it and pulls from it are refused.',
    INACTIVE: 'Payouts to it and pulls from it are refused.',
  },
  moves: {
    activate: {
      from: ['PENDING', 'UNDER_REVIEW', 'INACTIVE'],
      to: 'ACTIVE',
      when: 'the screening passes, or the operator reactivates it',
      event: 'STATUS_UPDATED',
      basis: 'decision',
    },
    review: {
      from: ['PENDING', 'ACTIVE', 'INACTIVE'],
      to: 'UNDER_REVIEW',
      when: 'the operator puts it under review',
      event: 'STATUS_UPDATED',
      basis: 'decision',
    },
    deactivate: {
      from: ['PENDING', 'ACTIVE', 'UNDER_REVIEW'],
      to: 'INACTIVE',
      when: 'the operator deactivates it',
      event: 'STATUS_UPDATED',
      basis: 'decision',
    },
  },
})
