/** Owns the states of an internal account. */
import { lifecycle } from '../../core/lifecycle.ts'

export const internalAccountLifecycle = lifecycle({
  resource: 'InternalAccount',
  initial: ['ACTIVE', 'PENDING'],
  states: {
    PENDING: 'Under review and being provisioned; cannot send or receive.',
    ACTIVE: 'Can send and receive.',
    FROZEN: 'Cannot send or receive: the service has stopped it on a compliance or fraud signal.',
    CLOSED: 'Cannot send or receive: its customer has closed it or is deleted.',
  },
  moves: {
    activate: {
      from: ['PENDING'],
      to: 'ACTIVE',
      when: 'provisioning is done',
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
