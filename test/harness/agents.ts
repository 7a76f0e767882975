/** Agents in tests: programs that act for Northwind, connected, with accounts to pay from and to. */
import type { AgentPolicyRequest } from '../../contract/agents/agent-policies.ts'
import type { Agent } from '../../contract/agents/agents.ts'
import type { TestApp } from './app.ts'
import { accountOf } from './cast.ts'

export const EVERYTHING = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
] as const

/** All permissions, and limits that no test comes near. */
export const generous = (more: Partial<AgentPolicyRequest> = {}): AgentPolicyRequest => ({
  permissions: [...EVERYTHING],
  spendingLimits: { currency: 'USD', perTransactionLimit: 1_000_000_000 },
  ...more,
})

export interface ConnectedAgent {
  readonly agent: Agent
  readonly as: { readonly accessToken: string }
}

export async function connectedAgent(
  { ok }: TestApp,
  customerId: Agent['customerId'],
  policy: AgentPolicyRequest = generous(),
): Promise<ConnectedAgent> {
  const { agent, deviceCode } = await ok('createAgent', { body: { name: 'Payables', customerId, policy } })
  const { accessToken } = await ok('redeemAgentDeviceCode', { params: { code: deviceCode.code }, as: null })
  return { agent: { ...agent, isConnected: true }, as: { accessToken } }
}

let accounts = 0

/** A US bank account of the customer's, whose last three digits choose what becomes of payments to it. */
export async function bankAccount({ ok }: TestApp, customerId: Agent['customerId'], suffix = '999') {
  const { id } = await ok('createCustomerExternalAccount', {
    body: {
      customerId,
      currency: 'USD',
      accountInfo: {
        accountType: 'USD_ACCOUNT',
        routingNumber: '021000021',
        accountNumber: `${String(++accounts).padStart(7, '0')}${suffix}`,
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Nora North' },
      },
    },
  })
  return id
}

export interface AgentWorld {
  readonly customerId: Agent['customerId']
  /** Northwind's, funded. */
  readonly dollars: `InternalAccount:${string}`
  readonly euros: `InternalAccount:${string}`
  readonly bank: `ExternalAccount:${string}`
}

export async function agentWorld(app: TestApp): Promise<AgentWorld> {
  const { id: dollars, customerId } = await accountOf(app, 'northwind', 'USD')
  const { id: euros } = await accountOf(app, 'northwind', 'EUR')
  const customer = customerId as Agent['customerId']
  return { customerId: customer, dollars, euros, bank: await bankAccount(app, customer) }
}

/** What a transfer out asks for. */
export const transferOut = ({ dollars, bank }: AgentWorld, amount?: number, destination = bank) => ({
  source: { accountId: dollars },
  destination: { accountId: destination },
  ...(amount !== undefined && { amount }),
})
