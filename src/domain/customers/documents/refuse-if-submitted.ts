/** Owns the rule that what a verification rests on stays as it was submitted. */
import { refuse } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { currentVerification } from '../verifications/current-verification.ts'
import type { Document } from './document.ts'
import type { EarlierVerifications } from './queries.ts'

/** Nothing is submitted meanwhile, for the customer is locked. @throws Refusal CONFLICT */
export function refuseIfSubmitted(rows: Rows, { customerId }: Document, earlier: EarlierVerifications): void {
  const { current } = currentVerification(rows, customerId)
  if (current && current.status !== 'RESOLVE_ERRORS' && !earlier.has(current.id))
    refuse(
      'CONFLICT',
      `The verification that rests on this document is ${current.status}; hand in another document instead`,
    )
}
