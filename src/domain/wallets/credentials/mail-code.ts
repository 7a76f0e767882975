/** Owns the sending of a code: how many an address is sent, whoever asks for them (decision 39), and how many a platform sends. */
import type { Rows } from '../../../engine/rows.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import { mailedAddresses, mailedCodes } from './tables.ts'
import { withCode, withCodeOfHour } from './throttle.ts'

/** How many codes are mailed at most. */
export interface CodeLimits {
  readonly anAddressADay: number
  /** Of all the wallets of a platform together: a program that has gone wrong, or a stolen token, mails no more than that. */
  readonly aPlatformAnHour: number
}

export interface CodeMailing {
  readonly credentialId: string
  readonly email: string
  /** Undefined: any number. */
  readonly limits: CodeLimits | undefined
}

/** @throws Refusal RATE_LIMITED when the address has been sent too many, or the platform has sent too many */
export function mailCode(rows: Rows, { credentialId, email, limits }: CodeMailing): void {
  if (limits) {
    rows.together([mailedAddresses, email.toLowerCase()], [mailedCodes, rows.platformId])
    countForPlatform(rows, limits.aPlatformAnHour)
    countForAddress(rows, email.toLowerCase(), limits.anAddressADay)
  }
  enqueue(rows, 'mailCode', rows.now, credentialId)
}

function countForAddress(rows: Rows, email: string, aDay: number): void {
  const mailed = rows.find(mailedAddresses, email)
  const codes = withCode(mailed?.codes ?? [], aDay, rows.now)
  if (mailed) rows.change(mailedAddresses, mailed, { codes, lastAt: rows.now })
  else rows.add(mailedAddresses, { email, codes, lastAt: rows.now })
}

function countForPlatform(rows: Rows, anHour: number): void {
  const mailed = rows.find(mailedCodes, rows.platformId)
  const counted = withCodeOfHour(mailed, anHour, rows.now)
  if (mailed) rows.change(mailedCodes, mailed, counted)
  else rows.add(mailedCodes, { id: rows.platformId, ...counted })
}
