/** Owns which verification of a customer counts: the last one, under a name that only one can hold. */
import type { VerificationError } from '../../../../contract/customers/verifications.ts'
import type { Rows } from '../../../engine/rows.ts'
import { begin } from '../../../infra/states/move.ts'
import { claims } from '../../platform/claim.ts'
import { type Customer, customers } from '../customer.ts'
import { type Verification, verificationMachine, verifications } from './verification.ts'

const currentClaim = (customerId: string): string => `verification/${customerId}`

export interface CurrentVerification {
  readonly customer: Customer
  /** Undefined: nothing was submitted yet. */
  readonly current: Verification | undefined
}

/** Both locked, so that what is decided by them holds. @throws Refusal USER_NOT_FOUND */
export function currentVerification(rows: Rows, customerId: string): CurrentVerification {
  rows.together([claims, currentClaim(customerId)], [customers, customerId])
  const held = rows.find(claims, currentClaim(customerId))
  const customer = rows.get(customers, customerId)
  return { customer, current: held && rows.get(verifications, held.holder) }
}

/** Begins one that takes the place of the one before. */
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
