/** Owns the counting of codes that are tried. It is committed before the code is looked at, so that neither a crash nor many tries at once win a guess. */
import type { Rows } from '../../../engine/rows.ts'
import { liveCredential } from './live-credential.ts'
import { attempts, credentials, oneTimeCodes } from './tables.ts'
import { TRIES_PER_CODE, withFailure } from './throttle.ts'

/** What a given code is to be compared with. */
export interface CodeInUse {
  readonly issueId: string
  readonly codeHash: string
}

/** @returns undefined when no code can be right: there is none, or it is spent, too old, or tried too often. @throws Refusal AUTH_METHOD_NOT_FOUND, RATE_LIMITED */
export function tryCode(rows: Rows, credentialId: string): CodeInUse | undefined {
  rows.together([credentials, credentialId], [attempts, credentialId], [oneTimeCodes, credentialId])
  liveCredential(rows, credentialId)
  const tried = rows.get(attempts, credentialId)
  rows.change(attempts, tried, withFailure(tried, rows.now))
  const code = rows.find(oneTimeCodes, credentialId)
  if (!code || code.spentAt !== null || code.expiresAt <= rows.now || code.tries >= TRIES_PER_CODE) return undefined
  rows.change(oneTimeCodes, code, { tries: code.tries + 1 })
  return { issueId: code.issueId, codeHash: code.codeHash }
}
