/** Card transaction states and transitions: a purchase from its authorization to its settlement and refunds. */
import { lifecycle } from '../lifecycle.ts'

export const cardTransactionLifecycle = lifecycle({
  resource: 'CardTransaction',
  initial: ['AUTHORIZED', 'EXCEPTION'],
  states: {
    AUTHORIZED: 'Approved, and its amount is held; nothing has cleared yet.',
    PARTIALLY_SETTLED: 'Part of it has cleared; the rest is held for further clearings.',
    SETTLED: 'All its clearings have been paid by the funding source; no more are expected.',
    REFUNDED: 'The merchant has refunded all of it.',
    EXCEPTION:
      'Declined, with a `declineReason`; or the merchant is paid and the funding source could not cover all of it.',
  },
  moves: {
    clearInPart: {
      from: ['AUTHORIZED', 'PARTIALLY_SETTLED'],
      to: 'PARTIALLY_SETTLED',
      when: 'a clearing brings the cleared total to less than was authorized',
      event: 'PARTIALLY_SETTLED',
      basis: 'decision',
    },
    settle: {
      from: ['AUTHORIZED', 'PARTIALLY_SETTLED'],
      to: 'SETTLED',
      when: 'the clearings reach the authorized amount, or the authorized amount is lowered to them',
      event: 'SETTLED',
      basis: 'decision',
    },
    expire: {
      from: ['AUTHORIZED', 'PARTIALLY_SETTLED'],
      to: 'SETTLED',
      when: 'a clearing of zero announces that no more follow; the rest of the hold is released',
      event: 'SETTLED',
      basis: 'decision',
    },
    refundInPart: {
      from: ['SETTLED'],
      to: 'SETTLED',
      when: 'the merchant refunds less than the net settled amount',
      event: 'SETTLED',
      basis: 'published',
    },
    refund: {
      from: ['SETTLED'],
      to: 'REFUNDED',
      when: 'the merchant refunds the full net settled amount',
      event: 'REFUNDED',
      basis: 'published',
    },
    refundEarly: {
      from: ['PARTIALLY_SETTLED', 'EXCEPTION'],
      to: 'REFUNDED',
      when: 'the merchant refunds the full net settled amount; the rest of the hold is released',
      event: 'REFUNDED',
      basis: 'decision',
    },
    reverseReturn: {
      from: ['REFUNDED'],
      to: 'SETTLED',
      when: 'the refund is reversed, and the funding source has paid again',
      event: 'SETTLED',
      basis: 'decision',
    },
    failPull: {
      from: ['AUTHORIZED', 'PARTIALLY_SETTLED', 'SETTLED', 'REFUNDED'],
      to: 'EXCEPTION',
      when: 'the funding source cannot cover a clearing or a reversed refund, or its pull is not confirmed',
      event: 'EXCEPTION',
      basis: 'decision',
    },
    recover: {
      from: ['EXCEPTION'],
      to: 'SETTLED',
      when: 'the operator retries the pull and the funding source pays, or a refund covers the shortfall',
      event: 'SETTLED',
      basis: 'decision',
    },
    resume: {
      from: ['EXCEPTION'],
      to: 'PARTIALLY_SETTLED',
      when: 'the operator retries the pull and the funding source pays, while more clearings are expected',
      event: 'PARTIALLY_SETTLED',
      basis: 'decision',
    },
  },
})
