/** Owns the rule that an identity token is used once (decision 41). */
import type { Rows } from '../../../engine/rows.ts'
import type { OidcToken } from '../../../providers/oidc/port.ts'
import { notProven } from './not-proven.ts'
import { usedTokens } from './tables.ts'

/** @throws Refusal UNAUTHORIZED when the token was used before */
export function spendToken(rows: Rows, { tokenHash, usableUntil }: OidcToken): void {
  if (rows.find(usedTokens, tokenHash)) throw notProven('OAUTH')
  rows.add(usedTokens, { hash: tokenHash, usableUntil })
}
