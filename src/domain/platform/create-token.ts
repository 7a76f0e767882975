/** Owns the making of an API token. */
import type { Permission } from '../../../contract/operation.ts'
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { type Token, tokens } from './tables.ts'

export interface NewToken {
  readonly name: string
  readonly permissions: readonly Permission[]
  /** 128 random bits as 32 hex characters: the user name. */
  readonly clientId: string
  /** HMAC of the secret, which the command never sees. */
  readonly secretHash: string
}

/** @param granting what the creating token may do itself. @throws Refusal FORBIDDEN for a permission it lacks */
export function createToken(
  rows: Rows,
  { name, permissions, clientId, secretHash }: NewToken,
  granting: readonly Permission[],
): Token {
  const missing = permissions.filter((permission) => !granting.includes(permission))
  if (missing.length > 0)
    refuse('FORBIDDEN', `A token cannot grant ${missing.join(', ')} without having it`, { missingPermissions: missing })
  return rows.add(tokens, {
    id: rows.newId(),
    name,
    permissions,
    clientId,
    secretHash,
    createdAt: rows.now,
    updatedAt: rows.now,
  })
}

/** It stops working at once. @throws Refusal TOKEN_NOT_FOUND */
export function deleteToken(rows: Rows, tokenId: string): void {
  rows.remove(tokens, rows.get(tokens, tokenId))
}
