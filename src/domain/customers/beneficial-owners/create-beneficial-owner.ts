/** Beneficial owner creation use case. */
import type { BeneficialOwnerCreateRequest } from '../../../../contract/customers/beneficial-owners.ts'
import { bareId } from '../../../core/ids.ts'
import { notFound, refuse, refuseField } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { move } from '../../../infra/state-machines/move.ts'
import { customers } from '../customer.ts'
import { type BeneficialOwner, beneficialOwnerMachine, beneficialOwners } from './beneficial-owner.ts'

/** The provider's decision about a person; PENDING: it follows later. */
export type PersonVerdict = BeneficialOwner['status']

interface NewOwner {
  readonly request: BeneficialOwnerCreateRequest
  readonly verdict: PersonVerdict
}

/** @throws Refusal USER_NOT_FOUND, CUSTOMER_DELETED, INVALID_INPUT (the customer is an individual) */
export const createBeneficialOwner = command({
  reads: (_seen, { request }: NewOwner) => [[customers, bareId(request.customerId), 'peek']],
  run(rows, { request, verdict }): BeneficialOwner {
    const customerId = bareId(request.customerId)
    const customer = rows.peek(customers, customerId)
    if (!customer) throw notFound('Customer')
    if (customer.deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
    if (customer.type !== 'BUSINESS')
      refuseField('INVALID_INPUT', 'customerId', 'must be a business; an individual has no owners')
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
  },
})

/** @param owner a PENDING one. @throws Refusal INVALID_STATE_TRANSITION for any other */
export function applyVerdict(rows: Rows, owner: BeneficialOwner, verdict: PersonVerdict): BeneficialOwner {
  return verdict === 'PENDING'
    ? owner
    : move(rows, beneficialOwnerMachine, owner, verdict === 'APPROVED' ? 'approve' : 'reject')
}
