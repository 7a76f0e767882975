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

/** A customer who is submitted for verification, with all their data. Ids are wire ids. */
export interface Applicant {
  readonly id: `Customer:${string}`
  readonly type: 'INDIVIDUAL' | 'BUSINESS'
  /** A platform that is a regulated institution verifies its customers itself: its applicants are verified. */
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

/** Outcome of a submission. IN_PROGRESS: the decision follows; PENDING_MANUAL_REVIEW: a person decides. */
export type Verdict =
  | { readonly outcome: 'APPROVED' | 'IN_PROGRESS' | 'PENDING_MANUAL_REVIEW' }
  | { readonly outcome: 'REJECTED'; readonly errors: readonly VerificationError[] }
  /** The submission was not accepted; `errors` lists what is missing. */
  | { readonly outcome: 'RESOLVE_ERRORS'; readonly errors: readonly [VerificationError, ...VerificationError[]] }

export interface Identity {
  /** The status of a new customer, before anything is submitted. */
  initialStatus(customer: NewCustomer): 'UNVERIFIED' | 'APPROVED'
  /** Submits a customer. The same customer may be submitted several times. */
  verify(applicant: Applicant): Promise<Verdict>
  /** Submits a beneficial owner: a new one, or one whose personal data changed. */
  verifyOwner(person: BeneficialOwnerPersonalInfo): Promise<StateOf<typeof beneficialOwnerLifecycle>>
}

/** Hosted pages where customers prove their identity. */
export interface HostedKyc {
  /** Opens a page for a customer, for one use. */
  open(request: KycPage): Promise<OpenedKycPage>
}

export interface OpenedKycPage {
  readonly url: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** For the provider's own SDK, where it has one. */
  readonly token?: string
}

export interface KycPage {
  readonly platformId: string
  readonly customerId: string
  /** Where the page sends the customer afterwards. */
  readonly redirectUri?: string
}
