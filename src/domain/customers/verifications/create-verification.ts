/** Owns the submission of a customer for verification. */
import { isDeepStrictEqual } from 'node:util'
import { refuse } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { move } from '../../../infra/states/move.ts'
import type { Applicant, Verdict } from '../../../providers/identity/port.ts'
import type { Customer } from '../customer.ts'
import { beginVerification, currentVerification } from './current-verification.ts'
import { decideVerification } from './decide-verification.ts'
import { type Verification, verificationMachine } from './verification.ts'

/** What the provider said outside of the command, and about what. */
export interface ProviderAnswer {
  readonly profile: Applicant['profile']
  readonly verdict: Verdict
}

/** Whether there is anything to ask the provider: not while it is at it, and not about whom it approved. */
export const needsVerdict = ({ status, deletedAt }: Customer): boolean =>
  deletedAt === null && (status === 'UNVERIFIED' || status === 'REJECTED')

/** @throws Refusal CUSTOMER_DELETED, CONFLICT (the customer changed while the provider was asked) */
export function createVerification(rows: Rows, customerId: string, asked: ProviderAnswer | undefined): Verification {
  const standing = currentVerification(rows, customerId)
  const { customer, current } = standing
  if (customer.deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
  if (customer.status === 'APPROVED')
    return current?.status === 'APPROVED' ? current : beginVerification(rows, customerId, 'APPROVED')
  if (customer.status === 'PENDING' && current) return current
  if (!asked || !isDeepStrictEqual(asked.profile, customer.profile))
    refuse('CONFLICT', 'The customer changed while they were being verified; submit them again')
  const { verdict } = asked
  if (verdict.outcome !== 'RESOLVE_ERRORS') return decideVerification(rows, standing, verdict)
  const { errors } = verdict
  if (current?.status !== 'RESOLVE_ERRORS') return beginVerification(rows, customerId, 'RESOLVE_ERRORS', errors)
  return move(rows, verificationMachine, current, 'demand', { errors, updatedAt: rows.now })
}
