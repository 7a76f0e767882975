/** Owns the adding of a beneficial owner to a business. */
import type { BeneficialOwnerCreateRequest } from '../../../../contract/customers/beneficial-owners.ts'
import { bareId } from '../../../core/ids.ts'
import { notFound, refuse, refuseField } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { move } from '../../../infra/states/move.ts'
import { customers } from '../customer.ts'
import { type BeneficialOwner, beneficialOwnerMachine, beneficialOwners } from './beneficial-owner.ts'

/** What the provider says about a person. */
export type PersonVerdict = BeneficialOwner['status']

/** @throws Refusal USER_NOT_FOUND, CUSTOMER_DELETED, INVALID_INPUT (the customer is a person) */
export function createBeneficialOwner(
  rows: Rows,
  request: BeneficialOwnerCreateRequest,
  verdict: PersonVerdict,
): BeneficialOwner {
  const customerId = bareId(request.customerId)
  const customer = rows.peek(customers, customerId)
  if (!customer) throw notFound('Customer')
  if (customer.deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
  if (customer.type !== 'BUSINESS')
    refuseField('INVALID_INPUT', 'customerId', 'must be a business; a person has no owners')
  const owner = rows.add(beneficialOwners, {
    id: rows.newId(),
    customerId,
    roles: request.roles,
    ownershipPercentage: request.ownershipPercentage,
    personalInfo: request.personalInfo,
    status: 'PENDING',
    createdAt: rows.now,
    updatedAt: rows.now,
  })
  return applyVerdict(rows, owner, verdict)
}

/** Has a pending owner go the way that the provider said. */
export function applyVerdict(rows: Rows, owner: BeneficialOwner, verdict: PersonVerdict): BeneficialOwner {
  return verdict === 'PENDING'
    ? owner
    : move(rows, beneficialOwnerMachine, owner, verdict === 'APPROVED' ? 'approve' : 'reject')
}
