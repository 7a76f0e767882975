/** Owns changes of a beneficial owner. */
import { isDeepStrictEqual } from 'node:util'
import type {
  BeneficialOwnerPersonalInfo,
  BeneficialOwnerUpdateRequest,
} from '../../../../contract/customers/beneficial-owners.ts'
import { refuse } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { move } from '../../../infra/states/move.ts'
import { type BeneficialOwner, beneficialOwnerMachine, beneficialOwners } from './beneficial-owner.ts'
import { applyVerdict, type PersonVerdict } from './create-beneficial-owner.ts'

/** Who the person is after the change, when that differs from before: then the provider is asked. */
export function changedPerson(
  { personalInfo }: BeneficialOwner,
  request: BeneficialOwnerUpdateRequest,
): BeneficialOwnerPersonalInfo | undefined {
  const person = { ...personalInfo, ...request.personalInfo }
  return isDeepStrictEqual(person, personalInfo) ? undefined : person
}

/** What the provider said outside of the command, and about whom. */
export interface CheckedPerson {
  readonly person: BeneficialOwnerPersonalInfo
  readonly verdict: PersonVerdict
}

/** Absent fields stay as they are. @throws Refusal CONFLICT (the person changed while the provider was asked) */
export function updateBeneficialOwner(
  rows: Rows,
  ownerId: string,
  request: BeneficialOwnerUpdateRequest,
  asked: CheckedPerson | undefined,
): BeneficialOwner {
  const owner = rows.get(beneficialOwners, ownerId)
  const person = changedPerson(owner, request)
  if (!isDeepStrictEqual(person, asked?.person))
    refuse('CONFLICT', 'The beneficial owner changed at the same time; try again')
  const changed = rows.change(beneficialOwners, owner, {
    roles: request.roles ?? owner.roles,
    ownershipPercentage: request.ownershipPercentage ?? owner.ownershipPercentage,
    personalInfo: person ?? owner.personalInfo,
    updatedAt: rows.now,
  })
  if (!asked) return changed
  return applyVerdict(
    rows,
    changed.status === 'PENDING' ? changed : move(rows, beneficialOwnerMachine, changed, 'restart'),
    asked.verdict,
  )
}
