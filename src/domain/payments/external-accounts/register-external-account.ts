/** External account registration. */
import { primaryIdentifier } from '../../../../contract/payments/external-accounts/account-identifier.ts'
import { ACCOUNT_TYPES, holdsCurrency, railsOf } from '../../../../contract/payments/external-accounts/account-types.ts'
import type { ExternalAccountCreateRequest } from '../../../../contract/payments/external-accounts/external-accounts.ts'
import { bareId, wireId } from '../../../core/ids.ts'
import { notFound, refuse, refuseField } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import type { BeneficiaryCheck, Rails } from '../../../providers/rails/port.ts'
import { customers } from '../../customers/customer.ts'
import { claim } from '../../platform/claim.ts'
import { type ExternalAccount, externalAccounts } from './tables.ts'
import { moveDefault } from './uma-default.ts'

/** What the receiving bank said before the registration, asked outside of the command. */
export function checkOf({
  accountInfo,
}: Pick<ExternalAccountCreateRequest, 'accountInfo'>): Parameters<Rails['checkBeneficiary']>[0] {
  const beneficiary = 'beneficiary' in accountInfo ? accountInfo.beneficiary : undefined
  const beneficiaryName = beneficiary && ('fullName' in beneficiary ? beneficiary.fullName : beneficiary.legalName)
  return {
    identifier: primaryIdentifier(accountInfo),
    beneficiaryName,
    isWallet: ACCOUNT_TYPES[accountInfo.accountType].beneficiary === false,
  }
}

/** @throws Refusal INVALID_BANK_ACCOUNT, INVALID_CURRENCY, USER_NOT_FOUND, CUSTOMER_DELETED, CONFLICT (the owner has it already) */
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
      errors: [{ field: 'accountInfo', message: 'names no valid account' }],
    })
  const customerId = request.customerId === undefined ? null : bareId(request.customerId)
  if (customerId !== null) refuseUnlessThere(rows, customerId)

  const id = rows.newId()
  const identifier = primaryIdentifier(accountInfo)
  claim(
    rows,
    accountClaim({ customerId, accountType: accountInfo.accountType, identifier }),
    id,
    'CONFLICT',
    'This owner has registered the account already',
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
    accountInfo:
      'beneficiary' in accountInfo ? { ...accountInfo, paymentRails: railsOf(accountInfo) } : { ...accountInfo },
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

export const accountClaim = ({
  customerId,
  accountType,
  identifier,
}: Pick<ExternalAccount, 'customerId' | 'accountType' | 'identifier'>): string =>
  `external-account/${customerId ?? 'platform'}/${accountType}/${identifier.toLowerCase()}`

function refuseUnlessThere(rows: Rows, customerId: string): void {
  const customer = rows.peek(customers, customerId)
  if (!customer) throw notFound('Customer')
  if (customer.deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
}
