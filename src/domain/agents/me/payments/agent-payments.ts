/** Payment use cases of agents: quote execution and transfers, each submitted as an action under the policy. */
import type { Contract } from '../../../../../contract/contract.ts'
import type { BodyOf, Operation } from '../../../../../contract/operation.ts'
import { bareId } from '../../../../core/ids.ts'
import { refuseField } from '../../../../core/refusal.ts'
import type { Command } from '../../../../engine/rows.ts'
import type { Store } from '../../../../infra/db/store.ts'
import type { Request } from '../../../../infra/operations/handlers.ts'
import type { Rails } from '../../../../providers/rails/port.ts'
import type { Rates } from '../../../../providers/rates/port.ts'
import type { ActionView } from '../../actions/action.ts'
import type { ActionRequest } from '../../actions/action-request.ts'
import { fetchTransferVerdict } from '../../actions/external-inputs.ts'
import { submitAction } from '../../actions/submit-action.ts'
import { currentRates } from '../../policies/cost.ts'
import { agentCallerOf } from '../agent-caller.ts'

export interface PaymentNeeds {
  readonly store: Store
  readonly rates: Rates
  readonly rails: Rails
}

type Submit = Promise<Command<ActionView>>

/** @returns the command; it throws as `submitAction` */
export const agentExecuteQuote = (needs: PaymentNeeds, request: Request<Contract['agentExecuteQuote']>): Submit =>
  submission(needs, request, 'agentExecuteQuote', executionOf(request.params))

/** @returns the command; it throws as `submitAction`. @throws Refusal INVALID_INPUT, and as `fetchTransferVerdict` */
export async function agentCreateTransferIn(
  needs: PaymentNeeds,
  request: Request<Contract['agentCreateTransferIn']>,
): Submit {
  if (request.body.amount === undefined)
    refuseField('INVALID_INPUT', 'amount', 'is required: the balance of the external account is not known')
  return submission(needs, request, 'agentCreateTransferIn', transferRequest('TRANSFER_IN', request.body))
}

/** @returns the command; it throws as `submitAction`. @throws Refusal as `fetchTransferVerdict` */
export const agentCreateTransferOut = (
  needs: PaymentNeeds,
  request: Request<Contract['agentCreateTransferOut']>,
): Submit => submission(needs, request, 'agentCreateTransferOut', transferRequest('TRANSFER_OUT', request.body))

/** Asks the rail about a transfer before the command runs. */
async function submission(
  { store, rails, rates }: PaymentNeeds,
  { caller, platformId, signer }: Pick<Request<Operation>, 'caller' | 'platformId' | 'signer'>,
  operation: string,
  request: ActionRequest,
): Submit {
  const verdict = await fetchTransferVerdict({ store, rails }, platformId, request)
  const submitted = { by: agentCallerOf({ caller }), request, operation, rates: currentRates(rates), verdict }
  return (rows) => submitAction(rows, submitted, signer)
}

export const executionOf = ({ quoteId }: { readonly quoteId: string }): ActionRequest => ({
  type: 'EXECUTE_QUOTE',
  quoteId: bareId(quoteId),
})

export const transferRequest = (
  type: 'TRANSFER_IN' | 'TRANSFER_OUT',
  {
    source,
    destination,
    amount,
  }: BodyOf<Contract['agentCreateTransferIn']> | BodyOf<Contract['agentCreateTransferOut']>,
): ActionRequest => ({
  type,
  sourceId: source.accountId,
  destinationId: destination.accountId,
  amount: amount === undefined ? undefined : BigInt(amount),
})
