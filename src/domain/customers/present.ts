/** Owns how a customer looks on the wire. */
import type { BeneficialOwner } from '../../../contract/customers/beneficial-owners.ts'
import type { Customer as WireCustomer } from '../../../contract/customers/customers.ts'
import { wireId } from '../../core/ids.ts'
import { isoTime } from '../../core/time.ts'
import type { Customer } from './tables.ts'

/** @param owners of a business; without them its `beneficialOwners` are left out */
export function presentCustomer(row: Customer, owners?: readonly BeneficialOwner[]): WireCustomer {
  const common = {
    id: wireId('Customer', row.id),
    platformCustomerId: row.platformCustomerId,
    umaAddress: row.umaAddress,
    ...(row.region !== null && { region: row.region }),
    ...(row.currencies !== null && { currencies: [...row.currencies] }),
    ...(row.email !== null && { email: row.email }),
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    isDeleted: row.deletedAt !== null,
    ...row.profile,
  }
  return row.type === 'INDIVIDUAL'
    ? { ...common, customerType: 'INDIVIDUAL', kycStatus: row.status }
    : {
        ...common,
        customerType: 'BUSINESS',
        kybStatus: row.status,
        ...(owners && { beneficialOwners: [...owners] }),
      }
}
