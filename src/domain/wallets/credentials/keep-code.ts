/** Owns the issue of a one-time code: the new one ends the one before. */
import type { Rows } from '../../../engine/rows.ts'
import { oneTimeCodes } from './tables.ts'
import type { CodeInUse } from './try-code.ts'

/** Before the mail leaves, so that a code that somebody reads is one that counts. */
export function keepCode(rows: Rows, credentialId: string, { issueId, codeHash }: CodeInUse, lifeMs: number): void {
  const fresh = { issueId, codeHash, tries: 0, expiresAt: rows.now + lifeMs, spentAt: null }
  const before = rows.find(oneTimeCodes, credentialId)
  if (before) rows.change(oneTimeCodes, before, fresh)
  else rows.add(oneTimeCodes, { id: credentialId, ...fresh })
}
