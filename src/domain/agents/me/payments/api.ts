/** Payment operations of agents: quotes, transfers, transactions. */
import type { HandlersOf } from '../../../../infra/operations/handlers.ts'
import { presentQuote } from '../../../payments/quotes/quote.ts'
import { presentTransaction } from '../../../payments/transactions/transaction.ts'
import { presentAction } from '../../actions/action.ts'
import { quoteRequestDetailsOf, refusedRequestDetails } from '../../audit-log/audit-details.ts'
import type { ReadNeeds } from '../accounts/queries.ts'
import { agentCallerOf, auditRefusal } from '../agent-caller.ts'
import { agentCreateQuote } from './agent-create-quote.ts'
import {
  agentCreateTransferIn,
  agentCreateTransferOut,
  agentExecuteQuote,
  executionOf,
  type PaymentNeeds,
  transferRequest,
} from './agent-payments.ts'
import { agentGetQuote, agentGetTransaction, agentListTransactions } from './queries.ts'

type ReadIds = 'agentListTransactions' | 'agentGetTransaction' | 'agentGetQuote'
type WriteIds = 'agentCreateQuote' | 'agentExecuteQuote' | 'agentCreateTransferIn' | 'agentCreateTransferOut'

interface Needs extends ReadNeeds, PaymentNeeds {
  readonly feeRate: string
}

export const agentPaymentApi = (needs: Needs): HandlersOf<ReadIds | WriteIds> => ({
  ...readHandlers(needs),
  ...writeHandlers(needs),
})

const readHandlers = (needs: ReadNeeds): HandlersOf<ReadIds> => ({
  agentListTransactions: { read: (request) => agentListTransactions(needs, request) },
  agentGetTransaction: {
    read: async (request) => presentTransaction(await agentGetTransaction(needs, request), request.platformId),
  },
  agentGetQuote: { read: async (request) => presentQuote(await agentGetQuote(needs, request)) },
})

const writeHandlers = (needs: Needs): HandlersOf<WriteIds> => ({
  agentCreateQuote: {
    command: (request) => {
      const { rates, feeRate, rails } = needs
      const terms = { rates: rates.current(), feeRate, rails }
      const quote = { by: agentCallerOf(request), terms, request: request.body }
      return (rows) => presentQuote(agentCreateQuote(rows, quote))
    },
    refused: auditRefusal('agentCreateQuote', ({ body }) => quoteRequestDetailsOf(body)),
  },
  agentExecuteQuote: {
    prepare: async (request) => {
      const execute = await agentExecuteQuote(needs, request)
      return (rows) => presentAction(execute(rows), rows.platformId)
    },
    refused: auditRefusal('agentExecuteQuote', ({ params }, rows) => refusedRequestDetails(rows, executionOf(params))),
  },
  agentCreateTransferIn: {
    prepare: async (request) => {
      const transfer = await agentCreateTransferIn(needs, request)
      return (rows) => presentAction(transfer(rows), rows.platformId)
    },
    refused: auditRefusal('agentCreateTransferIn', ({ body }, rows) =>
      refusedRequestDetails(rows, transferRequest('TRANSFER_IN', body)),
    ),
  },
  agentCreateTransferOut: {
    prepare: async (request) => {
      const transfer = await agentCreateTransferOut(needs, request)
      return (rows) => presentAction(transfer(rows), rows.platformId)
    },
    refused: auditRefusal('agentCreateTransferOut', ({ body }, rows) =>
      refusedRequestDetails(rows, transferRequest('TRANSFER_OUT', body)),
    ),
  },
})
