/** Token update use case: name, expiry, allowed addresses. */
import { command } from '../../../engine/command.ts'
import { refuseNoAddresses } from './allowed-addresses.ts'
import { refusePastExpiry, type Token, tokens } from './token.ts'

export interface TokenUpdate {
  /** Bare. */
  readonly tokenId: string
  /** Absent fields are unchanged. */
  readonly name?: string | undefined
  /** Null: it does not expire. */
  readonly expiresAt?: number | null | undefined
  readonly allowedAddresses?: readonly string[] | undefined
}

/** @throws Refusal TOKEN_NOT_FOUND; INVALID_INPUT for an expiry that has passed, or an entry that is not an address */
export const updateToken = command({
  reads: (_seen, { tokenId }: TokenUpdate) => [[tokens, tokenId]],
  run(rows, { tokenId, name, expiresAt, allowedAddresses }): Token {
    const token = rows.get(tokens, tokenId)
    if (expiresAt !== undefined) refusePastExpiry(rows, expiresAt)
    refuseNoAddresses(allowedAddresses ?? [])
    return rows.change(tokens, token, {
      name: name ?? token.name,
      expiresAt: expiresAt === undefined ? token.expiresAt : expiresAt,
      allowedAddresses: allowedAddresses ?? token.allowedAddresses,
      updatedAt: rows.now,
    })
  },
})
