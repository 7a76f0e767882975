/** External inputs: rates and rail checks, fetched before a command runs. */
import { refuse } from '../../../core/refusal.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { Rails, TransferVerdict } from '../../../providers/rails/port.ts'
import { findExternalAccount } from '../../payments/transactions/payout.ts'
import type { CurrentRates } from '../policies/cost.ts'
import type { ActionRequest } from './action-request.ts'

/**
 * Says nothing of an account that does not exist: the command refuses it after the policy, so that an agent cannot probe
 * for accounts. @throws Refusal NOT_IMPLEMENTED
 */
export async function fetchTransferVerdict(
  { store, rails }: { readonly store: Store; readonly rails: Rails | undefined },
  platformId: string,
  request: ActionRequest,
): Promise<TransferVerdict> {
  if (request.type === 'EXECUTE_QUOTE') return {}
  if (!rails) refuse('NOT_IMPLEMENTED', 'No rail is connected to this installation, so transfers are not possible')
  const account = await findExternalAccount(
    store,
    platformId,
    request.type === 'TRANSFER_OUT' ? request.destinationId : request.sourceId,
  )
  return account ? rails.vet(account) : {}
}

/** Fetched before the command runs. */
export interface ExternalInputs {
  readonly rates: CurrentRates
  /** The rail's check of the external account of a transfer. */
  readonly verdict: TransferVerdict
}
