/** Token secret rotation use case: a new secret, and an overlap during which the previous one still works. */
import type { Permission } from '../../../../contract/operation.ts'
import { ROTATION_OVERLAP_HOURS } from '../../../../contract/platform/tokens.ts'
import { command } from '../../../engine/command.ts'
import { refuseMorePermissions, type Token, tokens } from './token.ts'

interface Rotation {
  /** Bare. */
  readonly tokenId: string
  /** HMAC of the new secret, which the command does not receive. */
  readonly secretHash: string
  /** End of the overlap, until which the previous secret works; undefined: the default. */
  readonly previousUntil: number | undefined
  /** Permissions of the caller. */
  readonly granting: readonly Permission[]
}

const OVERLAP_MS = ROTATION_OVERLAP_HOURS * 3_600_000

/**
 * The secret before the previous one ends. @throws Refusal TOKEN_NOT_FOUND; FORBIDDEN where the token has a permission
 * that the caller lacks, who would receive it with the secret
 */
export const rotateTokenSecret = command({
  reads: (_seen, { tokenId }: Rotation) => [[tokens, tokenId]],
  run(rows, { tokenId, secretHash, previousUntil = rows.now + OVERLAP_MS, granting }): Token {
    const token = rows.get(tokens, tokenId)
    refuseMorePermissions('take over', token.permissions, granting)
    const isKept = previousUntil > rows.now
    return rows.change(tokens, token, {
      secretHash,
      previousSecretHash: isKept ? token.secretHash : null,
      previousSecretUntil: isKept ? previousUntil : null,
      updatedAt: rows.now,
    })
  },
})
