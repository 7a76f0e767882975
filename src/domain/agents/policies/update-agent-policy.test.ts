import { describe, expect, it } from 'vitest'
import { type AgentWorld, agentTests, bankAccount } from '../../../../test/harness/agents.ts'
import type { TestApp } from '../../../../test/harness/app.ts'
import { accountOf } from '../../../../test/harness/cast.ts'

let app: TestApp
let world: AgentWorld
const { agentWith, pay: paying, change, usageOf } = agentTests((opened) => ({ app, world } = opened))

describe('updateAgentPolicy', () => {
  it('keeps absent fields, merges limits one by one, and replaces the other fields as a whole', async () => {
    const agent = await agentWith({
      spendingLimits: { currency: 'USD', perTransactionLimit: 100, dailyLimit: 500, monthlyLimit: 900 },
      accountRestrictions: { allowedAccountIds: [world.dollars], accountRules: [{ accountId: world.dollars }] },
      approvalThresholds: { currency: 'USD', amount: 50 },
    })
    const merged = await change(agent, { spendingLimits: { dailyLimit: null, perTransactionLimit: 200 } })
    expect(merged.body.policy).toEqual({
      ...agent.agent.policy,
      spendingLimits: { currency: 'USD', perTransactionLimit: 200, dailyLimit: null, monthlyLimit: 900 },
    })
    const replaced = await change(agent, {
      permissions: ['CREATE_QUOTES'],
      accountRestrictions: { allowedAccountIds: null },
      approvalThresholds: {},
    })
    expect(replaced.body.policy).toMatchObject({
      permissions: ['CREATE_QUOTES'],
      accountRestrictions: { allowedAccountIds: null },
      approvalThresholds: {},
      spendingLimits: { monthlyLimit: 900 },
    })
    expect(replaced.body.policy.accountRestrictions).not.toHaveProperty('accountRules')
    expect((await change(agent, {})).body.policy).toEqual(replaced.body.policy)
  })

  it('applies from the next decision', async () => {
    const agent = await agentWith()
    expect((await paying(agent, 500)).status).toBe(201)
    await change(agent, { spendingLimits: { dailyLimit: 999 } })
    expect((await paying(agent, 500)).error.details.rule).toBe('DAILY_LIMIT')
    expect((await paying(agent, 499)).status).toBe(201)
  })

  it('converts limits and usage into another currency: limits down, usage up', async () => {
    const agent = await agentWith({
      spendingLimits: { currency: 'USD', perTransactionLimit: 101, dailyLimit: 1_001, monthlyLimit: 5_000 },
      accountRestrictions: { accountRules: [{ accountId: world.dollars, perTransactionLimit: 103 }] },
    })
    await paying(agent, 101)
    const { body } = await change(agent, { spendingLimits: { currency: 'EUR', monthlyLimit: 7_000 } })
    expect(body.policy.spendingLimits).toEqual({
      currency: 'EUR',
      perTransactionLimit: 92,
      dailyLimit: 920,
      monthlyLimit: 7_000,
    })
    expect(body.policy.accountRestrictions?.accountRules).toEqual([
      { accountId: world.dollars, perTransactionLimit: 94 },
    ])
    expect(body.usage).toMatchObject({ dailyTransactionCount: 1, dailySpend: 93, monthlySpend: 93 })
    await paying(agent, 100)
    expect((await usageOf(agent)).dailySpend).toBe(185)
  })

  it('returns what a payment used in the previous currency', async () => {
    const agent = await agentWith()
    await paying(agent, 1_000, await bankAccount(app, world.customerId, '005'))
    await app.settle()
    await change(agent, { spendingLimits: { currency: 'EUR' } })
    expect((await usageOf(agent)).dailySpend).toBe(920)
    await app.advance({ seconds: 60 })
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 0, dailySpend: 0, monthlySpend: 0 })
  })

  it.each([
    [
      'another customer’s account',
      async () => ({ accountRestrictions: { allowedAccountIds: [(await accountOf(app, 'alice', 'USD')).id] } }),
      'INTERNAL_ACCOUNT_NOT_FOUND',
      'accountRestrictions.allowedAccountIds.0',
    ],
    [
      'an unknown currency',
      async () => ({ spendingLimits: { currency: 'XXX' } }),
      'INVALID_CURRENCY',
      'spendingLimits.currency',
    ],
    [
      'an amount without a currency',
      async () => ({ approvalThresholds: { amount: 1 } }),
      'INVALID_INPUT',
      'approvalThresholds.currency',
    ],
    [
      'two rules for one account',
      async () => ({
        accountRestrictions: { accountRules: [{ accountId: world.dollars }, { accountId: world.dollars }] },
      }),
      'INVALID_INPUT',
      'accountRestrictions.accountRules',
    ],
  ])('400 or 404 for %s', async (_what, body, code, field) => {
    const agent = await agentWith()
    const { error } = await change(agent, await body())
    expect(error).toMatchObject({ code, details: { errors: [{ field }] } })
    expect((await app.ok('getAgentById', { params: { agentId: agent.agent.id } })).policy).toEqual(agent.agent.policy)
  })
})

describe('updateAgentPolicy with several faults', () => {
  it('reports each by its path in the body', async () => {
    const agent = await agentWith()
    const { error } = await change(agent, {
      spendingLimits: { currency: 'XXX' },
      approvalThresholds: { amount: 1 },
      accountRestrictions: { accountRules: [{ accountId: (await accountOf(app, 'alice', 'USD')).id }] },
    })
    expect(error.code).toBe('INVALID_CURRENCY')
    expect(error.details.errors.map(({ field }: { field: string }) => field)).toEqual([
      'spendingLimits.currency',
      'approvalThresholds.currency',
      'accountRestrictions.accountRules.0.accountId',
    ])
  })
})

describe('evaluateAgentPolicy', () => {
  it('returns the decision, to platform and agent alike, without executing anything', async () => {
    const agent = await agentWith({
      spendingLimits: { currency: 'EUR', perTransactionLimit: 1_000 },
      approvalThresholds: { currency: 'USD', amount: 500 },
    })
    const ask = async (amount: number) => {
      const body = { type: 'TRANSFER_OUT', accountId: world.dollars, amount } as const
      const mine = await app.ok('agentEvaluatePolicy', { as: agent.as, body })
      expect(await app.ok('evaluateAgentPolicy', { params: { agentId: agent.agent.id }, body })).toEqual(mine)
      return mine
    }
    expect(await ask(500)).toMatchObject({ decision: 'ALLOW', amount: { amount: 460, currency: { code: 'EUR' } } })
    expect(await ask(501)).toMatchObject({ decision: 'ASK', rule: 'APPROVAL_THRESHOLD' })
    expect(await ask(1_087)).toMatchObject({ decision: 'DENY', rule: 'PER_TRANSACTION_LIMIT' })
    expect((await usageOf(agent)).dailyTransactionCount).toBe(0)
    const { data } = await app.ok('listAgentAuditLog', { query: { agentId: agent.agent.id } })
    expect(data).toHaveLength(2)
  })
})

describe('agentEvaluatePolicy', () => {
  it('404 for an account of another customer', async () => {
    const agent = await agentWith()
    const { id: accountId } = await accountOf(app, 'alice', 'USD')
    const body = { type: 'TRANSFER_OUT', accountId, amount: 5 } as const
    expect((await app.call('agentEvaluatePolicy', { as: agent.as, body })).error.code).toBe(
      'INTERNAL_ACCOUNT_NOT_FOUND',
    )
  })
})
