/** Customer operations and schemas. */
import Type, { type Static } from 'typebox'
import { Address, Email, KycStatus, text, UmaAddress, UnparsedUmaAddress } from '../elements.ts'
import { operations } from '../operation.ts'
import { Country, CurrencyCode, choice, Day, id, list, oneOf, pageQuery, statusSchema, Timestamp } from '../schema.ts'
import { SignedRequestChallenge } from '../wallets/wallet-keys.ts'
import { BeneficialOwner } from './beneficial-owners.ts'
import { customerLifecycle } from './customer-lifecycle.ts'

export const CustomerType = choice(['INDIVIDUAL', 'BUSINESS'], { $id: 'CustomerType' })
const KybStatus = statusSchema(customerLifecycle, { $id: 'KybStatus', description: 'KYB of a business.' })

const EntityType = choice(
  ['SOLE_PROPRIETORSHIP', 'PARTNERSHIP', 'LLC', 'CORPORATION', 'S_CORPORATION', 'NON_PROFIT', 'OTHER'],
  { $id: 'EntityType' },
)
const BusinessType = choice(
  [
    'AGRICULTURE_FORESTRY_FISHING_AND_HUNTING',
    'MINING_QUARRYING_AND_OIL_AND_GAS_EXTRACTION',
    'UTILITIES',
    'CONSTRUCTION',
    'MANUFACTURING',
    'WHOLESALE_TRADE',
    'RETAIL_TRADE',
    'TRANSPORTATION_AND_WAREHOUSING',
    'INFORMATION',
    'FINANCE_AND_INSURANCE',
    'REAL_ESTATE_AND_RENTAL_AND_LEASING',
    'PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES',
    'MANAGEMENT_OF_COMPANIES_AND_ENTERPRISES',
    'ADMINISTRATIVE_AND_SUPPORT_AND_WASTE_MANAGEMENT_AND_REMEDIATION_SERVICES',
    'EDUCATIONAL_SERVICES',
    'HEALTH_CARE_AND_SOCIAL_ASSISTANCE',
    'ARTS_ENTERTAINMENT_AND_RECREATION',
    'ACCOMMODATION_AND_FOOD_SERVICES',
    'OTHER_SERVICES',
    'PUBLIC_ADMINISTRATION',
  ],
  { $id: 'BusinessType', description: 'Sector, after NAICS' },
)
const PurposeOfAccount = choice(
  [
    'CONTRACTOR_PAYOUTS',
    'CREATOR_PAYOUTS',
    'EMPLOYEE_PAYOUTS',
    'MARKETPLACE_SELLER_PAYOUTS',
    'SUPPLIER_PAYMENTS',
    'CROSS_BORDER_B2B',
    'AR_AUTOMATION',
    'AP_AUTOMATION',
    'EMBEDDED_PAYMENTS',
    'PLATFORM_FEE_COLLECTION',
    'P2P_TRANSFERS',
    'CHARITABLE_DONATIONS',
    'OTHER',
  ],
  { $id: 'PurposeOfAccount' },
)

const legalName = text(255, { examples: ['Northwind Ltd'] })
const businessFacts = {
  doingBusinessAs: Type.Optional(text(255)),
  country: Type.Optional(Country),
  registrationNumber: Type.Optional(text(100)),
  incorporatedOn: Type.Optional(Day),
  entityType: Type.Optional(EntityType),
  taxId: Type.Optional(text(100)),
  countriesOfOperation: Type.Optional(Type.Array(Country, { maxItems: 250 })),
  businessType: Type.Optional(BusinessType),
  purposeOfAccount: Type.Optional(PurposeOfAccount),
  sourceOfFunds: Type.Optional(text(1000)),
  expectedMonthlyTransactionCount: Type.Optional(
    choice(['COUNT_UNDER_10', 'COUNT_10_TO_100', 'COUNT_100_TO_500', 'COUNT_500_TO_1000', 'COUNT_OVER_1000']),
  ),
  expectedMonthlyTransactionVolume: Type.Optional(
    choice(['VOLUME_UNDER_10K', 'VOLUME_10K_TO_100K', 'VOLUME_100K_TO_1M', 'VOLUME_1M_TO_10M', 'VOLUME_OVER_10M']),
  ),
  expectedRecipientJurisdictions: Type.Optional(Type.Array(Country, { maxItems: 250 })),
}
export const BusinessInfo = Type.Object({ legalName, ...businessFacts }, { $id: 'BusinessInfo' })
const BusinessInfoUpdate = Type.Object(
  { legalName: Type.Optional(legalName), ...businessFacts },
  { $id: 'BusinessInfoUpdate' },
)

