/** External account registration, by the platform for a customer or for itself, or by an agent. */
import { primaryIdentifier } from '../../../../contract/payments/external-accounts/account-identifier.ts'
import { ACCOUNT_TYPES, holdsCurrency, railsOf } from '../../../../contract/payments/external-accounts/account-types.ts'
import type {
  ExternalAccountCreateRequest,
  PlatformExternalAccountCreateRequest,
} from '../../../../contract/payments/external-accounts/external-accounts.ts'
import { bareId, wireId } from '../../../core/ids.ts'
import { notFound, refuse, refuseField } from '../../../core/refusal.ts'
import { command, type Read } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import type { BeneficiaryCheck, BeneficiaryRequest } from '../../../providers/rails/port.ts'
import { customers } from '../../customers/customer.ts'
import { claim, claims } from '../../platform/name-claim.ts'
import { type ExternalAccount, externalAccounts } from './external-account.ts'
import { defaultClaim, moveDefault } from './uma-default.ts'

/** The question to the receiving bank about an account before it is registered. */
export function beneficiaryOf({
  accountInfo,
  currency,
}: Pick<ExternalAccountCreateRequest, 'accountInfo' | 'currency'>): BeneficiaryRequest {
  const beneficiary = 'beneficiary' in accountInfo ? accountInfo.beneficiary : undefined
  const beneficiaryName = beneficiary && ('fullName' in beneficiary ? beneficiary.fullName : beneficiary.legalName)
  return {
    identifier: primaryIdentifier(accountInfo),
    accountType: accountInfo.accountType,
    currency,
    beneficiaryName,
    isWallet: ACCOUNT_TYPES[accountInfo.accountType].beneficiary === false,
  }
}

/** A request, with the receiving bank's answer. */
export interface Registration<Request> {
  readonly request: Request
  readonly check: BeneficiaryCheck
}

/** @throws Refusal as `registerExternalAccount` */
export const createCustomerExternalAccount = command({
  reads: (_seen, { request }: Registration<ExternalAccountCreateRequest>) => registrationReads(request),
  run: (rows, { request, check }): ExternalAccount => registerExternalAccount(rows, request, check),
})

/** @throws Refusal as `registerExternalAccount` */
export const createPlatformExternalAccount = command({
  reads: (_seen, { request }: Registration<PlatformExternalAccountCreateRequest>) => registrationReads(request),
  run: (rows, { request, check }): ExternalAccount => registerExternalAccount(rows, request, check),
})

/** Rows that `registerExternalAccount` reads. */
export function registrationReads(request: ExternalAccountCreateRequest): Read[] {
  const { accountInfo, customerId, defaultUmaDepositAccount } = request
  const owner = customerId === undefined ? null : bareId(customerId)
  const { accountType } = accountInfo
  const reads: Read[] = [
    [claims, accountClaim({ customerId: owner, accountType, identifier: primaryIdentifier(accountInfo) })],
  ]
  if (owner !== null) reads.push([customers, owner, 'peek'])
  if (owner !== null && defaultUmaDepositAccount) reads.push([claims, defaultClaim(owner)])
  return reads
}

/**
 * @param request without `customerId`: an account of the platform itself
 * @param check the receiving bank's answer to `beneficiaryOf`
 * @throws Refusal INVALID_CURRENCY, INVALID_BANK_ACCOUNT, USER_NOT_FOUND, CUSTOMER_DELETED, CONFLICT (the owner already has it)
 */
export function registerExternalAccount(
  rows: Rows,
  request: ExternalAccountCreateRequest,
  check: BeneficiaryCheck,
  status: 'ACTIVE' | 'PENDING' = 'ACTIVE',
): ExternalAccount {
  const { accountInfo, currency } = request
  if (!holdsCurrency(accountInfo.accountType, currency))
    refuseField('INVALID_CURRENCY', 'currency', `${accountInfo.accountType} does not hold ${currency}`)
  if (check.status === 'INVALID_ACCOUNT')
    refuse('INVALID_BANK_ACCOUNT', 'The receiving bank does not know this account', {
      errors: [{ field: 'accountInfo', message: 'is not an account that the receiving bank knows' }],
    })
  const customerId = request.customerId === undefined ? null : bareId(request.customerId)
  if (customerId !== null) refuseUnlessExisting(rows, customerId)

  const id = rows.newId()
  const identifier = primaryIdentifier(accountInfo)
  claim(
    rows,
    accountClaim({ customerId, accountType: accountInfo.accountType, identifier }),
    id,
    'CONFLICT',
    'The owner has already registered this account',
    (held) => ({ externalAccountId: wireId('ExternalAccount', held) }),
  )
  const isDefault = customerId !== null && request.defaultUmaDepositAccount === true
  if (isDefault) moveDefault(rows, customerId, id)
  return rows.add(externalAccounts, {
    id,
    customerId,
    platformAccountId: request.platformAccountId ?? null,
    currency,
    accountType: accountInfo.accountType,
    accountInfo: ACCOUNT_TYPES[accountInfo.accountType].beneficiary
      ? { ...accountInfo, paymentRails: railsOf(accountInfo) }
      : { ...accountInfo },
    identifier,
    status,
    beneficiaryVerificationStatus: check.status,
    beneficiaryName: check.name ?? null,
    defaultUmaDepositAccount: isDefault,
    version: 0,
    createdAt: rows.now,
    updatedAt: rows.now,
    deletedAt: null,
  })
}

/** Name that an account holds while it exists, so that its owner cannot register it twice. */
export const accountClaim = ({
  customerId,
  accountType,
  identifier,
}: Pick<ExternalAccount, 'customerId' | 'accountType' | 'identifier'>): string =>
  `external-account/${customerId ?? 'platform'}/${accountType}/${identifier.toLowerCase()}`

function refuseUnlessExisting(rows: Rows, customerId: string): void {
  const customer = rows.peek(customers, customerId)
  if (!customer) throw notFound('Customer')
  if (customer.deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
}
