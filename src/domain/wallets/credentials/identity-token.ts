/** Owns the tables of who may act for a wallet: credentials, what proves them, and sessions. */

import type { Rows } from '../../../engine/rows.ts'
import { table, text, time } from '../../../engine/table.ts'
import type { OidcToken } from '../../../providers/oidc/port.ts'
import { proofRejected } from './credential.ts'

/** Identity tokens that were used, by their hash, until they are too old to be used anyway. */
export const usedTokens = table('used_identity_tokens', { hash: text(), usableUntil: time }, { key: 'hash' })

/** @throws Refusal UNAUTHORIZED when the token was used before */
export function spendToken(rows: Rows, { tokenHash, usableUntil }: OidcToken): void {
  if (rows.find(usedTokens, tokenHash)) throw proofRejected('OAUTH')
  rows.add(usedTokens, { hash: tokenHash, usableUntil })
}