const personFacts = {
  fullName: Type.Optional(text(255, { examples: ['Alice Doe'] })),
  birthDate: Type.Optional(Day),
  nationality: Type.Optional(Country),
  address: Type.Optional(Address),
}
/** Fields of an individual that the service stores and shows as they are given. */
export const PERSON_FIELDS = Object.keys(personFacts) as (keyof typeof personFacts)[]

const platformCustomerId = text(255, { description: "The platform's own id of the customer", examples: ['user-4711'] })
const currencies = Type.Array(CurrencyCode, {
  maxItems: 50,
  uniqueItems: true,
  description: 'Currencies that the customer holds, sends and receives',
})
const contact = {
  email: Type.Optional(Email),
  umaAddress: Type.Optional(UnparsedUmaAddress),
  currencies: Type.Optional(currencies),
}
const region = Type.Optional(
  Type.String({
    pattern: '^[A-Z]{2}$',
    description: 'Jurisdiction of the customer, ISO 3166-1 alpha-2; fixed when the customer is created',
    examples: ['US'],
  }),
)

const record = {
  id: id('Customer'),
  platformCustomerId,
  umaAddress: UmaAddress,
  region,
  currencies: Type.Optional(currencies),
  email: Type.Optional(Email),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  isDeleted: Type.Boolean(),
}
export const IndividualCustomer = Type.Object(
  { ...record, customerType: Type.Literal('INDIVIDUAL'), kycStatus: KycStatus, ...personFacts },
  { $id: 'IndividualCustomer' },
)
export const BusinessCustomer = Type.Object(
  {
    ...record,
    customerType: Type.Literal('BUSINESS'),
    kybStatus: KybStatus,
    address: Type.Optional(Address),
    businessInfo: Type.Optional(BusinessInfo),
    beneficialOwners: Type.Optional(
      Type.Array(BeneficialOwner, {
        description: 'Oldest first. Present in replies, absent from events',
      }),
    ),
  },
  { $id: 'BusinessCustomer' },
)
export const Customer = oneOf('customerType', [IndividualCustomer, BusinessCustomer], {
  $id: 'Customer',
  description: 'An individual or a business whose money the platform holds',
})
export type Customer = Static<typeof Customer>

const creation = { platformCustomerId: Type.Optional(platformCustomerId), region, ...contact }
export const CustomerCreateRequest = oneOf(
  'customerType',
  [
    Type.Object(
      { customerType: Type.Literal('INDIVIDUAL'), ...creation, ...personFacts },
      { $id: 'IndividualCustomerCreateRequest' },
    ),
    Type.Object(
      {
        customerType: Type.Literal('BUSINESS'),
        ...creation,
        address: Type.Optional(Address),
        businessInfo: Type.Optional(BusinessInfo),
      },
      { $id: 'BusinessCustomerCreateRequest' },
    ),
  ],
  { $id: 'CustomerCreateRequest' },
)
export type CustomerCreateRequest = Static<typeof CustomerCreateRequest>

