/** External account state machine. */

import { externalAccountLifecycle } from '../../../../contract/payments/external-accounts/external-account-lifecycle.ts'
import type { Machine } from '../../../infra/states/move.ts'
import { presentExternalAccount } from './present.ts'
import { type ExternalAccount, externalAccounts } from './tables.ts'

export type ExternalAccountMove = keyof typeof externalAccountLifecycle.moves

export const externalAccountMachine: Machine<ExternalAccount, ExternalAccountMove> = {
  lifecycle: externalAccountLifecycle,
  table: externalAccounts,
  eventType: (_account, event) => `EXTERNAL_ACCOUNT.${event}`,
  present: presentExternalAccount,
}
