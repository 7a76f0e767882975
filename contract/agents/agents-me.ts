/** Operations of agents, authenticated by access token, for their one customer, under their policy. */
import Type, { type Static } from 'typebox'
import { InternalAccountType, internalAccountOperations } from '../accounts/internal-accounts.ts'
import { UmaAddress } from '../elements.ts'
import { operations } from '../operation.ts'
import {
  ExternalAccount,
  ExternalAccountCreateRequest,
  externalAccountOperations,
} from '../payments/external-accounts/external-accounts.ts'
import { Quote, QuoteRequest, quoteOperations } from '../payments/quotes.ts'
import { Transaction, transactionOperations } from '../payments/transactions.ts'
import { AgentTransferOutRequest, transferOperations } from '../payments/transfers.ts'
import { CurrencyCode, choice, id, list, pageQuery } from '../schema.ts'
import { SignedRequestChallenge } from '../wallets/wallet-keys.ts'
import { AgentAction, AgentActionStatus, agentActionPage } from './agent-actions.ts'
import { AgentPolicyAnswer, AgentPolicyQuestion } from './agent-policies.ts'
import { Agent } from './agents.ts'

const tag = 'Agents'
const permission = 'AGENT'
/** Refusals of a policy, besides 403 FORBIDDEN. */
const POLICY = ['AGENT_PAUSED', 'AGENT_LIMIT_EXCEEDED'] as const
const AgentPayee = Type.Object(
  {
    type: choice(['EXTERNAL_ACCOUNT', 'UMA_ADDRESS'], { $id: 'AgentPayeeType' }),
    externalAccountId: Type.Optional(id('ExternalAccount')),
    umaAddress: Type.Optional(UmaAddress),
    name: Type.Optional(Type.String({ description: 'Name of the beneficiary, if given' })),
    currency: Type.Optional(CurrencyCode),
    accountType: Type.Optional(Type.String({ examples: ['USD_ACCOUNT'] })),
    identifierEnding: Type.Optional(
      Type.String({ description: 'Last characters of the account number or address', examples: ['0042'] }),
    ),
  },
  { $id: 'AgentPayee', description: 'An external account, without its bank details, or a UMA address' },
)
export type AgentPayee = Static<typeof AgentPayee>

const {
  customerId: _,
  platformCustomerId: __,
  ...transactionFilters
} = transactionOperations.listTransactions.query.properties

