/** Owns what is asked outside before a command of an agent: the rates, and what the rail says of an account. */
import { notFound, refuse } from '../../../core/refusal.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { Rails, TransferVerdict } from '../../../providers/rails/port.ts'
import { findExternalAccount } from '../../payments/transactions/payout.ts'
import type { CurrentRates } from '../policies/cost.ts'
import type { ActionRequest } from './action-request.ts'

/** @throws Refusal NOT_IMPLEMENTED, EXTERNAL_ACCOUNT_NOT_FOUND */
export async function fetchTransferVerdict(
  { store, rails }: { readonly store: Store; readonly rails: Rails | undefined },
  platformId: string,
  request: ActionRequest,
): Promise<TransferVerdict> {
  if (request.type === 'EXECUTE_QUOTE') return {}
  if (!rails) refuse('NOT_IMPLEMENTED', 'No rail is connected to this installation, so nothing can be transferred')
  const account = await findExternalAccount(
    store,
    platformId,
    request.type === 'TRANSFER_OUT' ? request.destinationId : request.sourceId,
  )
  if (!account) throw notFound('ExternalAccount')
  return rails.vet(account)
}

/** What is known from outside before the command. */
export interface ExternalInputs {
  readonly rates: CurrentRates
  /** What the rail says beforehand of the account at the other end of a transfer. */
  readonly verdict: TransferVerdict
}
