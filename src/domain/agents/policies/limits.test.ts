import { afterEach, describe, expect, it } from 'vitest'
import type { AgentPolicyRequest } from '../../../../contract/agents/agent-policies.ts'
import {
  type AgentWorld,
  agentTests,
  bankAccount,
  type ConnectedAgent,
  connectedAgent,
  generous,
  transferOut,
} from '../../../../test/harness/agents.ts'
import type { TestApp } from '../../../../test/harness/app.ts'

const CALLERS = 64
let app: TestApp
let world: AgentWorld

const limited = (limits: Partial<AgentPolicyRequest['spendingLimits']>) =>
  connectedAgent(
    app,
    world.customerId,
    generous({ spendingLimits: { currency: 'USD', perTransactionLimit: 10_000, ...limits } }),
  )
const paying = ({ as }: ConnectedAgent, amount: number, to?: AgentWorld['bank']) =>
  app.call('agentCreateTransferOut', { as, body: transferOut(world, amount, to) })
const all = (agent: ConnectedAgent, amount: number) =>
  Promise.all(Array.from({ length: CALLERS }, () => paying(agent, amount)))
const usageOf = async ({ agent }: ConnectedAgent) =>
  (await app.ok('getAgentById', { params: { agentId: agent.id } })).usage
const counted = (replies: Awaited<ReturnType<typeof all>>) => {
  const made = replies.filter(({ status }) => status === 201).length
  const rules = new Set(replies.filter(({ status }) => status !== 201).map(({ error }) => error.details.rule))
  return { made, rules: [...rules] }
}

describe('agentCreateTransferOut, 64 concurrently', () => {
  agentTests((opened) => ({ app, world } = opened))
  afterEach(async () => expect(await app.audit()).toEqual([]))

  it.each([
    ['daily amount', { dailyLimit: 7 * 13 + 12 }, 'DAILY_LIMIT'],
    ['monthly amount', { monthlyLimit: 7 * 13 }, 'MONTHLY_LIMIT'],
    ['daily number', { dailyTransactionLimit: 7 }, 'DAILY_TRANSACTION_LIMIT'],
  ])('is executed as often as the limit allows: %s', async (_what, limits, rule) => {
    const agent = await limited(limits)
    expect(counted(await all(agent, 13))).toEqual({ made: 7, rules: [rule] })
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 7, dailySpend: 91, monthlySpend: 91 })
  })

  it('shares the limits with quotes in other currencies', async () => {
    const agent = await limited({ currency: 'EUR', dailyLimit: 921 * 5 })
    const body = {
      source: { sourceType: 'ACCOUNT', accountId: world.dollars },
      destination: { destinationType: 'ACCOUNT', accountId: world.euros },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000,
    } as const
    const quotes = await Promise.all(
      Array.from({ length: 32 }, () => app.ok('agentCreateQuote', { as: agent.as, body })),
    )
    const replies = await Promise.all(
      quotes.flatMap(({ id: quoteId }) => [
        app.call('agentExecuteQuote', { as: agent.as, params: { quoteId } }),
        paying(agent, 1_000),
      ]),
    )
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(5)
    // A quote counts at its own rate, which is rounded: 920 or 921 cents.
    const { dailySpend } = await usageOf(agent)
    expect(dailySpend).toBeGreaterThanOrEqual(920 * 5)
    expect(dailySpend).toBeLessThanOrEqual(921 * 5)
  })

  it('reuses what failed payments returned', async () => {
    const agent = await limited({ dailyLimit: 100, monthlyLimit: 100, dailyTransactionLimit: 10 })
    const failing = await bankAccount(app, world.customerId, '005')
    const doomed = await Promise.all(Array.from({ length: 10 }, () => paying(agent, 10, failing)))
    expect(doomed.map(({ status }) => status)).toEqual(doomed.map(() => 201))
    await app.settle()
    expect(counted(await all(agent, 10)).made).toBe(0)
    await app.advance({ seconds: 40 })
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 0, dailySpend: 0, monthlySpend: 0 })
    expect(counted(await all(agent, 10)).made).toBe(10)
  })
})

describe('the end of a period', () => {
  agentTests((opened) => ({ app, world } = opened), { each: true })
  /** Stops the clock at a time. @returns an agent with limits of three payments a day and four a month */
  const agentAt = async (time: string) => {
    app.clock.freeze()
    app.clock.advanceTo(Date.parse(time))
    return limited({ dailyLimit: 30, monthlyLimit: 40 })
  }
  const year = new Date().getUTCFullYear() + 1

  it('resets the daily usage at midnight UTC, and not the monthly one', async () => {
    const agent = await agentAt(`${year}-03-10T23:59:59.999Z`)
    expect((await usageOf(agent)).dailyResetDate).toBe(`${year}-03-11`)
    expect(counted(await all(agent, 10))).toEqual({ made: 3, rules: ['DAILY_LIMIT'] })
    app.clock.advanceTo(app.clock.now() + 1)
    expect(await usageOf(agent)).toMatchObject({ dailySpend: 0, monthlySpend: 30, dailyResetDate: `${year}-03-12` })
    expect(counted(await all(agent, 10))).toEqual({ made: 1, rules: ['MONTHLY_LIMIT'] })
  })

  it('resets the monthly usage at the end of the month in UTC', async () => {
    const agent = await agentAt(`${year}-12-31T23:59:59.999Z`)
    expect((await usageOf(agent)).monthlyResetMonth).toBe(`${year + 1}-01`)
    expect(counted(await all(agent, 10)).made).toBe(3)
    app.clock.advanceTo(app.clock.now() + 1)
    expect(await usageOf(agent)).toMatchObject({ dailySpend: 0, monthlySpend: 0, monthlyResetMonth: `${year + 1}-02` })
    expect(counted(await all(agent, 10)).made).toBe(3)
  })

  it('falls between concurrent payments: neither period exceeds its limit', async () => {
    const agent = await agentAt(`${year}-03-10T23:59:59.999Z`)
    const before = Array.from({ length: CALLERS }, () => paying(agent, 10))
    await Promise.race(before)
    app.clock.advanceTo(app.clock.now() + 1)
    const after = all(agent, 10)
    const made = counted([...(await Promise.all(before)), ...(await after)]).made
    const { dailySpend, monthlySpend } = await usageOf(agent)
    expect(dailySpend).toBeLessThanOrEqual(30)
    expect(monthlySpend).toBe(made * 10)
    expect(made).toBe(4)
  })

  it('returns a late failure to the day of the payment', async () => {
    const agent = await agentAt(`${year}-03-10T23:59:50.000Z`)
    await paying(agent, 10, await bankAccount(app, world.customerId, '005'))
    await app.settle()
    app.clock.advanceTo(Date.parse(`${year}-03-11T00:00:01.000Z`))
    await paying(agent, 5)
    await app.advance({ seconds: 60 })
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 1, dailySpend: 5, monthlySpend: 5 })
  })
})