export const agentMeOperations = operations({
  getAgentMe: {
    method: 'GET',
    path: '/agents/me',
    tag,
    summary: 'Get the calling agent',
    permission,
    replies: { 200: Agent },
  },
  agentEvaluatePolicy: {
    method: 'POST',
    path: '/agents/me/policy/evaluate',
    tag,
    summary: 'Evaluate the policy',
    description: 'Returns the decision about a payment without executing, counting or logging it.',
    permission,
    body: AgentPolicyQuestion,
    replies: { 200: AgentPolicyAnswer },
    errors: ['INTERNAL_ACCOUNT_NOT_FOUND', 'EXTERNAL_ACCOUNT_NOT_FOUND'],
  },
  agentListInternalAccounts: {
    method: 'GET',
    path: '/agents/me/internal-accounts',
    tag,
    summary: "List the customer's internal accounts",
    description: 'Only accounts that the policy allows. Needs VIEW_TRANSACTIONS.',
    permission,
    agentPermission: 'VIEW_TRANSACTIONS',
    query: Type.Object({
      currency: Type.Optional(CurrencyCode),
      type: Type.Optional(InternalAccountType),
      ...pageQuery,
    }),
    replies: internalAccountOperations.listCustomerInternalAccounts.replies,
  },
  agentListTransactions: {
    method: 'GET',
    path: '/agents/me/transactions',
    tag,
    summary: "List the customer's transactions",
    description: 'Only transactions from or to an account that the policy allows. Needs VIEW_TRANSACTIONS.',
    permission,
    agentPermission: 'VIEW_TRANSACTIONS',
    query: Type.Object(transactionFilters),
    replies: transactionOperations.listTransactions.replies,
  },
  agentGetTransaction: {
    method: 'GET',
    path: '/agents/me/transactions/{transactionId}',
    tag,
    summary: 'Get a transaction of the customer',
    description: 'From or to an account that the policy allows. Needs VIEW_TRANSACTIONS.',
    permission,
    agentPermission: 'VIEW_TRANSACTIONS',
    params: Type.Object({ transactionId: id('Transaction') }),
    replies: { 200: Transaction },
  },
  agentListExternalAccounts: {
    method: 'GET',
    path: '/agents/me/external-accounts',
    tag,
    summary: "List the customer's external accounts",
    description: 'Needs MANAGE_EXTERNAL_ACCOUNTS.',
    permission,
    agentPermission: 'MANAGE_EXTERNAL_ACCOUNTS',
    query: Type.Object({ currency: Type.Optional(CurrencyCode), ...pageQuery }),
    replies: externalAccountOperations.listCustomerExternalAccounts.replies,
  },
  agentListPayees: {
    method: 'GET',
    path: '/agents/me/payees',
    tag,
    summary: 'List payees',
    description:
      'ACTIVE external accounts of the customer that the policy allows, and the UMA addresses that it lists. Empty for an agent without permission to pay. Needs no permission.',
    permission,
    query: Type.Object({ currency: Type.Optional(CurrencyCode), ...pageQuery }),
    replies: { 200: list(AgentPayee, 'AgentPayeeListResponse') },
  },
  agentCreateExternalAccount: {
    method: 'POST',
    path: '/agents/me/external-accounts',
    tag,
    summary: 'Register an external account for the customer',
    description:
      '`customerId` is optional. Unless `newPayees` is AUTO, the account is PENDING, and cannot be paid, until the platform approves it; `GET /agents/me/actions` lists the pending action. Needs MANAGE_EXTERNAL_ACCOUNTS.',
    permission,
    agentPermission: 'MANAGE_EXTERNAL_ACCOUNTS',
    body: ExternalAccountCreateRequest,
    replies: { 201: ExternalAccount },
    errors: [...externalAccountOperations.createCustomerExternalAccount.errors, ...POLICY],
  },
  agentGetExternalAccount: {
    method: 'GET',
    path: '/agents/me/external-accounts/{externalAccountId}',
    tag,
    summary: 'Get an external account of the customer',
    description: 'Needs MANAGE_EXTERNAL_ACCOUNTS.',
    permission,
    agentPermission: 'MANAGE_EXTERNAL_ACCOUNTS',
    params: Type.Object({ externalAccountId: id('ExternalAccount') }),
    replies: { 200: ExternalAccount },
  },
  agentDeleteExternalAccount: {
    method: 'DELETE',
    path: '/agents/me/external-accounts/{externalAccountId}',
    tag,
    summary: 'Delete an external account of the customer',
    description: 'Payments to it that are in progress continue. Needs MANAGE_EXTERNAL_ACCOUNTS.',
    permission,
    agentPermission: 'MANAGE_EXTERNAL_ACCOUNTS',
    params: Type.Object({ externalAccountId: id('ExternalAccount') }),
    replies: { 204: null },
    errors: POLICY,
  },
  agentCreateQuote: {
    method: 'POST',
    path: '/agents/me/quotes',
    tag,
    summary: 'Create a quote',
    description:
      'The source is an account of the customer; the destination is an account of the customer, internal or external, or a UMA address. Needs CREATE_QUOTES; `immediatelyExecute` also needs EXECUTE_QUOTES, and if the policy requires approval, the quote stays PENDING and an action waits.',
    permission,
    agentPermission: 'CREATE_QUOTES',
    body: QuoteRequest,
    replies: { 200: Quote },
    errors: [
      ...quoteOperations.createQuote.errors,
      ...POLICY,
      'QUOTE_EXPIRED',
      'QUOTE_ALREADY_EXECUTED',
      'INVALID_STATE_TRANSITION',
    ],
  },
  agentGetQuote: {
    method: 'GET',
    path: '/agents/me/quotes/{quoteId}',
    tag,
    summary: 'Get a quote of the agent',
    description: 'Only between accounts that the policy allows.',
    permission,
    params: Type.Object({ quoteId: id('Quote') }),
    replies: { 200: Quote },
  },
  agentExecuteQuote: {
    method: 'POST',
    path: '/agents/me/quotes/{quoteId}/execute',
    tag,
    summary: 'Execute a quote of the agent',
    description:
      "Executes immediately, or after the platform's approval, as the policy decides. If the source is an embedded wallet, its holder signs the quote's `payloadToSign`, even if approval is required; without a signature the response is 202. Needs EXECUTE_QUOTES.",
    permission,
    agentPermission: 'EXECUTE_QUOTES',
    signed: 'EXISTING',
    params: Type.Object({ quoteId: id('Quote') }),
    body: Type.Object({}),
    bodyOptional: true,
    replies: { 200: AgentAction, 202: SignedRequestChallenge },
    errors: [...quoteOperations.executeQuote.errors, ...POLICY],
  },
  agentCreateTransferIn: {
    method: 'POST',
    path: '/agents/me/transfer-in',
    tag,
    summary: 'Transfer in',
    description: 'Between accounts of the customer, immediately or after approval. Needs CREATE_TRANSFERS.',
    permission,
    agentPermission: 'CREATE_TRANSFERS',
    body: transferOperations.createTransferIn.body,
    replies: { 201: AgentAction },
    errors: [...transferOperations.createTransferIn.errors, ...POLICY],
  },
  agentCreateTransferOut: {
    method: 'POST',
    path: '/agents/me/transfer-out',
    tag,
    summary: 'Transfer out',
    description: 'Between accounts of the customer, immediately or after approval. Needs CREATE_TRANSFERS.',
    permission,
    agentPermission: 'CREATE_TRANSFERS',
    body: AgentTransferOutRequest,
    replies: { 201: AgentAction },
    errors: [...transferOperations.createTransferOut.errors, ...POLICY],
  },
  agentListActions: {
    method: 'GET',
    path: '/agents/me/actions',
    tag,
    summary: "List the agent's actions",
    description: 'Newest first.',
    permission,
    query: Type.Object({ status: Type.Optional(AgentActionStatus), ...pageQuery }),
    replies: { 200: agentActionPage },
  },
  agentGetAction: {
    method: 'GET',
    path: '/agents/me/actions/{actionId}',
    tag,
    summary: 'Get an action of the agent',
    permission,
    params: Type.Object({ actionId: id('AgentAction') }),
    replies: { 200: AgentAction },
  },
})
