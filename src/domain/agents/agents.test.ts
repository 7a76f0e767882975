import { describe, expect, it } from 'vitest'
import { contract } from '../../../contract/contract.ts'
import {
  type AgentWorld,
  agentTests,
  type ConnectedAgent,
  generous,
  transferOut,
} from '../../../test/harness/agents.ts'
import type { TestApp } from '../../../test/harness/app.ts'
import { accountOf } from '../../../test/harness/cast.ts'

let app: TestApp
let world: AgentWorld
const { agentWith, pay: paying, usageOf } = agentTests((opened) => ({ app, world } = opened))

describe('createAgent', () => {
  it('returns the agent, with the execution mode AUTO by default, and a device code', async () => {
    const body = { name: 'Travel', customerId: world.customerId, policy: generous() }
    const { agent, deviceCode } = await app.ok('createAgent', { body })
    expect(agent).toMatchObject({ name: 'Travel', isPaused: false, isConnected: false })
    expect(agent.policy).toEqual({ ...generous(), defaultExecutionMode: 'AUTO' })
    expect(agent.usage).toMatchObject({ dailyTransactionCount: 0, dailySpend: 0, monthlySpend: 0 })
    expect(deviceCode).toMatchObject({ agentId: agent.id, redeemed: false })
    expect(Date.parse(deviceCode.expiresAt) - Date.parse(agent.createdAt)).toBe(24 * 60 * 60_000)
    expect(await app.ok('getAgentById', { params: { agentId: agent.id } })).toEqual(agent)
  })

  it.each([
    ['an unknown customer', { customerId: 'Customer:019542f5-b3e7-7d02-8000-000000000001' }, 'USER_NOT_FOUND'],
    [
      'limits in an unknown currency',
      { spendingLimits: { currency: 'XXX', perTransactionLimit: 1 } },
      'INVALID_CURRENCY',
    ],
    ['a threshold without a currency', { approvalThresholds: { amount: 5 } }, 'INVALID_INPUT'],
    ['a threshold in an unknown currency', { approvalThresholds: { amount: 5, currency: 'XXX' } }, 'INVALID_CURRENCY'],
  ])('400 or 404 for %s', async (_what, { customerId = world.customerId, ...more }: any, code) => {
    const body = { name: 'x', customerId, policy: generous(more) }
    expect((await app.call('createAgent', { body })).error.code).toBe(code)
  })

  it('reports all faults of the policy together, by their paths in the body', async () => {
    const { id: alices } = await accountOf(app, 'alice', 'USD')
    const faultsOf = async (more: object) => {
      const body = { name: 'x', customerId: world.customerId, policy: generous(more) }
      const { error } = await app.call('createAgent', { body })
      return [error.code, ...(error.details.errors ?? []).map(({ field }: { field: string }) => field)]
    }
    expect(await faultsOf({ approvalThresholds: { amount: 1 } })).toEqual([
      'INVALID_INPUT',
      'policy.approvalThresholds.currency',
    ])
    expect(await faultsOf({ spendingLimits: { currency: 'XXX', perTransactionLimit: 1 } })).toEqual([
      'INVALID_CURRENCY',
      'policy.spendingLimits.currency',
    ])
    expect(
      await faultsOf({
        spendingLimits: { currency: 'XXX', perTransactionLimit: 1 },
        approvalThresholds: { amount: 1, currency: 'YYY' },
        accountRestrictions: {
          allowedAccountIds: [world.dollars, alices],
          accountRules: [{ accountId: world.dollars }, { accountId: alices }, { accountId: world.dollars }],
        },
      }),
    ).toEqual([
      'INVALID_CURRENCY',
      'policy.spendingLimits.currency',
      'policy.approvalThresholds.currency',
      'policy.accountRestrictions.accountRules',
      'policy.accountRestrictions.allowedAccountIds.1',
      'policy.accountRestrictions.accountRules.1.accountId',
    ])
  })

  it("404 for another customer's account and for an unknown one, with the same message", async () => {
    const { id: alices } = await accountOf(app, 'alice', 'USD')
    const made = (id: `InternalAccount:${string}`) => {
      const policy = generous({ accountRestrictions: { allowedAccountIds: [id] } })
      return app.call('createAgent', { body: { name: 'x', customerId: world.customerId, policy } })
    }
    const [foreign, unknown] = [await made(alices), await made('InternalAccount:019542f5-b3e7-7d02-8000-000000000001')]
    expect([foreign.status, foreign.error]).toEqual([404, unknown.error])
    expect(foreign.error.details.errors).toMatchObject([{ field: 'policy.accountRestrictions.allowedAccountIds.0' }])
  })

  it('404 for accounts of another customer', async () => {
    const { id: alices } = await accountOf(app, 'alice', 'USD')
    for (const accountRestrictions of [{ allowedAccountIds: [alices] }, { accountRules: [{ accountId: alices }] }]) {
      const body = { name: 'x', customerId: world.customerId, policy: generous({ accountRestrictions }) }
      expect((await app.call('createAgent', { body })).error.code).toBe('INTERNAL_ACCOUNT_NOT_FOUND')
    }
  })
})

