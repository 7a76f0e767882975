/** Actions of agents: payments and payees that they request, and the decisions of the platform. */
import Type, { type Static } from 'typebox'
import { AccountId, text } from '../elements.ts'
import { operations } from '../operation.ts'
import { ExternalAccount } from '../payments/external-accounts/external-accounts.ts'
import { Quote } from '../payments/quotes.ts'
import { Transaction } from '../payments/transactions.ts'
import { amount, CurrencyCode, choice, id, list, pageQuery, statusSchema, Timestamp } from '../schema.ts'
import { agentActionLifecycle } from './agent-action-lifecycle.ts'
import { AgentRuleName } from './agent-policies.ts'

export const AgentActionStatus = statusSchema(agentActionLifecycle, { $id: 'AgentActionStatus' })
const AgentActionType = choice(['EXECUTE_QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN', 'ADD_EXTERNAL_ACCOUNT'], {
  $id: 'AgentActionType',
  description: 'ADD_EXTERNAL_ACCOUNT: the agent has registered a payee, which cannot be paid before the approval',
})

const AgentTransferDetails = Type.Object(
  {
    amount: amount({ minimum: 1, description: 'In minor units' }),
    currency: CurrencyCode,
    sourceAccountId: AccountId,
    destinationAccountId: AccountId,
  },
  { $id: 'AgentTransferDetails' },
)

export const AgentAction = Type.Object(
  {
    id: id('AgentAction'),
    agentId: id('Agent'),
    customerId: id('Customer'),
    platformCustomerId: Type.String(),
    status: AgentActionStatus,
    type: AgentActionType,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    quote: Type.Optional(Quote),
    transferDetails: Type.Optional(AgentTransferDetails),
    externalAccount: Type.Optional(ExternalAccount),
    transaction: Type.Optional(Transaction),
    approvalRule: Type.Optional(AgentRuleName),
    rejectionReason: Type.Optional(Type.String({ description: 'Reason given by the platform' })),
    failureReason: Type.Optional(Type.String({ description: 'Error code, or failure reason of the transaction' })),
  },
  {
    $id: 'AgentAction',
    description:
      '`approvalRule` is the rule that required approval. `transaction` is set when execution has begun; it has the status of the payment.',
  },
)
export type AgentAction = Static<typeof AgentAction>

export const agentActionPage = list(AgentAction, 'AgentActionListResponse')

const tag = 'Agents'
const params = Type.Object({ agentId: id('Agent'), actionId: id('AgentAction') })

export const agentActionOperations = operations({
  listAgentApprovals: {
    method: 'GET',
    path: '/agents/approvals',
    tag,
    summary: 'List pending actions',
    description: 'Oldest first. With `status`, actions of that status instead.',
    permission: 'VIEW',
    query: Type.Object({
      agentId: Type.Optional(id('Agent')),
      customerId: Type.Optional(id('Customer')),
      status: Type.Optional(AgentActionStatus),
      startDate: Type.Optional(Timestamp),
      endDate: Type.Optional(Timestamp),
      sortOrder: Type.Optional(choice(['asc', 'desc'], { default: 'asc', description: 'By creation' })),
      ...pageQuery,
    }),
    replies: { 200: agentActionPage },
  },
  approveAgentAction: {
    method: 'POST',
    path: '/agents/{agentId}/actions/{actionId}/approve',
    tag,
    summary: 'Approve an action',
    description:
      'Executes the action. Policy, balances and resources are checked again, except for the rule that required approval. An action that cannot be executed is FAILED, and no money has moved. A payee becomes ACTIVE, and is added to `allowedPayees` if the policy lists payees. Idempotent.',
    permission: 'TRANSACT',
    params,
    replies: { 200: AgentAction },
    errors: ['INVALID_STATE_TRANSITION', 'RAIL_NOT_CONNECTED'],
  },
  rejectAgentAction: {
    method: 'POST',
    path: '/agents/{agentId}/actions/{actionId}/reject',
    tag,
    summary: 'Reject an action',
    description: 'Executes nothing, and removes a pending payee. Idempotent.',
    permission: 'TRANSACT',
    params,
    body: Type.Object(
      { reason: Type.Optional(text(1000, { description: 'Shown to the agent' })) },
      { $id: 'AgentActionRejectRequest' },
    ),
    bodyOptional: true,
    replies: { 200: AgentAction },
    errors: ['INVALID_STATE_TRANSITION'],
  },
})
