/** Verification use case: submission of a customer to the provider of identity checks. */
import { isDeepStrictEqual } from 'node:util'
import { refuse } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import { move } from '../../../infra/state-machines/move.ts'
import type { Applicant, Verdict } from '../../../providers/identity/port.ts'
import type { Customer } from '../customer.ts'
import { beginVerification, currentVerification, verificationReads } from './current-verification.ts'
import { decideVerification } from './decide-verification.ts'
import { type Verification, verificationMachine } from './verification.ts'

interface Submission {
  readonly customerId: string
  /** The provider's decision before the command, and about which profile; undefined if it was not asked. */
  readonly answer: { readonly profile: Applicant['profile']; readonly verdict: Verdict } | undefined
}

/** Whether the provider is asked: not while it is checking the customer, and not about a customer it has approved. */
export const needsVerdict = ({ status, deletedAt }: Customer): boolean =>
  deletedAt === null && (status === 'UNVERIFIED' || status === 'REJECTED')

/** @throws Refusal USER_NOT_FOUND, CUSTOMER_DELETED, CONFLICT (the customer changed while the provider was asked) */
export const createVerification = command({
  reads: (seen, { customerId }: Submission) => verificationReads(seen, customerId),
  run(rows, { customerId, answer }): Verification {
    const verifying = currentVerification(rows, customerId)
    const { customer, current } = verifying
    if (customer.deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
    if (customer.status === 'APPROVED')
      return current?.status === 'APPROVED' ? current : beginVerification(rows, customerId, 'APPROVED')
    if (customer.status === 'PENDING' && current) return current
    if (!answer || !isDeepStrictEqual(answer.profile, customer.profile))
      refuse('CONFLICT', 'The customer changed during the verification; submit them again')
    const { verdict } = answer
    if (verdict.outcome !== 'RESOLVE_ERRORS') return decideVerification(rows, verifying, verdict)
    const { errors } = verdict
    if (current?.status !== 'RESOLVE_ERRORS') return beginVerification(rows, customerId, 'RESOLVE_ERRORS', errors)
    return move(rows, verificationMachine, current, 'demand', { errors, updatedAt: rows.now })
  },
})
