/** Current verification of a customer: the latest one. A claim enforces that there is one at a time. */
import type { VerificationError } from '../../../../contract/customers/verifications.ts'
import type { Read, SeenRows } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { begin } from '../../../infra/state-machines/move.ts'
import { claims } from '../../platform/name-claim.ts'
import { type Customer, customers } from '../customer.ts'
import { type Verification, verificationMachine, verifications } from './verification.ts'

const currentClaim = (customerId: string): string => `verification/${customerId}`

export interface CurrentVerification {
  readonly customer: Customer
  /** Undefined before the first submission. */
  readonly current: Verification | undefined
}

/** What `currentVerification` reads. */
export function verificationReads(seen: SeenRows, customerId: string): Read[] {
  const claim = seen.lastSeen(claims, currentClaim(customerId))
  const reads: Read[] = [
    [claims, currentClaim(customerId)],
    [customers, customerId],
  ]
  return claim ? [...reads, [verifications, claim.holder]] : reads
}

/** The commit proves both rows, so a decision based on them holds. @throws Refusal USER_NOT_FOUND */
export function currentVerification(rows: Rows, customerId: string): CurrentVerification {
  const held = rows.find(claims, currentClaim(customerId))
  const customer = rows.get(customers, customerId)
  return { customer, current: held && rows.get(verifications, held.holder) }
}

/** Starts a verification, which replaces the current one. */
export function beginVerification(
  rows: Rows,
  customerId: string,
  status: 'IN_PROGRESS' | 'RESOLVE_ERRORS' | 'APPROVED',
  errors: readonly VerificationError[] = [],
): Verification {
  const id = rows.newId()
  const name = currentClaim(customerId)
  const held = rows.find(claims, name)
  if (held) rows.change(claims, held, { holder: id })
  else rows.add(claims, { name, holder: id })
  const row: Verification = { id, customerId, status, errors, version: 0, createdAt: rows.now, updatedAt: rows.now }
  return begin(rows, verificationMachine, row, status)
}
