/** External account presenter. */
import type { ExternalAccount as WireExternalAccount } from '../../../../contract/payments/external-accounts/external-accounts.ts'
import { wireId } from '../../../core/ids.ts'
import type { ExternalAccount } from './tables.ts'

export function presentExternalAccount(row: ExternalAccount): WireExternalAccount {
  return {
    id: wireId('ExternalAccount', row.id),
    status: row.status,
    currency: row.currency,
    accountInfo: row.accountInfo as WireExternalAccount['accountInfo'],
    ...(row.customerId !== null && {
      customerId: wireId('Customer', row.customerId),
      defaultUmaDepositAccount: row.defaultUmaDepositAccount,
    }),
    ...(row.platformAccountId !== null && { platformAccountId: row.platformAccountId }),
    ...(row.beneficiaryVerificationStatus !== null && {
      beneficiaryVerificationStatus:
        row.beneficiaryVerificationStatus as WireExternalAccount['beneficiaryVerificationStatus'],
    }),
    ...(row.beneficiaryName !== null && { beneficiaryVerifiedData: { fullName: row.beneficiaryName } }),
  }
}
