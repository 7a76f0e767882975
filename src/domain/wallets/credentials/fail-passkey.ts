/** Owns the counting of assertions that did not hold: a challenge bears a few. */
import type { Rows } from '../../../engine/rows.ts'
import { passkeyChallenges } from './tables.ts'

export const FAILURES_MAX = 5

export function failPasskey(rows: Rows, challengeId: string): void {
  const challenge = rows.find(passkeyChallenges, challengeId)
  if (challenge) rows.change(passkeyChallenges, challenge, { failures: challenge.failures + 1 })
}
