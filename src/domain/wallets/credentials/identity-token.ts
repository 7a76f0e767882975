/** Spent identity tokens: each token opens one session or registers one credential (decision 41). */
import type { Rows } from '../../../engine/rows.ts'
import { table, text, time } from '../../../engine/table.ts'
import type { OidcToken } from '../../../providers/oidc/port.ts'
import { proofRejected } from './credential.ts'

/** Hashes of spent identity tokens, kept until the token would have expired. */
export const usedTokens = table('used_identity_tokens', { hash: text(), usableUntil: time }, { key: 'hash' })

/** @throws Refusal UNAUTHORIZED when the token was used before */
export function spendToken(rows: Rows, { tokenHash, usableUntil }: OidcToken): void {
  if (rows.find(usedTokens, tokenHash)) throw proofRejected('OAUTH')
  rows.add(usedTokens, { hash: tokenHash, usableUntil })
}
