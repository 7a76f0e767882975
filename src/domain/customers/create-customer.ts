/** Customer creation use case: a customer who is approved on creation gets an account in each of their currencies. */
import type { CustomerCreateRequest } from '../../../contract/customers/customers.ts'
import { wireId } from '../../core/ids.ts'
import { command } from '../../engine/command.ts'
import { begin } from '../../infra/state-machines/move.ts'
import type { NewWallet } from '../../providers/custodian/port.ts'
import type { Identity } from '../../providers/identity/port.ts'
import { openAccounts } from '../accounts/open-account.ts'
import { claimFresh } from '../platform/name-claim.ts'
import { type Platform, platforms } from '../platform/platform.ts'
import { type Customer, customerMachine, customers } from './customer.ts'
import { customerCurrencies, requireSupportedCurrencies } from './customer-currencies.ts'
import {
  defaultUmaAddress,
  findNameRefusal,
  nameReads,
  platformCustomerIdClaim,
  umaAddressClaim,
} from './customer-names.ts'
import { updatedProfile } from './profile.ts'

interface NewCustomer {
  readonly request: CustomerCreateRequest
  readonly identity: Pick<Identity, 'initialStatus'>
  /** A key for the customer's wallet, as `openAccounts` takes it; its holderId becomes the customer's id. */
  readonly wallet?: NewWallet | undefined
}

/** @throws Refusal INVALID_CURRENCY, CONFLICT (platformCustomerId in use), INVALID_UMA_ADDRESS, UMA_ADDRESS_EXISTS */
export const createCustomer = command({
  reads: (_seen, { request }: NewCustomer) => nameReads(request),
  run(rows, { request, identity, wallet }): Customer {
    const platform = rows.peek(platforms, rows.platformId) as Platform
    requireSupportedCurrencies(platform, request.currencies)
    const refusal = findNameRefusal(rows, request)
    if (refusal) throw refusal
    const id = wallet?.holderId ?? rows.newId()
    const platformCustomerId = request.platformCustomerId ?? wireId('Customer', id)
    const umaAddress = request.umaAddress?.toLowerCase() ?? defaultUmaAddress(id, platform.umaDomain)
    claimFresh(rows, platformCustomerIdClaim(platformCustomerId), id)
    claimFresh(rows, umaAddressClaim(umaAddress), id)

    const status = identity.initialStatus({
      type: request.customerType,
      platformIsRegulated: platform.isRegulatedFinancialInstitution,
    })
    const customer: Customer = {
      id,
      platformCustomerId,
      type: request.customerType,
      status,
      umaAddress,
      email: request.email ?? null,
      region: request.region ?? null,
      currencies: request.currencies ?? null,
      profile: updatedProfile({}, request),
      version: 0,
      createdAt: rows.now,
      updatedAt: rows.now,
      deletedAt: null,
    }
    if (status !== 'APPROVED') return rows.add(customers, customer)
    openAccounts(rows, { customerId: id, platformCustomerId }, customerCurrencies(customer, platform), wallet)
    return begin(rows, customerMachine, customer, 'APPROVED')
  },
})
