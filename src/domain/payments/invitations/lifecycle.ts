/** Owns the states of an invitation. */
import { lifecycle } from '../../../core/lifecycle.ts'

export const invitationLifecycle = lifecycle({
  resource: 'Invitation',
  initial: ['PENDING'],
  states: {
    PENDING: 'Nobody has come yet.',
    CLAIMED: 'Whoever was invited has come, and their UMA address is known.',
    EXPIRED: 'Nobody came before `expiresAt`.',
    CANCELLED: 'The platform has taken the invitation back.',
  },
  moves: {
    claim: { from: ['PENDING'], to: 'CLAIMED', when: 'it is claimed in time', event: 'CLAIMED', basis: 'decision' },
    cancel: { from: ['PENDING'], to: 'CANCELLED', when: 'the platform that made it cancels it', basis: 'decision' },
    expire: { from: ['PENDING'], to: 'EXPIRED', when: '`expiresAt` passes', basis: 'decision' },
  },
})
