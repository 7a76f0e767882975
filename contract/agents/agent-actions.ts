/** Owns the actions of agents: what they asked for that moves money, and what the platform decided about it. */
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
  description: 'ADD_EXTERNAL_ACCOUNT: the agent has registered a payee, who cannot be paid before this is approved',
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
    rejectionReason: Type.Optional(Type.String({ description: 'As the platform gave it' })),
    failureReason: Type.Optional(
      Type.String({ description: 'Code of the error, or failure reason of the transaction, that ended it' }),
    ),
  },
  {
    $id: 'AgentAction',
    description:
      '`approvalRule` is why it had to be approved. `transaction` is set once execution began; what becomes of the payment afterwards is told there.',
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
    summary: 'List actions that wait for approval',
    description: 'Oldest first. With `status`, those of that status instead.',
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
      'Executes it now, under the policy and the state of now: everything is looked at again but what asked for the approval. What cannot be executed is FAILED, and no money moved. A payee becomes ACTIVE, and is added to `allowedPayees` where the policy lists them. The same decision twice is answered as the first time.',
    permission: 'TRANSACT',
    params,
    replies: { 200: AgentAction },
    errors: ['INVALID_STATE_TRANSITION', 'NOT_IMPLEMENTED'],
  },
  rejectAgentAction: {
    method: 'POST',
    path: '/agents/{agentId}/actions/{actionId}/reject',
    tag,
    summary: 'Reject an action',
    description: 'Nothing is executed; a payee is removed. The same decision twice is answered as the first time.',
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
