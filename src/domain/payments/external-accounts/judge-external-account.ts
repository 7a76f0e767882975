/** Operator's decision on whether an external account takes part in payments. */
import { notFound } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { move } from '../../../infra/states/move.ts'
import {
  type ExternalAccount,
  type ExternalAccountMove,
  externalAccountMachine,
  externalAccounts,
} from './external-account.ts'

/** Payments in progress continue. @throws Refusal EXTERNAL_ACCOUNT_NOT_FOUND, INVALID_STATE_TRANSITION */
export function judgeExternalAccount(rows: Rows, accountId: string, decision: ExternalAccountMove): ExternalAccount {
  const account = rows.get(externalAccounts, accountId)
  if (account.deletedAt !== null) throw notFound('ExternalAccount')
  return move(rows, externalAccountMachine, account, decision, { updatedAt: rows.now })
}
