/** States of a delegated key. */
import { lifecycle } from '../../../core/lifecycle.ts'

export const delegatedKeyLifecycle = lifecycle({
  resource: 'DelegatedKey',
  initial: ['ACTIVE'],
  states: {
    ACTIVE: 'The wallet pays for the card.',
    REVOKED: 'The wallet pays nothing more for the card but what was set aside before.',
  },
  moves: {
    revoke: {
      from: ['ACTIVE'],
      to: 'REVOKED',
      when: '`DELETE /auth/delegated-keys/{id}`, a change of the card that takes the wallet from its funding sources, or the end of the card',
      basis: 'decision',
    },
  },
})
