/** External account deletion: no new payment goes to the account; payments in progress continue. */
import { notFound } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { releaseClaim } from '../../platform/name-claim.ts'
import { externalAccounts } from './external-account.ts'
import { accountClaim } from './register-external-account.ts'
import { dropDefault } from './uma-default.ts'

/** @throws Refusal EXTERNAL_ACCOUNT_NOT_FOUND, also for an account of the platform */
export const deleteCustomerExternalAccountById = command({
  reads: (_seen, accountId: string) => [[externalAccounts, accountId]],
  run: (rows, accountId): void => removeExternalAccount(rows, accountId, 'customers'),
})

/** @throws Refusal EXTERNAL_ACCOUNT_NOT_FOUND, also for an account of a customer */
export const deletePlatformExternalAccountById = command({
  reads: (_seen, accountId: string) => [[externalAccounts, accountId]],
  run: (rows, accountId): void => removeExternalAccount(rows, accountId, 'platform'),
})

/** @param owner only accounts of this kind of owner are found. @throws Refusal EXTERNAL_ACCOUNT_NOT_FOUND, also the second time */
export function removeExternalAccount(rows: Rows, accountId: string, owner: 'customers' | 'platform'): void {
  const account = rows.get(externalAccounts, accountId)
  if (account.deletedAt !== null || (account.customerId === null) !== (owner === 'platform'))
    throw notFound('ExternalAccount')
  releaseClaim(rows, accountClaim(account), account.id)
  if (account.defaultUmaDepositAccount && account.customerId !== null) dropDefault(rows, account.customerId, account.id)
  rows.change(externalAccounts, account, { deletedAt: rows.now, defaultUmaDepositAccount: false, updatedAt: rows.now })
}
