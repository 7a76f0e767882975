/** Invitation states and transitions. */
import { lifecycle } from '../lifecycle.ts'

export const invitationLifecycle = lifecycle({
  resource: 'Invitation',
  initial: ['PENDING'],
  states: {
    PENDING: 'Not claimed yet.',
    CLAIMED: 'The invitee has signed up, and their UMA address is known.',
    EXPIRED: 'It was not claimed before `expiresAt`.',
    CANCELLED: 'The platform has cancelled it.',
  },
  moves: {
    claim: {
      from: ['PENDING'],
      to: 'CLAIMED',
      when: 'it is claimed before `expiresAt`',
      event: 'CLAIMED',
      basis: 'decision',
    },
    cancel: { from: ['PENDING'], to: 'CANCELLED', when: 'the platform that created it cancels it', basis: 'decision' },
    expire: { from: ['PENDING'], to: 'EXPIRED', when: '`expiresAt` passes', basis: 'decision' },
  },
})
