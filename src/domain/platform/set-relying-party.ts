/** Owns the operator's word on where a platform's passkeys are used. */
import type { Rows } from '../../engine/rows.ts'
import type { RelyingParty } from '../../providers/passkeys/port.ts'
import { type Platform, platforms } from './tables.ts'

/** Holds for every registration and assertion from now on; null: each passkey keeps to the place of its registration. @throws Refusal PLATFORM_NOT_FOUND */
export function setRelyingParty(rows: Rows, relyingParty: RelyingParty | null): Platform {
  const platform = rows.get(platforms, rows.platformId)
  return rows.change(platforms, platform, { relyingParty, updatedAt: rows.now })
}
