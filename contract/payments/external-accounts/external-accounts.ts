/** External accounts: bank accounts and wallets outside the service, of customers and of the platform. */
import Type, { type Static } from 'typebox'
import { text } from '../../elements.ts'
import { operations } from '../../operation.ts'
import { CurrencyCode, choice, id, list, pageQuery, statusSchema } from '../../schema.ts'
import { ExternalAccountCreateInfo, ExternalAccountInfo } from './account-types.ts'
import { externalAccountLifecycle } from './external-account-lifecycle.ts'

const ExternalAccountStatus = statusSchema(externalAccountLifecycle, { $id: 'ExternalAccountStatus' })
export const BeneficiaryVerificationStatus = choice(
  ['MATCHED', 'PARTIAL_MATCH', 'NOT_MATCHED', 'UNSUPPORTED', 'CHECKED_BY_RECEIVING_FI', 'PENDING'],
  {
    $id: 'BeneficiaryVerificationStatus',
    description: 'Whether the name of the beneficiary matches the name at the bank',
  },
)

const platformAccountId = text(255, { description: "The platform's own id of the account" })

export const ExternalAccount = Type.Object(
  {
    id: id('ExternalAccount'),
    status: ExternalAccountStatus,
    currency: CurrencyCode,
    accountInfo: ExternalAccountInfo,
    customerId: Type.Optional(id('Customer')),
    platformAccountId: Type.Optional(platformAccountId),
    defaultUmaDepositAccount: Type.Optional(
      Type.Boolean({ description: "Whether payments to the customer's UMA address are forwarded here" }),
    ),
    beneficiaryVerificationStatus: Type.Optional(BeneficiaryVerificationStatus),
    beneficiaryVerifiedData: Type.Optional(
      Type.Object(
        { fullName: Type.Optional(Type.String()) },
        { $id: 'BeneficiaryVerifiedData', description: 'The owner according to the bank' },
      ),
    ),
  },
  { $id: 'ExternalAccount', description: 'Without `customerId`, an account of the platform itself' },
)
export type ExternalAccount = Static<typeof ExternalAccount>

const creation = {
  currency: CurrencyCode,
  accountInfo: ExternalAccountCreateInfo,
  platformAccountId: Type.Optional(platformAccountId),
}
export const ExternalAccountCreateRequest = Type.Object(
  {
    ...creation,
    customerId: Type.Optional(id('Customer')),
    defaultUmaDepositAccount: Type.Optional(
      Type.Boolean({ default: false, description: "Replaces the customer's current default" }),
    ),
  },
  { $id: 'ExternalAccountCreateRequest' },
)
export type ExternalAccountCreateRequest = Static<typeof ExternalAccountCreateRequest>
export const PlatformExternalAccountCreateRequest = Type.Object(creation, {
  $id: 'PlatformExternalAccountCreateRequest',
})
export type PlatformExternalAccountCreateRequest = Static<typeof PlatformExternalAccountCreateRequest>

const tag = 'External accounts'
const params = Type.Object({ externalAccountId: id('ExternalAccount') })
const page = list(ExternalAccount, 'ExternalAccountListResponse')
const description =
  'The account type must support the currency. An owner cannot register the same account twice: the refusal has the existing account in `details.externalAccountId`.'

export const externalAccountOperations = operations({
  createCustomerExternalAccount: {
    method: 'POST',
    path: '/customers/external-accounts',
    tag,
    summary: "Register a customer's external account",
    description,
    permission: 'MANAGE',
    body: ExternalAccountCreateRequest,
    replies: { 201: ExternalAccount },
    errors: ['INVALID_BANK_ACCOUNT', 'INVALID_CURRENCY', 'USER_NOT_FOUND', 'CUSTOMER_DELETED', 'CONFLICT'],
  },
  listCustomerExternalAccounts: {
    method: 'GET',
    path: '/customers/external-accounts',
    tag,
    summary: "List the customers' external accounts",
    permission: 'VIEW',
    query: Type.Object({
      currency: Type.Optional(CurrencyCode),
      customerId: Type.Optional(id('Customer')),
      ...pageQuery,
    }),
    replies: { 200: page },
  },
  getCustomerExternalAccountById: {
    method: 'GET',
    path: '/customers/external-accounts/{externalAccountId}',
    tag,
    summary: "Get a customer's external account",
    permission: 'VIEW',
    params,
    replies: { 200: ExternalAccount },
  },
  deleteCustomerExternalAccountById: {
    method: 'DELETE',
    path: '/customers/external-accounts/{externalAccountId}',
    tag,
    summary: "Delete a customer's external account",
    description: 'Payments in progress continue.',
    permission: 'MANAGE',
    params,
    replies: { 204: null },
  },
  createPlatformExternalAccount: {
    method: 'POST',
    path: '/platform/external-accounts',
    tag,
    summary: 'Register an external account of the platform',
    description,
    permission: 'MANAGE',
    body: PlatformExternalAccountCreateRequest,
    replies: { 201: ExternalAccount },
    errors: ['INVALID_BANK_ACCOUNT', 'INVALID_CURRENCY', 'CONFLICT'],
  },
  listPlatformExternalAccounts: {
    method: 'GET',
    path: '/platform/external-accounts',
    tag,
    summary: "List the platform's external accounts",
    permission: 'VIEW',
    query: Type.Object({ currency: Type.Optional(CurrencyCode), ...pageQuery }),
    replies: { 200: page },
  },
  getPlatformExternalAccountById: {
    method: 'GET',
    path: '/platform/external-accounts/{externalAccountId}',
    tag,
    summary: 'Get an external account of the platform',
    permission: 'VIEW',
    params,
    replies: { 200: ExternalAccount },
  },
  deletePlatformExternalAccountById: {
    method: 'DELETE',
    path: '/platform/external-accounts/{externalAccountId}',
    tag,
    summary: 'Delete an external account of the platform',
    description: 'Payments in progress continue.',
    permission: 'MANAGE',
    params,
    replies: { 204: null },
  },
})
