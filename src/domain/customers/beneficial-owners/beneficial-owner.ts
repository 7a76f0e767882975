/** Beneficial owner resource: a person who owns part of a business; table, state machine, presenter. */
import { beneficialOwnerLifecycle } from '../../../../contract/customers/beneficial-owner-lifecycle.ts'
import type {
  BeneficialOwnerPersonalInfo,
  BeneficialOwner as WireBeneficialOwner,
} from '../../../../contract/customers/beneficial-owners.ts'
import type { StateOf } from '../../../../contract/lifecycle.ts'
import { wireId } from '../../../core/ids.ts'
import { isoTime } from '../../../core/time.ts'
import { int, json, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import type { Machine } from '../../../infra/state-machines/move.ts'

export const beneficialOwners = table(
  'beneficial_owners',
  {
    id: uuid,
    customerId: uuid,
    roles: json<WireBeneficialOwner['roles']>(),
    ownershipPercentage: int,
    personalInfo: json<BeneficialOwnerPersonalInfo>(),
    /** KYC of the person. */
    status: text<StateOf<typeof beneficialOwnerLifecycle>>(),
    createdAt: time,
    updatedAt: time,
  },
  { resource: 'BeneficialOwner', changing: ['roles', 'ownershipPercentage', 'personalInfo', 'status', 'updatedAt'] },
)
export type BeneficialOwner = Row<typeof beneficialOwners>

export const presentBeneficialOwner = (row: BeneficialOwner): WireBeneficialOwner => ({
  id: wireId('BeneficialOwner', row.id),
  customerId: wireId('Customer', row.customerId),
  roles: row.roles,
  ownershipPercentage: row.ownershipPercentage,
  personalInfo: row.personalInfo,
  kycStatus: row.status,
  createdAt: isoTime(row.createdAt),
  updatedAt: isoTime(row.updatedAt),
})

/** Records no events: the events of the business's verification report the outcome. */
export const beneficialOwnerMachine: Machine<BeneficialOwner, keyof typeof beneficialOwnerLifecycle.moves> = {
  lifecycle: beneficialOwnerLifecycle,
  table: beneficialOwners,
  eventType: () => undefined,
  present: presentBeneficialOwner,
}
