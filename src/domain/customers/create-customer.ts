/** Owns the making of a customer, with an account for each currency once they are approved. */
import type { CustomerCreateRequest } from '../../../contract/customers/customers.ts'
import { wireId } from '../../core/ids.ts'
import { Refusal, refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { begin } from '../../infra/states/move.ts'
import type { NewWallet } from '../../providers/custodian/port.ts'
import type { Identity } from '../../providers/identity/port.ts'
import { openAccounts } from '../accounts/open-account.ts'
import { claimFresh, claims } from '../platform/claim.ts'
import { type Platform, platforms } from '../platform/platform.ts'
import { type Customer, customerMachine, customers } from './customer.ts'
import { profileOf } from './profile.ts'
import { defaultUmaAddress, umaAddressFault } from './uma-address.ts'

/** @param wallet a key for the customer's wallet, as `openAccounts` takes it; it names their id. @throws Refusal CONFLICT (platformCustomerId in use), UMA_ADDRESS_EXISTS, INVALID_UMA_ADDRESS, INVALID_CURRENCY */
export function createCustomer(
  rows: Rows,
  identity: Identity,
  request: CustomerCreateRequest,
  wallet?: NewWallet,
): Customer {
  const platform = rows.peek(platforms, rows.platformId) as Platform
  requireSupportedCurrencies(platform, request.currencies)
  rows.together(...customerClaims(request).map((name) => [claims, name] as const))
  const refusal = findNameRefusal(rows, request)
  if (refusal) throw refusal
  const id = wallet?.holderId ?? rows.newId()
  const platformCustomerId = request.platformCustomerId ?? wireId('Customer', id)
  const umaAddress = request.umaAddress?.toLowerCase() ?? defaultUmaAddress(id, platform.umaDomain)
  claimFresh(rows, platformCustomerIdClaim(platformCustomerId), id)
  claimFresh(rows, umaAddressClaim(umaAddress), id)

  const status = identity.standingAtCreation({
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
    profile: profileOf(request),
    version: 0,
    createdAt: rows.now,
    updatedAt: rows.now,
    deletedAt: null,
  }
  if (status !== 'APPROVED') return rows.add(customers, customer)
  openAccounts(rows, { customerId: id, platformCustomerId }, customerCurrencies(customer, platform), wallet)
  return begin(rows, customerMachine, customer, 'APPROVED')
}

type Names = Pick<CustomerCreateRequest, 'platformCustomerId' | 'umaAddress'>

/** Why the names that a customer is to have can't be theirs; undefined when they can. */
export function findNameRefusal(rows: Rows, { platformCustomerId, umaAddress }: Names): Refusal | undefined {
  if (platformCustomerId !== undefined && rows.find(claims, platformCustomerIdClaim(platformCustomerId)))
    return new Refusal('CONFLICT', 'Another customer has this platformCustomerId')
  if (umaAddress === undefined) return undefined
  const { umaDomain } = rows.peek(platforms, rows.platformId) as Platform
  const fault = umaAddressFault(umaAddress, umaDomain)
  if (fault) return new Refusal('INVALID_UMA_ADDRESS', fault, { errors: [{ field: 'umaAddress', message: fault }] })
  if (rows.find(claims, umaAddressClaim(umaAddress.toLowerCase())))
    return new Refusal('UMA_ADDRESS_EXISTS', 'Another customer has this umaAddress')
  return undefined
}

/** The claims that the names of a new customer rest on, to be fetched together. */
export const customerClaims = ({ platformCustomerId, umaAddress }: Names): string[] => [
  ...(platformCustomerId === undefined ? [] : [platformCustomerIdClaim(platformCustomerId)]),
  ...(umaAddress === undefined ? [] : [umaAddressClaim(umaAddress.toLowerCase())]),
]

export const platformCustomerIdClaim = (platformCustomerId: string): string => `customer/${platformCustomerId}`
export const umaAddressClaim = (umaAddress: string): string => `uma/${umaAddress}`

/** The currencies a customer has accounts in: their own list, or all that the platform supports. */
export const customerCurrencies = (
  { currencies }: Pick<Customer, 'currencies'>,
  { supportedCurrencies }: Pick<Platform, 'supportedCurrencies'>,
): readonly string[] => currencies ?? supportedCurrencies.map(({ currencyCode }) => currencyCode)

/** @throws Refusal INVALID_CURRENCY that names each currency the platform lacks */
export function requireSupportedCurrencies(
  { supportedCurrencies }: Platform,
  currencies: readonly string[] | undefined,
): void {
  const supported = new Set(supportedCurrencies.map(({ currencyCode }) => currencyCode))
  const errors = (currencies ?? []).flatMap((currency, i) =>
    supported.has(currency)
      ? []
      : [{ field: `currencies.${i}`, message: `${currency} is not among the platform's supported currencies` }],
  )
  if (errors.length > 0) refuse('INVALID_CURRENCY', 'A currency is not supported by the platform', { errors })
}
