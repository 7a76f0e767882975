/** Owns changes of a customer's own data. */
import type { CustomerUpdateRequest } from '../../../contract/customers/customers.ts'
import { refuse, refuseField } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { openMissingAccounts } from '../accounts/open-account.ts'
import { claim, releaseClaim } from '../platform/claim.ts'
import { type Platform, platforms } from '../platform/platform.ts'
import { requireSupportedCurrencies, umaAddressClaim } from './create-customer.ts'
import { type Customer, customers } from './customer.ts'
import { profileOf } from './profile.ts'
import { requireUmaAddress } from './uma-address.ts'

/** Absent fields stay as they are. @throws Refusal CUSTOMER_DELETED, UMA_ADDRESS_EXISTS, INVALID_UMA_ADDRESS, INVALID_CURRENCY */
export function updateCustomer(rows: Rows, customerId: string, request: CustomerUpdateRequest): Customer {
  const customer = rows.get(customers, customerId)
  const platform = rows.peek(platforms, rows.platformId) as Platform
  if (customer.deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
  if (request.customerType !== customer.type)
    refuseField('INVALID_INPUT', 'customerType', `must be ${customer.type}, the type of this customer`)
  requireSupportedCurrencies(platform, request.currencies)
  const changed = rows.change(customers, customer, {
    umaAddress:
      request.umaAddress === undefined
        ? customer.umaAddress
        : changeUmaAddress(rows, customer, requireUmaAddress(request.umaAddress, platform.umaDomain)),
    email: request.email ?? customer.email,
    currencies: request.currencies ?? customer.currencies,
    profile: profileOf(request, customer.profile),
    updatedAt: rows.now,
  })
  if (changed.status === 'APPROVED' && request.currencies) {
    const owner = { customerId, platformCustomerId: customer.platformCustomerId }
    openMissingAccounts(
      rows,
      request.currencies.map((currency) => [owner, currency]),
    )
  }
  return changed
}

function changeUmaAddress(rows: Rows, customer: Customer, umaAddress: string): string {
  if (umaAddress === customer.umaAddress) return umaAddress
  claim(rows, umaAddressClaim(umaAddress), customer.id, 'UMA_ADDRESS_EXISTS', 'Another customer has this umaAddress')
  releaseClaim(rows, umaAddressClaim(customer.umaAddress), customer.id)
  return umaAddress
}
