/** API token resource: table, presenter, and the numbered slots that limit how many a platform has. */
import { LIMITS } from '../../../contract/limits.ts'
import type { Permission } from '../../../contract/operation.ts'
import type { Token as WireToken } from '../../../contract/platform/tokens.ts'
import { wireId } from '../../core/ids.ts'
import { isoTime } from '../../core/time.ts'
import type { Read } from '../../engine/command.ts'
import { json, type Row, table, text, time, uuid } from '../../engine/table.ts'
import { claims } from './name-claim.ts'

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
  },
  { resource: 'Token', changing: ['updatedAt'] },
)
export type Token = Row<typeof tokens>

/** Names of the slots. Each token claims one, so the limit holds for tokens that are created at the same time. */
export const TOKEN_SLOTS = Array.from({ length: LIMITS.tokens }, (_, i) => `API token ${i + 1}`)
export const SLOT_READS: readonly Read[] = TOKEN_SLOTS.map((slot) => [claims, slot])

/** @param clientSecret only in the reply that creates the token */
export function presentToken(row: Token, clientSecret?: string): WireToken {
  return {
    id: wireId('Token', row.id),
    name: row.name,
    permissions: [...row.permissions],
    clientId: row.clientId,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    ...(clientSecret !== undefined && { clientSecret }),
  }
}
