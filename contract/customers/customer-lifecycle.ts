/** Customer verification states and transitions: KYC of an individual, KYB of a business. */
import { lifecycle } from '../lifecycle.ts'

export const customerLifecycle = lifecycle({
  resource: 'Customer',
  initial: ['UNVERIFIED', 'PENDING', 'APPROVED'],
  states: {
    UNVERIFIED: 'No verification was submitted. Accounts can be prepared; no money moves.',
    PENDING: 'The verification is in progress.',
    APPROVED: 'The customer may hold and move money.',
    REJECTED: 'The customer may not hold or move money.',
  },
  moves: {
    submit: {
      from: ['UNVERIFIED', 'REJECTED'],
      to: 'PENDING',
      when: 'a verification is submitted',
      event: 'PENDING',
      basis: 'decision',
    },
    approve: {
      from: ['UNVERIFIED', 'PENDING'],
      to: 'APPROVED',
      when: 'the verification is approved',
      event: 'APPROVED',
      basis: 'decision',
    },
    reject: {
      from: ['UNVERIFIED', 'PENDING'],
      to: 'REJECTED',
      when: 'the verification is rejected',
      event: 'REJECTED',
      basis: 'decision',
    },
  },
})
