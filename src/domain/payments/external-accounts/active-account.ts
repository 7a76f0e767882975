/** Rule that only an ACTIVE external account takes part in a new payment. */
import { notFound, refuse } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { type ExternalAccount, externalAccounts } from './tables.ts'

/** @param part what the account would do: `receives`. @throws Refusal EXTERNAL_ACCOUNT_NOT_FOUND, ACCOUNT_NOT_ACTIVE */
export function activeExternalAccount(rows: Rows, accountId: string, part: string): ExternalAccount {
  const account = rows.peek(externalAccounts, accountId)
  if (!account || account.deletedAt !== null) throw notFound('ExternalAccount')
  if (account.status !== 'ACTIVE')
    refuse('ACCOUNT_NOT_ACTIVE', `The external account is ${account.status}; only an ACTIVE one ${part}`)
  return account
}
