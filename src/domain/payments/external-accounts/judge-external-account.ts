/** Operator's decision on whether an external account can be used in payments. */
import { notFound } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import { move } from '../../../infra/state-machines/move.ts'
import {
  type ExternalAccount,
  type ExternalAccountMove,
  externalAccountMachine,
  externalAccounts,
} from './external-account.ts'

export interface Judgement {
  readonly accountId: string
  readonly decision: ExternalAccountMove
}

/** Payments in progress continue. @throws Refusal EXTERNAL_ACCOUNT_NOT_FOUND, INVALID_STATE_TRANSITION */
export const judgeExternalAccount = command({
  reads: (_seen, { accountId }: Judgement) => [[externalAccounts, accountId]],
  run(rows, { accountId, decision }): ExternalAccount {
    const account = rows.get(externalAccounts, accountId)
    if (account.deletedAt !== null) throw notFound('ExternalAccount')
    return move(rows, externalAccountMachine, account, decision, { updatedAt: rows.now })
  },
})
