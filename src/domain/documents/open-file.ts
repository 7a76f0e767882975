/** Owns the rule that what a verification rests on stays as it was submitted. */
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { customers } from '../customers/tables.ts'
import { currentVerification } from '../verifications/current-verification.ts'

/** Locks the customer, so that nothing is submitted meanwhile. @throws Refusal CONFLICT */
export function refuseIfSubmitted(rows: Rows, customerId: string): void {
  rows.get(customers, customerId)
  const current = currentVerification(rows, customerId)
  if (current && current.status !== 'RESOLVE_ERRORS')
    refuse('CONFLICT', `The verification that rests on this document is ${current.status}; hand in another document instead`)
}
