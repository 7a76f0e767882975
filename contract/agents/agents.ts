/** Agents, as their platform manages them: programs that act for one customer under a policy. */
import Type, { type Static } from 'typebox'
import { text } from '../elements.ts'
import { operations } from '../operation.ts'
import { amount, Day, id, list, pageQuery, Timestamp } from '../schema.ts'
import {
  AgentPolicy,
  AgentPolicyAnswer,
  AgentPolicyQuestion,
  AgentPolicyRequest,
  AgentPolicyUpdateRequest,
} from './agent-policies.ts'

const AgentUsage = Type.Object(
  {
    dailyTransactionCount: Type.Integer({ minimum: 0 }),
    dailySpend: amount(),
    dailyResetDate: Day,
    monthlySpend: amount(),
    monthlyResetMonth: Type.String({ pattern: '^\\d{4}-\\d{2}$', examples: ['2025-11'] }),
  },
  {
    $id: 'AgentUsage',
    description:
      'Usage of the limits, in minor units of their currency. Failed payments do not count. The reset date and month (UTC) are the next ones.',
  },
)

const name = text(255, { examples: ['Travel assistant'] })

export const Agent = Type.Object(
  {
    id: id('Agent'),
    name,
    customerId: id('Customer'),
    isPaused: Type.Boolean({ description: 'A paused agent can only read' }),
    isConnected: Type.Boolean({ description: 'A program has redeemed a device code and holds the access token' }),
    policy: AgentPolicy,
    usage: AgentUsage,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'Agent' },
)
export type Agent = Static<typeof Agent>

const code = text(100, { examples: ['AGENT-7KQM-X3VD-P9TW-4HRA-Z6NE-8YCB-5JGU'] })
const AgentDeviceCode = Type.Object(
  { code, agentId: id('Agent'), expiresAt: Timestamp, redeemed: Type.Boolean() },
  {
    $id: 'AgentDeviceCode',
    description: 'The program that redeems it becomes the agent. It can be redeemed once, within 24 hours',
  },
)

const tag = 'Agents'
const params = Type.Object({ agentId: id('Agent') })
const codeParams = Type.Object({ code })

