/** Payment operations of agents: quotes, transfers, transactions. */
import { bareId, wireId } from '../../../../core/ids.ts'
import { notFound, refuseField } from '../../../../core/refusal.ts'
import type { Signer } from '../../../../core/signature.ts'
import type { Engine } from '../../../../engine/engine.ts'
import type { Rows } from '../../../../engine/rows.ts'
import type { Pages } from '../../../../infra/db/page.ts'
import type { Store } from '../../../../infra/db/store.ts'
import type { HandlersOf } from '../../../../infra/operations/handlers.ts'
import type { Rails } from '../../../../providers/rails/port.ts'
import type { Rates } from '../../../../providers/rates/port.ts'
import { getQuoteById } from '../../../payments/quotes/queries.ts'
import { presentQuote } from '../../../payments/quotes/quote.ts'
import { presentTransaction } from '../../../payments/transactions/present.ts'
import { getTransactionById, listTransactions } from '../../../payments/transactions/queries.ts'
import { presentAction } from '../../actions/action.ts'
import type { ActionRequest } from '../../actions/action-request.ts'
import { fetchTransferVerdict } from '../../actions/external-inputs.ts'
import { submitAction } from '../../actions/submit-action.ts'
import { quoteRequestDetailsOf, refusedRequestDetails } from '../../audit-log/audit-details.ts'
import { currentRates } from '../../policies/cost.ts'
import { allowedAccounts, maySeeTransaction } from '../../policies/policy.ts'
import { type AgentRequest, agentCallerOf, auditRefusal, callingAgent, requireReadPermission } from '../agent-caller.ts'
import { agentCreateQuote } from './agent-create-quote.ts'

type ReadIds = 'agentListTransactions' | 'agentGetTransaction' | 'agentGetQuote'
type WriteIds = 'agentCreateQuote' | 'agentExecuteQuote' | 'agentCreateTransferIn' | 'agentCreateTransferOut'

interface Needs {
  readonly store: Store
  readonly engine: Engine
  readonly pages: Pages
  readonly rates: Rates
  readonly feeRate: string
  readonly rails: Rails | undefined
}

export const agentPaymentApi = (needs: Needs): HandlersOf<ReadIds | WriteIds> => ({
  ...readHandlers(needs),
  ...writeHandlers(needs),
})

const readHandlers = ({ store, engine, pages }: Needs): HandlersOf<ReadIds> => ({
  agentListTransactions: {
    read: async (request) => {
      const reading = { operation: 'agentListTransactions', permission: 'VIEW_TRANSACTIONS' } as const
      const { customerId, policy } = await requireReadPermission({ store, engine }, request, reading)
      const among = allowedAccounts(policy)
      const query = { ...request.query, customerId: wireId('Customer', customerId), ...(among && { among }) }
      return listTransactions(store, pages, request.platformId, query)
    },
  },
  agentGetTransaction: {
    read: async (request) => {
      const { transactionId } = request.params
      const reading = { operation: 'agentGetTransaction', permission: 'VIEW_TRANSACTIONS', transactionId } as const
      const agent = await requireReadPermission({ store, engine }, request, reading)
      const payment = await getTransactionById(store, request.platformId, bareId(transactionId))
      if (payment.customerId !== agent.customerId || !maySeeTransaction(agent.policy, payment))
        throw notFound('Transaction')
      return presentTransaction(payment, request.platformId)
    },
  },
  agentGetQuote: {
    read: async (request) => {
      const agent = await callingAgent(store, request)
      const quote = await getQuoteById(store, request.platformId, bareId(request.params.quoteId))
      const payment = await getTransactionById(store, request.platformId, quote.transactionId)
      if (payment.agentId !== agent.id || !maySeeTransaction(agent.policy, payment)) throw notFound('Quote')
      return presentQuote(quote)
    },
  },
})

function writeHandlers({ store, rates, feeRate, rails }: Needs): HandlersOf<WriteIds> {
  const submission = async (request: SignedRequest, operation: string, actionRequest: ActionRequest) => {
    const caller = agentCallerOf(request)
    const verdict = await fetchTransferVerdict({ store, rails }, request.platformId, actionRequest)
    const inputs = { rates: currentRates(rates), verdict, signer: request.signer, operation }
    return (rows: Rows) => presentAction(submitAction(rows, caller, actionRequest, inputs), rows.platformId)
  }
  return {
    agentCreateQuote: {
      command: (request) => {
        const terms = { rates: rates.current(), feeRate, hasRails: rails !== undefined }
        return (rows) => presentQuote(agentCreateQuote(rows, agentCallerOf(request), terms, request.body))
      },
      refused: auditRefusal('agentCreateQuote', ({ body }) => quoteRequestDetailsOf(body)),
    },
    agentExecuteQuote: {
      prepare: (request) => submission(request, 'agentExecuteQuote', executionOf(request.params)),
      refused: auditRefusal('agentExecuteQuote', ({ params }, rows) =>
        refusedRequestDetails(rows, executionOf(params)),
      ),
    },
    agentCreateTransferIn: {
      prepare: async (request) => {
        const { amount } = request.body
        if (amount === undefined)
          refuseField('INVALID_INPUT', 'amount', 'is required: the balance of the external account is not known')
        return submission(request, 'agentCreateTransferIn', transferRequest('TRANSFER_IN', request.body))
      },
      refused: auditRefusal('agentCreateTransferIn', ({ body }, rows) =>
        refusedRequestDetails(rows, transferRequest('TRANSFER_IN', body)),
      ),
    },
    agentCreateTransferOut: {
      prepare: (request) =>
        submission(request, 'agentCreateTransferOut', transferRequest('TRANSFER_OUT', request.body)),
      refused: auditRefusal('agentCreateTransferOut', ({ body }, rows) =>
        refusedRequestDetails(rows, transferRequest('TRANSFER_OUT', body)),
      ),
    },
  }
}

interface SignedRequest extends AgentRequest {
  readonly platformId: string
  readonly signer: Signer | undefined
}

const executionOf = ({ quoteId }: { readonly quoteId: string }): ActionRequest => ({
  type: 'EXECUTE_QUOTE',
  quoteId: bareId(quoteId),
})

interface TransferBody {
  readonly source: { readonly accountId: string }
  readonly destination: { readonly accountId: string }
  readonly amount?: number
}

const transferRequest = (
  type: 'TRANSFER_IN' | 'TRANSFER_OUT',
  { source, destination, amount }: TransferBody,
): ActionRequest => ({
  type,
  sourceId: source.accountId,
  destinationId: destination.accountId,
  amount: amount === undefined ? undefined : BigInt(amount),
})
