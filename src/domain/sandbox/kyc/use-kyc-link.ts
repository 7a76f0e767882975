/** Verification link use case: the customer approves or rejects themselves on the sandbox's page, once per link. */
import { refuse } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import { currentVerification, verificationReads } from '../../customers/verifications/current-verification.ts'
import { decideVerification, type FinalVerdict } from '../../customers/verifications/decide-verification.ts'
import type { Verification } from '../../customers/verifications/verification.ts'
import { claims } from '../../platform/name-claim.ts'

export interface UsableLink {
  readonly customerId: string
  readonly linkId: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

interface Choice extends UsableLink {
  readonly outcome: 'APPROVED' | 'REJECTED'
}

const linkClaim = (linkId: string): string => `kyc-link/${linkId}`

/** @throws Refusal CONFLICT (the link is used or has expired), CUSTOMER_DELETED, INVALID_STATE_TRANSITION (the customer is approved) */
export const useKycLink = command({
  reads: (seen, { customerId, linkId }: Choice) => [
    [claims, linkClaim(linkId)],
    ...verificationReads(seen, customerId),
  ],
  run(rows, { customerId, linkId, expiresAt, outcome }): Verification {
    if (rows.find(claims, linkClaim(linkId))) refuse('CONFLICT', 'This link was used before; ask for another one')
    if (expiresAt <= rows.now) refuse('CONFLICT', 'This link has expired; ask for another one')
    const state = currentVerification(rows, customerId)
    if (state.customer.deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
    rows.add(claims, { name: linkClaim(linkId), holder: customerId })
    return decideVerification(rows, state, decisionOf({ customerId, outcome }))
  },
})

const decisionOf = ({ customerId, outcome }: Pick<Choice, 'customerId' | 'outcome'>): FinalVerdict =>
  outcome === 'APPROVED'
    ? { outcome }
    : {
        outcome,
        errors: [
          {
            resourceId: `Customer:${customerId}`,
            type: 'APPLICANT_REJECTED',
            reason: 'Rejected on the verification page of the sandbox',
          },
        ],
      }