export const CustomerUpdateRequest = oneOf(
  'customerType',
  [
    Type.Object(
      { customerType: Type.Literal('INDIVIDUAL'), ...contact, ...personFacts },
      { $id: 'IndividualCustomerUpdateRequest' },
    ),
    Type.Object(
      {
        customerType: Type.Literal('BUSINESS'),
        ...contact,
        address: Type.Optional(Address),
        businessInfo: Type.Optional(BusinessInfoUpdate),
      },
      { $id: 'BusinessCustomerUpdateRequest' },
    ),
  ],
  { $id: 'CustomerUpdateRequest' },
)
export type CustomerUpdateRequest = Static<typeof CustomerUpdateRequest>

const tag = 'Customers'
const params = Type.Object({ customerId: id('Customer') })

export const customerOperations = operations({
  createCustomer: {
    method: 'POST',
    path: '/customers',
    tag,
    summary: 'Create a customer',
    description:
      'An approved customer gets an internal account in each currency. Absent fields have defaults: `platformCustomerId` the id of the customer, `umaAddress` an address at the domain of the platform, `currencies` all that the platform supports.',
    permission: 'MANAGE',
    body: CustomerCreateRequest,
    replies: { 201: Customer },
    errors: ['INVALID_UMA_ADDRESS', 'INVALID_CURRENCY', 'UMA_ADDRESS_EXISTS', 'CONFLICT'],
  },
  listCustomers: {
    method: 'GET',
    path: '/customers',
    tag,
    summary: 'List customers',
    permission: 'VIEW',
    query: Type.Object({
      platformCustomerId: Type.Optional(text(255)),
      customerType: Type.Optional(CustomerType),
      createdAfter: Type.Optional(Timestamp),
      createdBefore: Type.Optional(Timestamp),
      updatedAfter: Type.Optional(Timestamp),
      updatedBefore: Type.Optional(Timestamp),
      region,
      currency: Type.Optional(CurrencyCode),
      umaAddress: Type.Optional(UmaAddress),
      isIncludingDeleted: Type.Optional(Type.Boolean({ default: false })),
      search: Type.Optional(
        text(255, {
          description:
            'Words of the name, email address, UMA address or `platformCustomerId`, in any order; prefixes match. Or the id of the customer',
          examples: ['north'],
        }),
      ),
      status: Type.Optional(KycStatus),
      ...pageQuery,
    }),
    replies: { 200: list(Customer, 'CustomerListResponse') },
  },
  getCustomerById: {
    method: 'GET',
    path: '/customers/{customerId}',
    tag,
    summary: 'Get a customer',
    permission: 'VIEW',
    params,
    replies: { 200: Customer },
  },
  updateCustomerById: {
    method: 'PATCH',
    path: '/customers/{customerId}',
    tag,
    summary: 'Change a customer',
    description:
      'Absent fields are unchanged; `currencies` replaces the whole list. `platformCustomerId` and `region` cannot change. A new `email` also replaces the old one in EMAIL_OTP credentials that use it; then the request needs the signature of a session of such a wallet.',
    permission: 'MANAGE',
    signed: true,
    params,
    body: CustomerUpdateRequest,
    replies: { 200: Customer, 202: SignedRequestChallenge },
    errors: [
      'INVALID_UMA_ADDRESS',
      'INVALID_CURRENCY',
      'UMA_ADDRESS_EXISTS',
      'CUSTOMER_DELETED',
      'EMAIL_OTP_CREDENTIAL_SET_CHANGED',
    ],
  },
  deleteCustomerById: {
    method: 'DELETE',
    path: '/customers/{customerId}',
    tag,
    summary: 'Delete a customer',
    description:
      'Returns the deleted customer; a second call gets 410. The internal accounts of the customer are closed; while one of them holds money, the request is refused with 409. Another customer can use the `platformCustomerId` and `umaAddress`.',
    permission: 'MANAGE',
    params,
    replies: { 200: Customer },
    errors: ['CONFLICT', 'CUSTOMER_DELETED'],
  },
})
