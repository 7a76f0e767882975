/** External account deletion: no new payment goes to it; payments in progress continue. */
import { notFound } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { releaseClaim } from '../../platform/claim.ts'
import { accountClaim } from './register-external-account.ts'
import { externalAccounts } from './tables.ts'
import { dropDefault } from './uma-default.ts'

/** @param owner whose accounts the operation is about. @throws Refusal EXTERNAL_ACCOUNT_NOT_FOUND, also the second time */
export function removeExternalAccount(rows: Rows, accountId: string, owner: 'customers' | 'platform'): void {
  const account = rows.get(externalAccounts, accountId)
  if (account.deletedAt !== null || (account.customerId === null) !== (owner === 'platform'))
    throw notFound('ExternalAccount')
  releaseClaim(rows, accountClaim(account), account.id)
  if (account.defaultUmaDepositAccount && account.customerId !== null) dropDefault(rows, account.customerId, account.id)
  rows.change(externalAccounts, account, { deletedAt: rows.now, defaultUmaDepositAccount: false, updatedAt: rows.now })
}
