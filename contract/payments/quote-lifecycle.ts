/** Quote states and transitions. A quote emits no events: its payment does. */
import { lifecycle } from '../lifecycle.ts'

export const quoteLifecycle = lifecycle({
  resource: 'Quote',
  initial: ['PENDING'],
  states: {
    PENDING: 'The rate is locked until `expiresAt`.',
    PROCESSING: 'Executed; the payment is in progress.',
    COMPLETED: 'The payment has completed.',
    FAILED: 'The payment has failed.',
    EXPIRED: 'The locked rate expired before the quote was executed.',
  },
  moves: {
    execute: { from: ['PENDING'], to: 'PROCESSING', when: 'it is executed before `expiresAt`', basis: 'decision' },
    complete: { from: ['PROCESSING'], to: 'COMPLETED', when: 'its payment completes', basis: 'decision' },
    fail: { from: ['PROCESSING'], to: 'FAILED', when: 'its payment fails', basis: 'decision' },
    expire: {
      from: ['PENDING'],
      to: 'EXPIRED',
      when: '`expiresAt` passes before it is executed',
      basis: 'published',
    },
  },
})
