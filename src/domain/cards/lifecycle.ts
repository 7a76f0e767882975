/** Owns the states of a card, and of what is paid with it. */
import { lifecycle } from '../../core/lifecycle.ts'

/** PENDING_KYC of the contract is never used: nobody is issued a card before they are approved (decision 46). */
export const cardLifecycle = lifecycle({
  resource: 'Card',
  initial: ['PENDING_ISSUE'],
  states: {
    PENDING_ISSUE: 'The issuer is asked to provide it.',
    ACTIVE: 'It pays.',
    FROZEN: 'It declines purchases; what was authorized before is cleared and returned as ever.',
    CLOSED: 'It never pays again; what was authorized before is cleared and returned as ever.',
  },
  moves: {
    activate: {
      from: ['PENDING_ISSUE'],
      to: 'ACTIVE',
      when: 'the issuer has provided it',
      event: 'STATE_CHANGE',
      basis: 'decision',
    },
    reject: {
      from: ['PENDING_ISSUE'],
      to: 'CLOSED',
      when: 'the issuer refuses it',
      event: 'STATE_CHANGE',
      basis: 'decision',
    },
    freeze: {
      from: ['ACTIVE'],
      to: 'FROZEN',
      when: '`PATCH /cards/{id}` asks for FROZEN, signed',
      event: 'STATE_CHANGE',
      basis: 'specification',
    },
    unfreeze: {
      from: ['FROZEN'],
      to: 'ACTIVE',
      when: '`PATCH /cards/{id}` asks for ACTIVE, signed',
      event: 'STATE_CHANGE',
      basis: 'specification',
    },
    close: {
      from: ['ACTIVE', 'FROZEN'],
      to: 'CLOSED',
      when: '`PATCH /cards/{id}` asks for CLOSED, signed',
      event: 'STATE_CHANGE',
      basis: 'specification',
    },
    withdraw: {
      from: ['PENDING_ISSUE', 'ACTIVE', 'FROZEN'],
      to: 'CLOSED',
      when: 'the operator closes it',
      event: 'STATE_CHANGE',
      basis: 'decision',
    },
  },
})

export const cardTransactionLifecycle = lifecycle({
  resource: 'CardTransaction',
  initial: ['AUTHORIZED', 'EXCEPTION'],
  states: {
    AUTHORIZED: 'Approved, and its amount set aside; nothing is cleared yet.',
    PARTIALLY_SETTLED: 'A part is cleared; the rest is set aside for more.',
    SETTLED: 'Everything is cleared that will be, and the funding source has paid for it.',
    REFUNDED: 'The merchant has given everything back.',
    EXCEPTION:
      'Declined, which `declineReason` tells; or the merchant is paid and the funding source did not bear it all.',
  },
  moves: {
    clearInPart: {
      from: ['AUTHORIZED', 'PARTIALLY_SETTLED'],
      to: 'PARTIALLY_SETTLED',
      when: 'a clearing leaves less cleared than was authorized',
      event: 'PARTIALLY_SETTLED',
      basis: 'decision',
    },
    settle: {
      from: ['AUTHORIZED', 'PARTIALLY_SETTLED'],
      to: 'SETTLED',
      when: 'the clearings reach what was authorized, or what was authorized is lowered to them',
      event: 'SETTLED',
      basis: 'decision',
    },
    expire: {
      from: ['AUTHORIZED', 'PARTIALLY_SETTLED'],
      to: 'SETTLED',
      when: 'a clearing of zero says that no more will come; what is set aside is let go',
      event: 'SETTLED',
      basis: 'decision',
    },
    refundInPart: {
      from: ['SETTLED'],
      to: 'SETTLED',
      when: 'a return of less than the net settled amount',
      event: 'SETTLED',
      basis: 'specification',
    },
    refund: {
      from: ['SETTLED'],
      to: 'REFUNDED',
      when: 'a return of the full net settled amount',
      event: 'REFUNDED',
      basis: 'specification',
    },
    refundEarly: {
      from: ['PARTIALLY_SETTLED', 'EXCEPTION'],
      to: 'REFUNDED',
      when: 'a return of the full net settled amount; what is still set aside is let go',
      event: 'REFUNDED',
      basis: 'decision',
    },
    reverseReturn: {
      from: ['REFUNDED'],
      to: 'SETTLED',
      when: 'the return is reversed, and the funding source has paid again',
      event: 'SETTLED',
      basis: 'decision',
    },
    failPull: {
      from: ['AUTHORIZED', 'PARTIALLY_SETTLED', 'SETTLED', 'REFUNDED'],
      to: 'EXCEPTION',
      when: 'the funding source does not bear a clearing or a reversed return, or its pull is not confirmed',
      event: 'EXCEPTION',
      basis: 'decision',
    },
    recover: {
      from: ['EXCEPTION'],
      to: 'SETTLED',
      when: 'the operator tries the pull again and the funding source pays, or a return covers what was missing',
      event: 'SETTLED',
      basis: 'decision',
    },
    resume: {
      from: ['EXCEPTION'],
      to: 'PARTIALLY_SETTLED',
      when: 'the operator tries the pull again and the funding source pays, while more clearings are expected',
      event: 'PARTIALLY_SETTLED',
      basis: 'decision',
    },
  },
})
