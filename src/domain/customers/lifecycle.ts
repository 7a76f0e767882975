/** Owns the states of a customer's verification: KYC of a person, KYB of a business. */
import { lifecycle } from '../../core/lifecycle.ts'

export const customerLifecycle = lifecycle({
  resource: 'Customer',
  initial: ['UNVERIFIED', 'PENDING', 'APPROVED'],
  states: {
    UNVERIFIED: 'Nothing was submitted. Accounts can be prepared; no money moves.',
    PENDING: 'The verification is under way.',
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
      when: 'the verification succeeds',
      event: 'APPROVED',
      basis: 'decision',
    },
    reject: {
      from: ['UNVERIFIED', 'PENDING'],
      to: 'REJECTED',
      when: 'the verification fails',
      event: 'REJECTED',
      basis: 'decision',
    },
  },
})
