/** Owns which verification of a customer counts: the last one, under a name that only one can hold. */
import type { VerificationError } from '../../../contract/verifications.ts'
import type { Rows } from '../../engine/rows.ts'
import { begin } from '../../infra/states/move.ts'
import { claims } from '../platform/tables.ts'
import { type Verification, verifications } from './tables.ts'
import { verificationMachine } from './verification-machine.ts'

const currentClaim = (customerId: string): string => `verification/${customerId}`

/** Nothing was submitted yet: undefined. Whoever decides by it has locked the customer. */
export function currentVerification(rows: Rows, customerId: string): Verification | undefined {
  const held = rows.find(claims, currentClaim(customerId))
  return held && rows.get(verifications, held.holder)
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
