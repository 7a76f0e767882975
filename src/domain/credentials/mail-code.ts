/** Owns the sending of a code: how many an address is sent, whoever asks for them (decision 39). */
import type { Rows } from '../../engine/rows.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import { mailedAddresses } from './tables.ts'
import { withCode } from './throttle.ts'

export interface CodeMailing {
  readonly credentialId: string
  readonly email: string
  /** How many codes an address is mailed a day; undefined: any number. */
  readonly codesADay: number | undefined
}

/** @throws Refusal RATE_LIMITED when the address has been sent too many */
export function mailCode(rows: Rows, { credentialId, email, codesADay }: CodeMailing): void {
  if (codesADay !== undefined) count(rows, email.toLowerCase(), codesADay)
  enqueue(rows, 'mailCode', rows.now, credentialId)
}

function count(rows: Rows, email: string, codesADay: number): void {
  const mailed = rows.find(mailedAddresses, email)
  const codes = withCode(mailed?.codes ?? [], codesADay, rows.now)
  if (mailed) rows.change(mailedAddresses, mailed, { codes, lastAt: rows.now })
  else rows.add(mailedAddresses, { email, codes, lastAt: rows.now })
}
