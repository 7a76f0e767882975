/** One-time codes by email: tables, limits, issue, attempts. The code itself is never stored, only its hash. */
import { command, type Read, type SeenRows } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { int, json, orNull, table, text, time, uuid } from '../../../engine/table.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import { attempts, credentials, getLiveCredential, proofRejected } from './credential.ts'
import { countCode, countFailure, countPlatformCode, countSuccess, TRIES_PER_CODE } from './throttle.ts'

/** The current code of each credential. */
export const oneTimeCodes = table(
  'one_time_codes',
  {
    /** The credential. */
    id: uuid,
    /** Distinguishes successive codes of one credential. */
    issueId: uuid,
    codeHash: text(),
    /** Number of comparisons with it. */
    tries: int,
    expiresAt: time,
    spentAt: orNull(time),
  },
  { changing: ['issueId', 'codeHash', 'tries', 'expiresAt', 'spentAt'] },
)

/** Codes mailed per platform since the start of an hour: one row per platform, under its own id. */
export const mailedCodes = table(
  'mailed_codes',
  { id: uuid, since: time, codes: int },
  { changing: ['since', 'codes'] },
)

/** When codes were mailed to an address recently: one row per address. Times are milliseconds since 1970. */
export const mailedAddresses = table(
  'mailed_addresses',
  { /** In lower case. */ email: text(), codes: json<readonly number[]>(), lastAt: time },
  { key: 'email', changing: ['codes', 'lastAt'] },
)

/** Limits on mailed codes (decision 39). */
export interface CodeLimits {
  readonly anAddressADay: number
  /** For all wallets of a platform: bounds the mail that a faulty client or a stolen token can cause. */
  readonly aPlatformAnHour: number
}

export interface CodeMailRequest {
  readonly credentialId: string
  readonly email: string
  /** Undefined: unlimited. */
  readonly limits: CodeLimits | undefined
}

/** Rows that `requestCodeMail` reads. */
export const codeMailReads = ({ platformId }: SeenRows, email: string, limits: CodeLimits | undefined): Read[] =>
  limits === undefined
    ? []
    : [
        [mailedAddresses, email.toLowerCase()],
        [mailedCodes, platformId],
      ]

/** Schedules the mail with a code. @throws Refusal RATE_LIMITED above the limit of the address or of the platform */
export function requestCodeMail(rows: Rows, { credentialId, email, limits }: CodeMailRequest): void {
  if (limits) {
    countForPlatform(rows, limits.aPlatformAnHour)
    countForAddress(rows, email.toLowerCase(), limits.anAddressADay)
  }
  enqueue(rows, 'mailCode', rows.now, credentialId)
}

function countForAddress(rows: Rows, email: string, aDay: number): void {
  const mailed = rows.find(mailedAddresses, email)
  const codes = countCode(mailed?.codes ?? [], aDay, rows.now)
  if (mailed) rows.change(mailedAddresses, mailed, { codes, lastAt: rows.now })
  else rows.add(mailedAddresses, { email, codes, lastAt: rows.now })
}

function countForPlatform(rows: Rows, anHour: number): void {
  const mailed = rows.find(mailedCodes, rows.platformId)
  const counted = countPlatformCode(mailed, anHour, rows.now)
  if (mailed) rows.change(mailedCodes, mailed, counted)
  else rows.add(mailedCodes, { id: rows.platformId, ...counted })
}

/** The context that the hash of a code is bound to. */
export const codeSubject = (credentialId: string, issueId: string): string => `${credentialId}/${issueId}`

/** One issue of a code: what a submitted code is compared with. */
export interface IssuedCode {
  readonly issueId: string
  readonly codeHash: string
}

export interface NewCode extends IssuedCode {
  readonly credentialId: string
  readonly lifeMs: number
}

/**
 * Stores a new code, which replaces the previous one. Called before the mail is sent, so that every code received is
 * valid.
 */
export const storeCode = command({
  reads: (_seen, { credentialId }: NewCode) => [[oneTimeCodes, credentialId]],
  run(rows, { credentialId, issueId, codeHash, lifeMs }): void {
    const fresh = { issueId, codeHash, tries: 0, expiresAt: rows.now + lifeMs, spentAt: null }
    const before = rows.find(oneTimeCodes, credentialId)
    if (before) rows.change(oneTimeCodes, before, fresh)
    else rows.add(oneTimeCodes, { id: credentialId, ...fresh })
  },
})

/**
 * Counts an attempt. It is committed before the code is compared, so that neither a crash nor concurrent attempts gain a guess.
 * @returns undefined when there is no valid code: none issued, spent, expired, or attempted too often
 * @throws Refusal AUTH_METHOD_NOT_FOUND, RATE_LIMITED
 */
export const attemptCode = command({
  reads: (_seen, credentialId: string) => [
    [credentials, credentialId],
    [attempts, credentialId],
    [oneTimeCodes, credentialId],
  ],
  run(rows, credentialId): IssuedCode | undefined {
    getLiveCredential(rows, credentialId)
    const tried = rows.get(attempts, credentialId)
    rows.change(attempts, tried, countFailure(tried, rows.now))
    const code = rows.find(oneTimeCodes, credentialId)
    if (!code || code.spentAt !== null || code.expiresAt <= rows.now || code.tries >= TRIES_PER_CODE) return undefined
    rows.change(oneTimeCodes, code, { tries: code.tries + 1 })
    return { issueId: code.issueId, codeHash: code.codeHash }
  },
})

export function spendCode(rows: Rows, credentialId: string, issueId: string | undefined): void {
  const tried = rows.get(attempts, credentialId)
  rows.change(attempts, tried, countSuccess(tried))
  if (issueId === undefined) return
  const code = rows.get(oneTimeCodes, credentialId)
  if (code.issueId !== issueId || code.spentAt !== null) throw proofRejected('EMAIL_OTP')
  rows.change(oneTimeCodes, code, { spentAt: rows.now })
}
