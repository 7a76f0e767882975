/** Owns the rule that what a verification rests on stays as it was submitted. */
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { standingOf } from '../verifications/current-verification.ts'

/** Nothing is submitted meanwhile, for the customer is locked. @throws Refusal CONFLICT */
export function refuseIfSubmitted(rows: Rows, customerId: string): void {
  const { current } = standingOf(rows, customerId)
  if (current && current.status !== 'RESOLVE_ERRORS')
    refuse(
      'CONFLICT',
      `The verification that rests on this document is ${current.status}; hand in another document instead`,
    )
}
