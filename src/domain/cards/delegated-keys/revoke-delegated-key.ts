/** End of a consent on request. Nobody signs: whoever ends it only protects the wallet. */

import { refuseField } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { cards } from '../card.ts'
import { revokeConsents } from './consents.ts'
import { delegatedKeys } from './delegated-key.ts'

/** What was set aside before stays so. @throws Refusal DELEGATED_KEY_NOT_FOUND, INVALID_INPUT (it is REVOKED) */
export function revokeDelegatedKey(rows: Rows, keyId: string): void {
  const { status, cardId, accountId } = rows.get(delegatedKeys, keyId)
  if (status !== 'ACTIVE') refuseField('INVALID_INPUT', 'id', `is ${status}; only an ACTIVE key is revoked`)
  const card = rows.get(cards, cardId)
  rows.change(cards, card, { consents: revokeConsents(rows, card.consents, (id) => id === accountId) })
}
