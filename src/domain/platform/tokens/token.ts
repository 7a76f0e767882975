/** API token resource: table, presenter, and the numbered slots that limit how many a platform has. */
import { LIMITS } from '../../../../contract/limits.ts'
import type { Permission } from '../../../../contract/operation.ts'
import type { Token as WireToken } from '../../../../contract/platform/tokens.ts'
import { wireId } from '../../../core/ids.ts'
import { refuse, refuseField } from '../../../core/refusal.ts'
import { isoTime } from '../../../core/time.ts'
import type { Read } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { json, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import { claims } from '../name-claim.ts'

export const tokens = table(
  'tokens',
  {
    id: uuid,
    name: text(),
    permissions: json<readonly Permission[]>(),
    clientId: text(),
    /** HMAC-SHA256 of the secret, which is not stored itself. */
    secretHash: text(),
    createdAt: time,
    updatedAt: time,
    /** When the token expires; null: never. */
    expiresAt: orNull(time),
    /** Addresses and networks from which it may be used; empty: from anywhere. */
    allowedAddresses: json<readonly string[]>(),
    /** HMAC of the secret before the last rotation, which works until `previousSecretUntil`. */
    previousSecretHash: orNull(text()),
    previousSecretUntil: orNull(time),
  },
  {
    resource: 'Token',
    changing: [
      'name',
      'secretHash',
      'updatedAt',
      'expiresAt',
      'allowedAddresses',
      'previousSecretHash',
      'previousSecretUntil',
    ],
  },
)
export type Token = Row<typeof tokens>

/** Names of the slots. Each token claims one, so the limit holds for tokens that are created at the same time. */
export const TOKEN_SLOTS = Array.from({ length: LIMITS.tokens }, (_, i) => `API token ${i + 1}`)
export const SLOT_READS: readonly Read[] = TOKEN_SLOTS.map((slot) => [claims, slot])

/** @param expiresAt null: it does not expire. @throws Refusal INVALID_INPUT for a time that has passed */
export function refusePastExpiry(rows: Rows, expiresAt: number | null): void {
  if (expiresAt !== null && expiresAt <= rows.now) refuseField('INVALID_INPUT', 'expiresAt', 'must be in the future')
}

/** A token gives no permission to others that it does not have itself. @throws Refusal FORBIDDEN */
export function refuseMorePermissions(
  verb: string,
  permissions: readonly Permission[],
  granting: readonly Permission[],
): void {
  const missing = permissions.filter((permission) => !granting.includes(permission))
  if (missing.length > 0)
    refuse('FORBIDDEN', `A token cannot ${verb} ${missing.join(', ')} without having it`, {
      missingPermissions: missing,
    })
}

/** With its last use. @param uses by bare token id, in milliseconds since 1970 */
export function presentUsedToken(row: Token, now: number, uses: ReadonlyMap<string, number>): WireToken {
  const usedAt = uses.get(row.id)
  return { ...presentToken(row, now), ...(usedAt !== undefined && { lastUsedAt: isoTime(usedAt) }) }
}

/**
 * @param now of the clock, for the overlap of a rotation
 * @param clientSecret only in the reply that creates the token or rotates its secret
 */
export function presentToken(row: Token, now: number, clientSecret?: string): WireToken {
  const { expiresAt, allowedAddresses, previousSecretUntil } = row
  return {
    id: wireId('Token', row.id),
    name: row.name,
    permissions: [...row.permissions],
    clientId: row.clientId,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    ...(clientSecret !== undefined && { clientSecret }),
    ...(expiresAt !== null && { expiresAt: isoTime(expiresAt) }),
    ...(allowedAddresses.length > 0 && { allowedAddresses: [...allowedAddresses] }),
    ...(previousSecretUntil !== null &&
      previousSecretUntil > now && { previousSecretExpiresAt: isoTime(previousSecretUntil) }),
  }
}
