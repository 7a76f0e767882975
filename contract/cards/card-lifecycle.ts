/** Card states and transitions. */
import { lifecycle } from '../lifecycle.ts'

/** PENDING_KYC is reserved by decision 46. */
export const cardLifecycle = lifecycle({
  resource: 'Card',
  initial: ['PENDING_ISSUE'],
  states: {
    PENDING_ISSUE: 'The issuer is provisioning it.',
    ACTIVE: 'It authorizes purchases.',
    FROZEN: 'It declines purchases. Clearings and refunds of earlier purchases are still processed.',
    CLOSED: 'It declines purchases permanently. Clearings and refunds of earlier purchases are still processed.',
  },
  reserved: { PENDING_KYC: 'Not used: a card is issued to approved customers only.' },
  moves: {
    activate: {
      from: ['PENDING_ISSUE'],
      to: 'ACTIVE',
      when: 'the issuer has provisioned it',
      event: 'STATE_CHANGE',
      basis: 'decision',
    },
    reject: {
      from: ['PENDING_ISSUE'],
      to: 'CLOSED',
      when: 'the issuer rejects it',
      event: 'STATE_CHANGE',
      basis: 'decision',
    },
    freeze: {
      from: ['ACTIVE'],
      to: 'FROZEN',
      when: '`PATCH /cards/{id}` asks for FROZEN, signed, or the operator freezes it',
      event: 'STATE_CHANGE',
      basis: 'published',
    },
    unfreeze: {
      from: ['FROZEN'],
      to: 'ACTIVE',
      when: '`PATCH /cards/{id}` asks for ACTIVE, signed, or the operator releases what the operator froze',
      event: 'STATE_CHANGE',
      basis: 'published',
    },
    close: {
      from: ['ACTIVE', 'FROZEN'],
      to: 'CLOSED',
      when: '`PATCH /cards/{id}` asks for CLOSED, signed',
      event: 'STATE_CHANGE',
      basis: 'published',
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
