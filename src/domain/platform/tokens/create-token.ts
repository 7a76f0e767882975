/** Token creation use case: within the creating token's permissions and the platform's limit. */
import { LIMITS } from '../../../../contract/limits.ts'
import type { Permission } from '../../../../contract/operation.ts'
import { refuse } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { claimFresh, claims } from '../name-claim.ts'
import { refuseNoAddresses } from './allowed-addresses.ts'
import { refuseMorePermissions, refusePastExpiry, SLOT_READS, TOKEN_SLOTS, tokens } from './token.ts'

export interface NewToken {
  readonly name: string
  readonly permissions: readonly Permission[]
  /** 128 random bits as 32 hex characters: the user name. */
  readonly clientId: string
  /** HMAC of the secret, which the command does not receive. */
  readonly secretHash: string
  /** Permissions of the creating token. */
  readonly granting: readonly Permission[]
  /** Absent: it does not expire. */
  readonly expiresAt?: number | undefined
  /** Absent: from anywhere. */
  readonly allowedAddresses?: readonly string[] | undefined
  /** Set for the operator: the limit does not apply. */
  readonly beyondLimit?: true
}

/** @throws Refusal FORBIDDEN for a permission that the creating token lacks, INVALID_INPUT, CONFLICT at the limit */
export const createToken = command({
  reads: () => SLOT_READS,
  run(rows, token: NewToken) {
    const { name, permissions, clientId, secretHash, expiresAt = null, allowedAddresses = [] } = token
    refuseMorePermissions('grant', permissions, token.granting)
    refusePastExpiry(rows, expiresAt)
    refuseNoAddresses(allowedAddresses)
    const id = rows.newId()
    takeSlot(rows, id, token.beyondLimit)
    return rows.add(tokens, {
      id,
      name,
      permissions,
      clientId,
      secretHash,
      createdAt: rows.now,
      updatedAt: rows.now,
      expiresAt,
      allowedAddresses,
      previousSecretHash: null,
      previousSecretUntil: null,
    })
  },
})

function takeSlot(rows: Rows, tokenId: string, beyondLimit: true | undefined): void {
  const free = TOKEN_SLOTS.find((slot) => !rows.find(claims, slot))
  if (free) claimFresh(rows, free, tokenId)
  else if (!beyondLimit)
    refuse('CONFLICT', `The platform has ${LIMITS.tokens} tokens, which is the limit; delete one first`)
}
