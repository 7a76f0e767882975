/** Delegated key states and transitions. A key emits no events: its card does. */
import { lifecycle } from '../lifecycle.ts'

export const delegatedKeyLifecycle = lifecycle({
  resource: 'DelegatedKey',
  initial: ['ACTIVE'],
  states: {
    ACTIVE: 'The wallet pays for the card.',
    REVOKED: 'The wallet pays for nothing new; amounts held for the card before can still be captured.',
  },
  reserved: { PENDING: 'Not used: one signature is enough to create a key.' },
  moves: {
    revoke: {
      from: ['ACTIVE'],
      to: 'REVOKED',
      when: '`DELETE /auth/delegated-keys/{id}` is called, the wallet is removed from the funding sources of the card, or the card is closed',
      basis: 'decision',
    },
  },
})
