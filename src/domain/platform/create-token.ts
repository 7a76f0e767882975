/** API tokens: making one and deleting one, and the places that bound their number. */
import { LIMITS } from '../../../contract/limits.ts'
import type { Permission } from '../../../contract/operation.ts'
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { claimMade, unclaim } from './claim.ts'
import { claims, type Token, tokens } from './tables.ts'

export interface NewToken {
  readonly name: string
  readonly permissions: readonly Permission[]
  /** 128 random bits as 32 hex characters: the user name. */
  readonly clientId: string
  /** HMAC of the secret, which the command never sees. */
  readonly secretHash: string
  /** Made by the operator: also for a platform that has as many as it may have. */
  readonly beyondLimit?: true
}

/**
 * @param granting what the creating token may do itself
 * @throws Refusal FORBIDDEN for a permission it lacks, CONFLICT when the platform has as many tokens as it may have
 */
export function createToken(
  rows: Rows,
  { name, permissions, clientId, secretHash, beyondLimit }: NewToken,
  granting: readonly Permission[],
): Token {
  const missing = permissions.filter((permission) => !granting.includes(permission))
  if (missing.length > 0)
    refuse('FORBIDDEN', `A token cannot grant ${missing.join(', ')} without having it`, { missingPermissions: missing })
  const id = rows.newId()
  takePlace(rows, id, beyondLimit)
  return rows.add(tokens, {
    id,
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
  for (const place of places(rows)) unclaim(rows, place, tokenId)
}

/** Each token holds a numbered place, whose key only one can have: so the limit holds for tokens made at the same moment. */
function takePlace(rows: Rows, tokenId: string, beyondLimit: true | undefined): void {
  const free = places(rows).find((place) => !rows.find(claims, place))
  if (free) claimMade(rows, free, tokenId)
  else if (!beyondLimit)
    refuse('CONFLICT', `The platform has ${LIMITS.tokens} tokens, which is the most; delete one first`)
}

const PLACES = Array.from({ length: LIMITS.tokens }, (_, i) => `API token ${i + 1}`)

function places(rows: Rows): readonly string[] {
  rows.together(...PLACES.map((place) => [claims, place] as const))
  return PLACES
}
