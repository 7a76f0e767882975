/** Internal account states and transitions. */
import { lifecycle } from '../lifecycle.ts'

export const internalAccountLifecycle = lifecycle({
  resource: 'InternalAccount',
  initial: ['ACTIVE', 'PENDING'],
  states: {
    PENDING: 'Under review and being provisioned; cannot send or receive.',
    ACTIVE: 'Can send and receive.',
    FROZEN: 'Cannot send or receive: the operator froze it on a compliance or fraud signal.',
    CLOSED: 'Cannot send or receive: the customer closed it or was deleted.',
  },
  moves: {
    activate: {
      from: ['PENDING'],
      to: 'ACTIVE',
      when: 'provisioning completes',
      event: 'STATUS_UPDATED',
      basis: 'decision',
    },
    freeze: {
      from: ['ACTIVE'],
      to: 'FROZEN',
      when: 'the operator freezes it',
      event: 'STATUS_UPDATED',
      basis: 'decision',
    },
    unfreeze: {
      from: ['FROZEN'],
      to: 'ACTIVE',
      when: 'the operator lifts the freeze',
      event: 'STATUS_UPDATED',
      basis: 'decision',
    },
    close: {
      from: ['PENDING', 'ACTIVE', 'FROZEN'],
      to: 'CLOSED',
      when: 'the customer closes it or is deleted',
      event: 'STATUS_UPDATED',
      basis: 'decision',
    },
  },
})
