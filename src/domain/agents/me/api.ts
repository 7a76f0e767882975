/** Owns what each operation does that an agent itself asks for. */
import type { Clock } from '../../../core/clock.ts'
import { bareId, wireId } from '../../../core/ids.ts'
import { notFound, refuseField } from '../../../core/refusal.ts'
import type { Signer } from '../../../core/signature.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { Rows } from '../../../engine/rows.ts'
import type { Pages } from '../../../infra/db/page.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import type { BeneficiaryCheck, Rails } from '../../../providers/rails/port.ts'
import type { Rates } from '../../../providers/rates/port.ts'
import { listInternalAccounts } from '../../accounts/queries.ts'
import { presentExternalAccount } from '../../payments/external-accounts/present.ts'
import { getExternalAccount, listExternalAccounts } from '../../payments/external-accounts/queries.ts'
import { checkOf } from '../../payments/external-accounts/register-external-account.ts'
import { presentQuote } from '../../payments/quotes/present.ts'
import { getQuote } from '../../payments/quotes/queries.ts'
import { presentTransaction } from '../../payments/transactions/present.ts'
import { getTransaction, listTransactions as listPayments } from '../../payments/transactions/queries.ts'
import { createAgentQuote } from '../create-agent-quote.ts'
import { evaluatePolicy } from '../evaluate-policy.ts'
import { addAgentAccount, removeAgentAccount } from '../external-accounts.ts'
import { liveAgent } from '../live-agent.ts'
import { ratesOfNow, verdictFor } from '../means.ts'
import { noteOfAccount, noteOfQuote, noteOfRefused } from '../note-wish.ts'
import { allowedAccounts, isSeenBy } from '../policy.ts'
import { presentAction, presentAgent } from '../present.ts'
import { getAction, listActions } from '../queries.ts'
import { submitAction } from '../submit-action.ts'
import type { Wish } from '../wish.ts'
import { agentOf, askingAgent, noted, readingAgent } from './asking.ts'
import { listPayees } from './list-payees.ts'

type ReadIds =
  | 'getAgentMe'
  | 'agentListInternalAccounts'
  | 'agentListTransactions'
  | 'agentGetTransaction'
  | 'agentListExternalAccounts'
  | 'agentListPayees'
  | 'agentGetExternalAccount'
  | 'agentGetQuote'
  | 'agentListActions'
  | 'agentGetAction'
type WriteIds =
  | 'agentEvaluatePolicy'
  | 'agentCreateExternalAccount'
  | 'agentDeleteExternalAccount'
  | 'agentCreateQuote'
  | 'agentExecuteQuote'
  | 'agentCreateTransferIn'
  | 'agentCreateTransferOut'

interface Needs {
  readonly store: Store
  readonly engine: Engine
  readonly pages: Pages
  readonly clock: Clock
  readonly rates: Rates
  readonly feeRate: string
  readonly rails: Rails | undefined
}

export const agentMeApi = (needs: Needs): HandlersOf<ReadIds | WriteIds> => ({
  ...readHandlers(needs),
  ...accountHandlers(needs),
  ...moneyHandlers(needs),
})

function readHandlers({ store, engine, pages, clock }: Needs): HandlersOf<ReadIds> {
  const reading = (...asked: Parameters<typeof readingAgent> extends [unknown, ...infer Rest] ? Rest : never) =>
    readingAgent({ store, engine }, ...asked)
  return {
    getAgentMe: {
      read: async (request) => {
        const agent = await askingAgent(store, request)
        return presentAgent(agent, agent, clock.now())
      },
    },
    agentListInternalAccounts: {
      read: async (request) => {
        const { customerId, policy } = await reading(request, 'agentListInternalAccounts', 'VIEW_TRANSACTIONS')
        const among = allowedAccounts(policy)?.map(bareId)
        const query = { ...request.query, customerId: wireId('Customer', customerId), ...(among && { among }) }
        return listInternalAccounts(store, pages, request.platformId, 'customers', query)
      },
    },
    agentListTransactions: {
      read: async (request) => {
        const { customerId, policy } = await reading(request, 'agentListTransactions', 'VIEW_TRANSACTIONS')
        const among = allowedAccounts(policy)
        const query = { ...request.query, customerId: wireId('Customer', customerId), ...(among && { among }) }
        return listPayments(store, pages, request.platformId, query)
      },
    },
    agentGetTransaction: {
      read: async (request) => {
        const { transactionId } = request.params
        const agent = await reading(request, 'agentGetTransaction', 'VIEW_TRANSACTIONS', { transactionId })
        const payment = await getTransaction(store, request.platformId, bareId(transactionId))
        if (payment.customerId !== agent.customerId || !isSeenBy(agent.policy, payment)) throw notFound('Transaction')
        return presentTransaction(payment, request.platformId)
      },
    },
    agentListExternalAccounts: {
      read: async (request) => {
        const { customerId } = await reading(request, 'agentListExternalAccounts', 'MANAGE_EXTERNAL_ACCOUNTS')
        const query = { ...request.query, customerId: wireId('Customer', customerId) }
        return listExternalAccounts(store, pages, request.platformId, 'customers', query)
      },
    },
    agentListPayees: {
      read: async (request) =>
        listPayees(store, pages, request.platformId, await askingAgent(store, request), request.query),
    },
    agentGetExternalAccount: {
      read: async (request) => {
        const { externalAccountId: accountId } = request.params
        const wanted = { details: { accountId } }
        const { customerId } = await reading(request, 'agentGetExternalAccount', 'MANAGE_EXTERNAL_ACCOUNTS', wanted)
        const account = await getExternalAccount(store, request.platformId, 'customers', bareId(accountId))
        if (account.customerId !== customerId) throw notFound('ExternalAccount')
        return presentExternalAccount(account)
      },
    },
    agentGetQuote: {
      read: async (request) => {
        const agent = await askingAgent(store, request)
        const quote = await getQuote(store, request.platformId, bareId(request.params.quoteId))
        const payment = await getTransaction(store, request.platformId, quote.transactionId)
        if (payment.agentId !== agent.id || !isSeenBy(agent.policy, payment)) throw notFound('Quote')
        return presentQuote(quote)
      },
    },
    agentListActions: {
      read: (request) => {
        const query = { ...request.query, agentId: agentOf(request).id }
        return listActions(store, pages, request.platformId, ['agentListActions'], 'desc', query)
      },
    },
    agentGetAction: {
      read: async (request) => {
        const shown = await getAction(store, request.platformId, agentOf(request).id, bareId(request.params.actionId))
        return presentAction(shown, request.platformId)
      },
    },
  }
}

