/** Owns how verifications and beneficial owners look on the wire. */
import type { BeneficialOwner as WireBeneficialOwner } from '../../../../contract/customers/beneficial-owners.ts'
import type { Verification as WireVerification } from '../../../../contract/customers/verifications.ts'
import { wireId } from '../../../core/ids.ts'
import { isoTime } from '../../../core/time.ts'
import type { BeneficialOwner, Verification } from './tables.ts'

export const presentVerification = (row: Verification): WireVerification => ({
  id: wireId('Verification', row.id),
  customerId: wireId('Customer', row.customerId),
  verificationStatus: row.status,
  errors: [...row.errors],
  createdAt: isoTime(row.createdAt),
  updatedAt: isoTime(row.updatedAt),
})

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
