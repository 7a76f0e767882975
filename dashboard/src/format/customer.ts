/** Display name and verification status of a customer. */
import type { Customer } from '../../../contract/customers/customers.ts'

/** The name, otherwise the platform's own id. */
export function customerName(customer: Customer): string {
  const name = customer.customerType === 'BUSINESS' ? customer.businessInfo?.legalName : customer.fullName
  return name ?? customer.platformCustomerId
}

/** KYC status of an individual, KYB status of a business. */
export const verificationStatus = (customer: Customer): string =>
  customer.customerType === 'BUSINESS' ? customer.kybStatus : customer.kycStatus
