/** Owns the states of a quote. */
import { lifecycle } from '../../../core/lifecycle.ts'

export const quoteLifecycle = lifecycle({
  resource: 'Quote',
  initial: ['PENDING'],
  states: {
    PENDING: 'The rate is locked until `expiresAt`.',
    PROCESSING: 'Executed; the payment is on its way.',
    COMPLETED: 'The payment has arrived.',
    FAILED: 'The payment could not be made.',
    EXPIRED: 'The locked rate ran out before it was used.',
  },
  moves: {
    execute: { from: ['PENDING'], to: 'PROCESSING', when: 'it is executed before `expiresAt`', basis: 'decision' },
    complete: { from: ['PROCESSING'], to: 'COMPLETED', when: 'its payment completes', basis: 'decision' },
    fail: { from: ['PROCESSING'], to: 'FAILED', when: 'its payment fails', basis: 'decision' },
    expire: {
      from: ['PENDING'],
      to: 'EXPIRED',
      when: '`expiresAt` passes; it cannot be executed then',
      basis: 'specification',
    },
  },
})
