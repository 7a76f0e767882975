/** Customer update use case: absent fields are unchanged. */
import type { CustomerUpdateRequest } from '../../../contract/customers/customers.ts'
import { refuse, refuseField } from '../../core/refusal.ts'
import type { Signer } from '../../core/signature.ts'
import type { HolderApproval } from '../../core/wallet-approval.ts'
import { command, type Read } from '../../engine/command.ts'
import type { Rows } from '../../engine/rows.ts'
import { openMissingAccounts } from '../accounts/open-account.ts'
import { claim, claims, releaseClaim } from '../platform/name-claim.ts'
import { type Platform, platforms } from '../platform/platform.ts'
import { type Customer, customers } from './customer.ts'
import { requireSupportedCurrencies } from './customer-currencies.ts'
import { requireUmaAddress, umaAddressClaim } from './customer-names.ts'
import { updatedProfile } from './profile.ts'

/**
 * Change of a customer's email address in the credentials of their wallets that use it: in the same batch, or not at
 * all. Wallets are a layer above, so the composition passes this in.
 * @throws SignatureNeeded where a credential uses the address; Refusal UNAUTHORIZED, EMAIL_OTP_CREDENTIAL_SET_CHANGED
 */
export type EmailChange = (rows: Rows, signer: Signer | undefined) => void

/** Prepares an `EmailChange` before the command runs. @param approval what the holder signed, for the custodian */
export type PrepareEmailChange = (
  platformId: string,
  request: { readonly customerId: string; readonly email: string },
  approval: HolderApproval | undefined,
) => Promise<EmailChange>

interface CustomerUpdate {
  readonly customerId: string
  readonly request: CustomerUpdateRequest
  /** Runs if the request has an email address other than the customer's. */
  readonly changeEmail: EmailChange | undefined
}

/** @throws as `EmailChange`; Refusal USER_NOT_FOUND, CUSTOMER_DELETED, INVALID_INPUT (customerType), INVALID_CURRENCY, INVALID_UMA_ADDRESS, UMA_ADDRESS_EXISTS */
export const updateCustomerById = command({
  reads: (seen, { customerId, request: { umaAddress } }: CustomerUpdate) => {
    const before = seen.lastSeen(customers, customerId)
    const names = umaAddress === undefined ? [] : [umaAddress.toLowerCase(), ...(before ? [before.umaAddress] : [])]
    return [[customers, customerId], ...names.map((name): Read => [claims, umaAddressClaim(name)])]
  },
  run(rows, { customerId, request, changeEmail }, signer): Customer {
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
      profile: updatedProfile(customer.profile, request),
      updatedAt: rows.now,
    })
    if (changed.status === 'APPROVED' && request.currencies) {
      const owner = { customerId, platformCustomerId: customer.platformCustomerId }
      openMissingAccounts(
        rows,
        request.currencies.map((currency) => [owner, currency]),
      )
    }
    if (changed.email !== customer.email) changeEmail?.(rows, signer)
    return changed
  },
})

function changeUmaAddress(rows: Rows, customer: Customer, umaAddress: string): string {
  if (umaAddress === customer.umaAddress) return umaAddress
  claim(rows, umaAddressClaim(umaAddress), customer.id, 'UMA_ADDRESS_EXISTS', 'Another customer has this umaAddress')
  releaseClaim(rows, umaAddressClaim(customer.umaAddress), customer.id)
  return umaAddress
}