const accountHandlers = ({
  rails,
}: Needs): HandlersOf<'agentCreateExternalAccount' | 'agentDeleteExternalAccount'> => ({
  agentCreateExternalAccount: {
    prepare: async (request) => {
      const check = rails ? await rails.checkBeneficiary(checkOf(request.body)) : NOBODY_ASKED
      return (rows) => presentExternalAccount(addAgentAccount(rows, agentOf(request), request.body, check))
    },
    refused: noted('agentCreateExternalAccount', ({ body }) => noteOfAccount(body)),
  },
  agentDeleteExternalAccount: {
    command: (request) => (rows) =>
      removeAgentAccount(rows, agentOf(request), bareId(request.params.externalAccountId)) as undefined,
    refused: noted('agentDeleteExternalAccount', ({ params }) => ({
      details: { accountId: params.externalAccountId },
    })),
  },
})

type MoneyIds = Exclude<WriteIds, 'agentCreateExternalAccount' | 'agentDeleteExternalAccount'>

function moneyHandlers({ store, rates, feeRate, rails }: Needs): HandlersOf<MoneyIds> {
  const submission = async (request: Parameters<typeof agentOf>[0] & Signed, operation: string, wish: Wish) => {
    const by = agentOf(request)
    const verdict = await verdictFor({ store, rails }, request.platformId, wish)
    const means = { rates: ratesOfNow(rates), verdict, signer: request.signer, operation }
    return (rows: Rows) => presentAction(submitAction(rows, by, wish, means), rows.platformId)
  }
  return {
    agentEvaluatePolicy: {
      command: (request) => {
        const now = ratesOfNow(rates)
        return (rows) => evaluatePolicy(rows, liveAgent(rows, agentOf(request)), request.body, now)
      },
    },
    agentCreateQuote: {
      command: (request) => {
        const terms = { rates: rates.current(), feeRate, hasRails: rails !== undefined }
        return (rows) => presentQuote(createAgentQuote(rows, agentOf(request), terms, request.body))
      },
      refused: noted('agentCreateQuote', ({ body }) => noteOfQuote(body)),
    },
    agentExecuteQuote: {
      prepare: (request) => submission(request, 'agentExecuteQuote', executionOf(request.params)),
      refused: noted('agentExecuteQuote', ({ params }, rows) => noteOfRefused(rows, executionOf(params))),
    },
    agentCreateTransferIn: {
      prepare: async (request) => {
        const { amount } = request.body
        if (amount === undefined)
          refuseField('INVALID_INPUT', 'amount', 'is required: only the bank knows how much there is')
        return submission(request, 'agentCreateTransferIn', transferOf('TRANSFER_IN', request.body))
      },
      refused: noted('agentCreateTransferIn', ({ body }, rows) => noteOfRefused(rows, transferOf('TRANSFER_IN', body))),
    },
    agentCreateTransferOut: {
      prepare: (request) => submission(request, 'agentCreateTransferOut', transferOf('TRANSFER_OUT', request.body)),
      refused: noted('agentCreateTransferOut', ({ body }, rows) =>
        noteOfRefused(rows, transferOf('TRANSFER_OUT', body)),
      ),
    },
  }
}

interface Signed {
  readonly platformId: string
  readonly signer: Signer | undefined
}

const executionOf = ({ quoteId }: { readonly quoteId: string }): Wish => ({
  type: 'EXECUTE_QUOTE',
  quoteId: bareId(quoteId),
})

interface Transfer {
  readonly source: { readonly accountId: string }
  readonly destination: { readonly accountId: string }
  readonly amount?: number
}
const transferOf = (type: 'TRANSFER_IN' | 'TRANSFER_OUT', { source, destination, amount }: Transfer): Wish => ({
  type,
  sourceId: source.accountId,
  destinationId: destination.accountId,
  amount: amount === undefined ? undefined : BigInt(amount),
})

/** Without a rail there is nobody to ask about a beneficiary. */
const NOBODY_ASKED: BeneficiaryCheck = { status: 'UNSUPPORTED' }
