/** Beneficial owner states and transitions. They emit no events: the verification of the business does. */
import { lifecycle } from '../lifecycle.ts'

export const beneficialOwnerLifecycle = lifecycle({
  resource: 'BeneficialOwner',
  initial: ['PENDING'],
  states: {
    PENDING: 'The identity provider is checking the person.',
    APPROVED: "The person's identity is verified.",
    REJECTED: 'The person was rejected.',
  },
  reserved: { UNVERIFIED: 'Not used: the check starts when the owner is added.' },
  moves: {
    approve: {
      from: ['PENDING'],
      to: 'APPROVED',
      when: 'the identity provider approves the person',
      basis: 'decision',
    },
    reject: { from: ['PENDING'], to: 'REJECTED', when: 'the identity provider rejects the person', basis: 'decision' },
    restart: {
      from: ['APPROVED', 'REJECTED'],
      to: 'PENDING',
      when: 'the personal information changes',
      basis: 'decision',
    },
  },
})
