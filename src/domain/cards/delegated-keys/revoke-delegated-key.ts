/** Delegated key revocation use case. It needs no signature: it only protects the wallet. */
import { refuseField } from '../../../core/refusal.ts'
import { command, type Read } from '../../../engine/command.ts'
import { cards } from '../card.ts'
import { revokeConsents } from './consents.ts'
import { delegatedKeys } from './delegated-key.ts'

/** Existing holds stay. @throws Refusal DELEGATED_KEY_NOT_FOUND, INVALID_INPUT (it is REVOKED) */
export const revokeDelegatedKey = command({
  reads(seen, keyId: string) {
    const cardId = seen.lastSeen(delegatedKeys, keyId)?.cardId
    const reads: Read[] = [[delegatedKeys, keyId]]
    if (cardId !== undefined) reads.push([cards, cardId])
    return reads
  },
  run(rows, keyId): void {
    const { status, cardId, accountId } = rows.get(delegatedKeys, keyId)
    if (status !== 'ACTIVE') refuseField('INVALID_INPUT', 'id', `is ${status}; only an ACTIVE key can be revoked`)
    const card = rows.get(cards, cardId)
    rows.change(cards, card, { consents: revokeConsents(rows, card.consents, (id) => id === accountId) })
  },
})
