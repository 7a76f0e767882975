/** Identity provider port: verification of persons and businesses. */

import type { Static } from 'typebox'
import type { beneficialOwnerLifecycle } from '../../../contract/customers/beneficial-owner-lifecycle.ts'
import type { BeneficialOwnerPersonalInfo } from '../../../contract/customers/beneficial-owners.ts'
import type { BusinessInfo } from '../../../contract/customers/customers.ts'
import type { DocumentType } from '../../../contract/customers/documents.ts'
import type { VerificationError } from '../../../contract/customers/verifications.ts'
import type { Address } from '../../../contract/elements.ts'
import type { StateOf } from '../../../contract/lifecycle.ts'

export interface NewCustomer {
  readonly type: 'INDIVIDUAL' | 'BUSINESS'
  /** A platform that is a regulated institution verifies its customers itself. */
  readonly platformIsRegulated: boolean
}

/** A customer who asks to be verified, with everything there is about them. Ids are those of the wire. */
export interface Applicant {
  readonly id: `Customer:${string}`
  readonly type: 'INDIVIDUAL' | 'BUSINESS'
  /** A platform that is a regulated institution verifies its customers itself: who it hands over is verified. */
  readonly platformIsRegulated: boolean
  readonly profile: {
    readonly fullName?: string
    /** `YYYY-MM-DD`. */
    readonly birthDate?: string
    readonly nationality?: string
    readonly address?: Address
    readonly businessInfo?: Static<typeof BusinessInfo>
  }
  /** Of a business. */
  readonly owners: readonly {
    readonly id: `BeneficialOwner:${string}`
    readonly personalInfo: BeneficialOwnerPersonalInfo
  }[]
  readonly documents: readonly { readonly holder: string; readonly documentType: DocumentType }[]
}

/** How a verification goes on. IN_PROGRESS: the answer comes later; PENDING_MANUAL_REVIEW: from a person. */
export type Verdict =
  | { readonly outcome: 'APPROVED' | 'IN_PROGRESS' | 'PENDING_MANUAL_REVIEW' }
  | { readonly outcome: 'REJECTED'; readonly errors: readonly VerificationError[] }
  /** Not taken: what is missing. */
  | { readonly outcome: 'RESOLVE_ERRORS'; readonly errors: readonly [VerificationError, ...VerificationError[]] }

export interface Identity {
  /** How a customer stands the moment they are created, before anything is submitted. */
  standingAtCreation(customer: NewCustomer): 'UNVERIFIED' | 'APPROVED'
  /** Hands a customer over for verification. May be asked again about the same one. */
  verify(applicant: Applicant): Promise<Verdict>
  /** Hands a beneficial owner over, whenever it is new who they are. */
  verifyOwner(person: BeneficialOwnerPersonalInfo): Promise<StateOf<typeof beneficialOwnerLifecycle>>
}

/** Pages where customers prove who they are by themselves. */
export interface HostedKyc {
  /** Opens a page for a customer, for one use. @returns its address, and its end in milliseconds since 1970 */
  open(request: KycPage): Promise<{ readonly url: string; readonly expiresAt: number; readonly token?: string }>
}

export interface KycPage {
  readonly platformId: string
  readonly customerId: string
  /** Where the page leads back to. */
  readonly redirectUri?: string
}
