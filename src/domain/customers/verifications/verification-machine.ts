/** Owns verifications and beneficial owners as things that move. */

import { beneficialOwnerLifecycle } from '../../../../contract/customers/beneficial-owner-lifecycle.ts'
import { verificationLifecycle } from '../../../../contract/customers/verification-lifecycle.ts'
import type { Machine } from '../../../infra/states/move.ts'
import { presentBeneficialOwner, presentVerification } from './present.ts'
import { type BeneficialOwner, beneficialOwners, type Verification, verifications } from './tables.ts'

export const verificationMachine: Machine<Verification, keyof typeof verificationLifecycle.moves> = {
  lifecycle: verificationLifecycle,
  table: verifications,
  eventType: (_row, event) => `VERIFICATION.${event}`,
  present: presentVerification,
}

/** Nobody is told of owners: their business is what is decided about. */
export const beneficialOwnerMachine: Machine<BeneficialOwner, keyof typeof beneficialOwnerLifecycle.moves> = {
  lifecycle: beneficialOwnerLifecycle,
  table: beneficialOwners,
  eventType: () => undefined,
  present: presentBeneficialOwner,
}
