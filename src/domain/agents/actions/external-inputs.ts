/** External inputs: rates and rail checks, fetched before a command runs. */
import type { Store } from '../../../infra/db/store.ts'
import type { Rails } from '../../../providers/rails/port.ts'
import { findVerdict, type VettedTransfer } from '../../payments/transactions/transfers/vet-transfer.ts'
import type { CurrentRates } from '../policies/cost.ts'
import type { ActionRequest } from './action-request.ts'

/**
 * Does not refuse because of the external account: the command does that after the policy, so that an agent cannot probe
 * for accounts. @throws Refusal RAIL_NOT_CONNECTED without any rail
 */
export async function fetchTransferVerdict(
  needs: { readonly store: Store; readonly rails: Rails },
  platformId: string,
  request: ActionRequest,
): Promise<VettedTransfer> {
  if (request.type === 'EXECUTE_QUOTE') return {}
  const { amount } = request
  const [direction, externalAccountId] =
    request.type === 'TRANSFER_OUT' ? (['OUT', request.destinationId] as const) : (['PULL', request.sourceId] as const)
  return (await findVerdict(needs, platformId, { direction, externalAccountId, amount })) ?? {}
}

/** Fetched before the command runs. */
export interface ExternalInputs {
  readonly rates: CurrentRates
  /** The rail's check of the external account of a transfer. */
  readonly verdict: VettedTransfer
}