describe('getAgentById', () => {
  it('shows the agent with its usage, to its own platform only', async () => {
    const payables = await agentWith()
    const params = { agentId: payables.agent.id }
    expect(await app.ok('getAgentById', { params })).toMatchObject({ ...payables.agent, updatedAt: expect.any(String) })
    await paying(payables, 700)
    expect((await app.ok('getAgentById', { params })).usage).toMatchObject({
      dailyTransactionCount: 1,
      dailySpend: 700,
    })
    const { error } = await app.call('getAgentById', { params, as: await app.anotherPlatform() })
    expect(error).toMatchObject({ status: 404, code: 'AGENT_NOT_FOUND' })
  })
})

describe('listAgents', () => {
  it('lists the newest first, filtered by customer, pause and connection', async () => {
    const { agent: connected } = await agentWith()
    const { agent: waiting } = await app.ok('createAgent', {
      body: { name: 'Waiting', customerId: world.customerId, policy: generous() },
    })
    await app.ok('updateAgent', { params: { agentId: waiting.id }, body: { isPaused: true } })
    const ids = async (query: object) => (await app.ok('listAgents', { query })).data.map(({ id }) => id)
    expect((await ids({ customerId: world.customerId })).slice(0, 2)).toEqual([waiting.id, connected.id])
    expect(await ids({ isPaused: true })).toEqual([waiting.id])
    expect(await ids({ isConnected: true })).toContain(connected.id)
    expect(await ids({ isConnected: true })).not.toContain(waiting.id)
    const { customerId } = await accountOf(app, 'alice', 'USD')
    expect(await ids({ customerId })).toEqual([])
  })
})

describe('updateAgent', () => {
  it('pauses the agent, which can then only read', async () => {
    const payables = await agentWith()
    const { agent, as } = payables
    expect((await app.ok('updateAgent', { params: { agentId: agent.id }, body: { isPaused: true } })).isPaused).toBe(
      true,
    )
    expect((await paying(payables, 5)).error).toMatchObject({ status: 403, code: 'AGENT_PAUSED' })
    expect((await app.call('agentListTransactions', { as })).status).toBe(200)
    await app.ok('updateAgent', { params: { agentId: agent.id }, body: { isPaused: false } })
    expect((await paying(payables, 5)).status).toBe(201)
  })

  it('stops payments immediately: none is committed after the pause', async () => {
    const payables = await agentWith()
    const agentId = payables.agent.id
    const replies = Promise.all(Array.from({ length: 64 }, () => paying(payables, 5)))
    await app.ok('updateAgent', { params: { agentId }, body: { isPaused: true } })
    const atPause = await usageOf(payables)
    const made = (await replies).filter(({ status }) => status === 201).length
    expect(await usageOf(payables)).toEqual(atPause)
    expect(atPause.dailyTransactionCount).toBe(made)
  })
})

describe('getAgentMe', () => {
  it('shows the agent that calls, as the platform sees it', async () => {
    const { agent, as } = await agentWith()
    const shown = await app.ok('getAgentById', { params: { agentId: agent.id } })
    expect(await app.ok('getAgentMe', { as })).toEqual(shown)
    expect(shown.isConnected).toBe(true)
  })
})

describe('deleteAgent', () => {
  it('deletes the agent and ends its access token', async () => {
    const { agent, as } = await agentWith()
    await app.ok('deleteAgent', { params: { agentId: agent.id } })
    expect((await app.call('getAgentMe', { as })).status).toBe(401)
    expect((await app.call('agentCreateTransferOut', { as, body: transferOut(world, 5) })).status).toBe(401)
    expect((await app.call('getAgentById', { params: { agentId: agent.id } })).error.code).toBe('AGENT_NOT_FOUND')
    expect((await app.call('deleteAgent', { params: { agentId: agent.id } })).error.code).toBe('AGENT_NOT_FOUND')
  })
})

describe('an access token', () => {
  it('is refused by every operation of platforms, and a token of a platform by every operation of agents', async () => {
    const { as } = await agentWith()
    const statuses = await Promise.all(
      Object.entries(contract)
        .filter(([, { permission }]) => permission !== 'DEVICE_CODE')
        .map(async ([name, { method, path, permission }]) => {
          const known = path.replace(/\{\w+\}/g, 'unknown')
          const wrong = await app.raw(method, known, permission === 'AGENT' ? {} : { as })
          return [name, wrong.status]
        }),
    )
    expect(statuses.length).toBeGreaterThan(100)
    expect(statuses.filter(([, status]) => status !== 401)).toEqual([])
  })
})

describe('an agent that is disconnected while its payments arrive', () => {
  const counted = async ({ agent }: ConnectedAgent) => {
    const bare = agent.id.slice('Agent:'.length)
    const [row] = await app.store.query<{ n: number }>(
      'select count(*)::int as n from agent_spending where agent_id = $1',
      [bare],
    )
    return row?.n
  }

  it.each([
    ['deleted', async ({ agent }: ConnectedAgent) => app.ok('deleteAgent', { params: { agentId: agent.id } })],
    [
      'connected again',
      async ({ agent }: ConnectedAgent) => {
        const { code } = await app.ok('regenerateAgentDeviceCode', { params: { agentId: agent.id } })
        await app.ok('redeemAgentDeviceCode', { params: { code }, as: null })
      },
    ],
  ])('makes no payment with its old token once it is %s', async (_what, cut) => {
    const payables = await agentWith()
    const replies = Array.from({ length: 256 }, () => paying(payables, 5))
    await cut(payables)
    const atOnce = await counted(payables)
    const made = (await Promise.all(replies)).filter(({ status }) => status === 201).length
    expect([await counted(payables), made]).toEqual([atOnce, atOnce])
  })
})
