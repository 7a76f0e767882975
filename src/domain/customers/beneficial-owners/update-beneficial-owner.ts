/** Beneficial owner update use case: absent fields are unchanged; changed personal data is verified again. */
import { isDeepStrictEqual } from 'node:util'
import type {
  BeneficialOwnerPersonalInfo,
  BeneficialOwnerUpdateRequest,
} from '../../../../contract/customers/beneficial-owners.ts'
import { refuse } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import { move } from '../../../infra/state-machines/move.ts'
import { type BeneficialOwner, beneficialOwnerMachine, beneficialOwners } from './beneficial-owner.ts'
import { applyVerdict, type PersonVerdict } from './create-beneficial-owner.ts'

/** The personal data after the change; undefined if it stays the same. */
export function changedPerson(
  { personalInfo }: BeneficialOwner,
  request: BeneficialOwnerUpdateRequest,
): BeneficialOwnerPersonalInfo | undefined {
  const person = { ...personalInfo, ...request.personalInfo }
  return isDeepStrictEqual(person, personalInfo) ? undefined : person
}

interface OwnerUpdate {
  readonly ownerId: string
  readonly request: BeneficialOwnerUpdateRequest
  /** The provider's decision before the command, and about whom; undefined if it was not asked. */
  readonly answer: { readonly person: BeneficialOwnerPersonalInfo; readonly verdict: PersonVerdict } | undefined
}

/** @throws Refusal BENEFICIAL_OWNER_NOT_FOUND, CONFLICT (the person changed while the provider was asked) */
export const updateBeneficialOwner = command({
  reads: (_seen, { ownerId }: OwnerUpdate) => [[beneficialOwners, ownerId]],
  run(rows, { ownerId, request, answer }): BeneficialOwner {
    const owner = rows.get(beneficialOwners, ownerId)
    const person = changedPerson(owner, request)
    if (!isDeepStrictEqual(person, answer?.person))
      refuse('CONFLICT', 'The beneficial owner changed at the same time; try again')
    const changed = rows.change(beneficialOwners, owner, {
      roles: request.roles ?? owner.roles,
      ownershipPercentage: request.ownershipPercentage ?? owner.ownershipPercentage,
      personalInfo: person ?? owner.personalInfo,
      updatedAt: rows.now,
    })
    if (!answer) return changed
    const pending = changed.status === 'PENDING' ? changed : move(rows, beneficialOwnerMachine, changed, 'restart')
    return applyVerdict(rows, pending, answer.verdict)
  },
})
