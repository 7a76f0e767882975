/** Agents in tests: connected programs that act for Northwind, the set-up of their test files, and their usual calls. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { AgentPolicyRequest } from '../../contract/agents/agent-policies.ts'
import type { Agent } from '../../contract/agents/agents.ts'
import { type TestApp, testApp } from './app.ts'
import { accountOf } from './cast.ts'

export const EVERYTHING = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
] as const

/** A policy with all permissions, and limits far above what tests use. */
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

/** A new US bank account, whose last three digits choose the outcome of payments to it. */
export const newBankAccount = (suffix = '999') => ({
  currency: 'USD',
  accountInfo: {
    accountType: 'USD_ACCOUNT' as const,
    routingNumber: '021000021',
    accountNumber: `${String(++accounts).padStart(7, '0')}${suffix}`,
    beneficiary: { beneficiaryType: 'INDIVIDUAL' as const, fullName: 'Nora North' },
  },
})

/** As `newBankAccount`, stored for the customer. @returns its wire id */
export async function bankAccount({ ok }: TestApp, customerId: Agent['customerId'], suffix?: string) {
  const { id } = await ok('createCustomerExternalAccount', { body: { customerId, ...newBankAccount(suffix) } })
  return id
}

export interface AgentWorld {
  readonly customerId: Agent['customerId']
  /** Account of Northwind, funded. */
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

/** Body of a transfer out. */
export const transferOut = ({ dollars, bank }: AgentWorld, amount?: number, destination = bank) => ({
  source: { accountId: dollars },
  destination: { accountId: destination },
  ...(amount !== undefined && { amount }),
})

interface Suite {
  readonly app: TestApp
  readonly world: AgentWorld
}

/**
 * Set-up of a test file about agents: opens a service, and audits and closes it afterwards.
 * @param opened receives the service and its accounts before the tests
 * @param each a service for each test; otherwise one for the file
 * @returns the usual calls of agents, about Northwind's dollars
 */
export function agentTests(
  opened: (suite: Suite) => unknown,
  { each = false, ...options }: Parameters<typeof testApp>[0] & { readonly each?: boolean } = {},
) {
  let app: TestApp
  let world: AgentWorld
  const open = async () => {
    app = await testApp(options)
    world = await agentWorld(app)
    await opened({ app, world })
  }
  const close = async () => {
    expect(await app.audit()).toEqual([])
    await app.close()
  }
  if (each) {
    beforeEach(open)
    afterEach(close)
  } else {
    beforeAll(open)
    afterAll(close)
  }
  return {
    agentWith: (policy: Partial<AgentPolicyRequest> = {}) => connectedAgent(app, world.customerId, generous(policy)),
    pay: ({ as }: ConnectedAgent, amount?: number, to?: AgentWorld['bank'], key?: string) =>
      app.call('agentCreateTransferOut', { as, body: transferOut(world, amount, to), ...(key && { key }) }),
    quote: ({ as }: ConnectedAgent, more: object = {}) =>
      app.call('agentCreateQuote', {
        as,
        body: {
          source: { sourceType: 'ACCOUNT', accountId: world.dollars },
          destination: { destinationType: 'ACCOUNT', accountId: world.euros },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: 1_000,
          ...more,
        },
      }),
    execute: ({ as }: ConnectedAgent, quoteId: string) =>
      app.call('agentExecuteQuote', { as, params: { quoteId: quoteId as `Quote:${string}` } }),
    change: ({ agent }: Pick<ConnectedAgent, 'agent'>, body: object) =>
      app.call('updateAgentPolicy', { params: { agentId: agent.id }, body }),
    usageOf: async ({ agent }: Pick<ConnectedAgent, 'agent'>) =>
      (await app.ok('getAgentById', { params: { agentId: agent.id } })).usage,
  }
}
