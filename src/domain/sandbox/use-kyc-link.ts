/** Owns what a customer does on the sandbox's verification page: they decide about themselves, once a link. */
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { currentVerification } from '../customers/verifications/current-verification.ts'
import { decideVerification, type FinalVerdict } from '../customers/verifications/decide-verification.ts'
import type { Verification } from '../customers/verifications/verification.ts'
import { claims } from '../platform/claim.ts'

export interface UsableLink {
  readonly customerId: string
  readonly linkId: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

const linkClaim = (linkId: string): string => `kyc-link/${linkId}`

/** @throws Refusal CONFLICT (the link is spent or over), CUSTOMER_DELETED, INVALID_STATE_TRANSITION (the customer is approved) */
export function useKycLink(
  rows: Rows,
  { customerId, linkId, expiresAt }: UsableLink,
  outcome: 'APPROVED' | 'REJECTED',
): Verification {
  if (rows.find(claims, linkClaim(linkId))) refuse('CONFLICT', 'This link was used before; ask for another one')
  if (expiresAt <= rows.now) refuse('CONFLICT', 'This link has expired; ask for another one')
  const standing = currentVerification(rows, customerId)
  if (standing.customer.deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
  rows.add(claims, { name: linkClaim(linkId), holder: customerId })
  return decideVerification(rows, standing, decisionOf(customerId, outcome))
}

const decisionOf = (customerId: string, outcome: 'APPROVED' | 'REJECTED'): FinalVerdict =>
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