export const agentOperations = operations({
  createAgent: {
    method: 'POST',
    path: '/agents',
    tag,
    summary: 'Create an agent',
    description: 'The device code is only in this response. Accounts in the policy must be accounts of the customer.',
    permission: 'MANAGE',
    secret: 'reply.agent.id',
    body: Type.Object({ name, customerId: id('Customer'), policy: AgentPolicyRequest }, { $id: 'AgentCreateRequest' }),
    replies: { 201: Type.Object({ agent: Agent, deviceCode: AgentDeviceCode }, { $id: 'AgentCreateResponse' }) },
    errors: [
      'INVALID_CURRENCY',
      'USER_NOT_FOUND',
      'CUSTOMER_DELETED',
      'INTERNAL_ACCOUNT_NOT_FOUND',
      'EXTERNAL_ACCOUNT_NOT_FOUND',
    ],
  },
  listAgents: {
    method: 'GET',
    path: '/agents',
    tag,
    summary: 'List agents',
    description: 'Newest first.',
    permission: 'VIEW',
    query: Type.Object({
      customerId: Type.Optional(id('Customer')),
      isPaused: Type.Optional(Type.Boolean()),
      isConnected: Type.Optional(Type.Boolean()),
      createdAfter: Type.Optional(Timestamp),
      createdBefore: Type.Optional(Timestamp),
      updatedAfter: Type.Optional(Timestamp),
      updatedBefore: Type.Optional(Timestamp),
      ...pageQuery,
    }),
    replies: { 200: list(Agent, 'AgentListResponse') },
  },
  getAgentById: {
    method: 'GET',
    path: '/agents/{agentId}',
    tag,
    summary: 'Get an agent',
    permission: 'VIEW',
    params,
    replies: { 200: Agent },
  },
  updateAgent: {
    method: 'PATCH',
    path: '/agents/{agentId}',
    tag,
    summary: 'Rename, pause or resume an agent',
    description: 'After the response to a pause, no payment of the agent begins; payments in progress continue.',
    permission: 'MANAGE',
    params,
    body: Type.Object(
      { name: Type.Optional(name), isPaused: Type.Optional(Type.Boolean()) },
      { $id: 'AgentUpdateRequest', minProperties: 1 },
    ),
    replies: { 200: Agent },
  },
  deleteAgent: {
    method: 'DELETE',
    path: '/agents/{agentId}',
    tag,
    summary: 'Delete an agent',
    description:
      'Its access token stops working immediately, and its pending actions are discarded. Payments in progress continue.',
    permission: 'MANAGE',
    params,
    replies: { 204: null },
  },
  updateAgentPolicy: {
    method: 'PATCH',
    path: '/agents/{agentId}/policy',
    tag,
    summary: "Update an agent's policy",
    description:
      'Applies from the next decision. A new currency of the limits converts the usage, and the limits that are not in the request, at the current rate.',
    permission: 'MANAGE',
    params,
    body: AgentPolicyUpdateRequest,
    replies: { 200: Agent },
    errors: ['INVALID_CURRENCY', 'INTERNAL_ACCOUNT_NOT_FOUND', 'EXTERNAL_ACCOUNT_NOT_FOUND'],
  },
  evaluateAgentPolicy: {
    method: 'POST',
    path: '/agents/{agentId}/policy/evaluate',
    tag,
    summary: "Evaluate an agent's policy",
    description: 'Returns the decision about a payment without executing, counting or logging it.',
    permission: 'VIEW',
    params,
    body: AgentPolicyQuestion,
    replies: { 200: AgentPolicyAnswer },
    errors: ['INTERNAL_ACCOUNT_NOT_FOUND', 'EXTERNAL_ACCOUNT_NOT_FOUND'],
  },
  regenerateAgentDeviceCode: {
    method: 'POST',
    path: '/agents/{agentId}/device-codes',
    tag,
    summary: 'Replace the device code',
    description:
      'Invalidates earlier codes that were not redeemed. A connected agent stays connected until the new code is redeemed, which replaces its access token.',
    permission: 'MANAGE',
    secret: 'reply.agentId',
    params,
    replies: { 201: AgentDeviceCode },
  },
  getAgentDeviceCodeStatus: {
    method: 'GET',
    path: '/agents/device-codes/{code}/status',
    tag,
    summary: 'Get the status of a device code',
    permission: 'VIEW',
    params: codeParams,
    replies: {
      200: Type.Object(
        { code, redeemed: Type.Boolean(), expiresAt: Timestamp },
        { $id: 'AgentDeviceCodeStatusResponse' },
      ),
    },
    errors: ['AGENT_DEVICE_CODE_NOT_FOUND'],
  },
  redeemAgentDeviceCode: {
    method: 'POST',
    path: '/agents/device-codes/{code}/redeem',
    tag,
    summary: 'Redeem a device code',
    description:
      'Needs no credentials except the code. The access token is only in this response, which is not repeated: if it is lost, the platform must replace the device code. The token is sent as `Authorization: Bearer`. It is valid until the agent is deleted or another code is redeemed.',
    permission: 'DEVICE_CODE',
    secret: 'reply.agentId',
    noIdempotencyKey: true,
    params: codeParams,
    replies: {
      200: Type.Object(
        {
          agentId: id('Agent'),
          agentName: name,
          accessToken: Type.String({ description: '`agt_` and 64 hex characters' }),
          policy: AgentPolicy,
        },
        { $id: 'AgentDeviceCodeRedeemResponse' },
      ),
    },
    errors: ['AGENT_DEVICE_CODE_NOT_FOUND', 'AGENT_DEVICE_CODE_EXPIRED', 'AGENT_DEVICE_CODE_REDEEMED'],
  },
})
