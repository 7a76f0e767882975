/** The amount of a day above which an agent's payments wait for approval, however small each of them is. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type AgentWorld,
  agentWorld,
  bankAccount,
  type ConnectedAgent,
  connectedAgent,
  generous,
  transferOut,
} from '../../../../test/harness/agents.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'

let app: TestApp
let world: AgentWorld
beforeEach(async () => {
  app = await testApp()
  world = await agentWorld(app)
})
afterEach(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

const agentWith = (dailyApprovalThreshold: number, more: object = {}) =>
  connectedAgent(app, world.customerId, generous({ dailyApprovalThreshold, ...more }))
const pay = ({ as }: ConnectedAgent, amount: number, to?: AgentWorld['bank']) =>
  app.call('agentCreateTransferOut', { as, body: transferOut(world, amount, to) })
const outcomes = (replies: Awaited<ReturnType<typeof pay>>[]) => ({
  made: replies.filter(({ body }) => body.status === 'APPROVED').length,
  waiting: replies.filter(({ body }) => body.approvalRule === 'DAILY_APPROVAL_THRESHOLD').length,
})

describe('dailyApprovalThreshold', () => {
  it('asks for approval of payments that are each below the single threshold and together above it', async () => {
    const agent = await agentWith(1_000, { approvalThresholds: { currency: 'USD', amount: 600 } })
    expect((await pay(agent, 600)).body.status).toBe('APPROVED')
    expect((await pay(agent, 400)).body.status).toBe('APPROVED')
    const { body } = await pay(agent, 1)
    expect([body.status, body.approvalRule]).toEqual(['PENDING_APPROVAL', 'DAILY_APPROVAL_THRESHOLD'])
    expect((await pay(agent, 601)).body.approvalRule).toBe('APPROVAL_THRESHOLD')
    const params = { agentId: agent.agent.id, actionId: body.id }
    expect((await app.ok('approveAgentAction', { params })).status).toBe('APPROVED')
    expect((await app.ok('getAgentById', { params: { agentId: agent.agent.id } })).usage.dailySpend).toBe(1_001)
  })

  it('is exact when 25 ask at once', async () => {
    const agent = await agentWith(7 * 13 + 12)
    const replies = await Promise.all(Array.from({ length: 25 }, () => pay(agent, 13)))
    expect(outcomes(replies)).toEqual({ made: 7, waiting: 18 })
  })

  it('gets back what a failed payment took, and begins anew with the UTC day', async () => {
    app.clock.freeze()
    app.clock.advanceTo(Date.parse(`${new Date().getUTCFullYear() + 1}-03-10T12:00:00Z`))
    const agent = await agentWith(100)
    expect((await pay(agent, 100, await bankAccount(app, world.customerId, '005'))).body.status).toBe('APPROVED')
    await app.settle()
    expect((await pay(agent, 1)).body.status).toBe('PENDING_APPROVAL')
    await app.advance({ seconds: 60 })
    expect(outcomes([await pay(agent, 60), await pay(agent, 40), await pay(agent, 1)])).toEqual({ made: 2, waiting: 1 })
    await app.advance({ minutes: 12 * 60 })
    expect(outcomes([await pay(agent, 100), await pay(agent, 1)])).toEqual({ made: 1, waiting: 1 })
  })

  it('is in the currency of the limits, goes with it, and is lifted by null', async () => {
    const agent = await agentWith(1_000)
    const change = (body: object) => app.ok('updateAgentPolicy', { params: { agentId: agent.agent.id }, body })
    const { policy } = await change({ spendingLimits: { currency: 'EUR' } })
    expect(policy.dailyApprovalThreshold).toBe(920)
    expect(outcomes([await pay(agent, 1_000), await pay(agent, 1)])).toEqual({ made: 1, waiting: 1 })
    await change({ dailyApprovalThreshold: null })
    expect((await pay(agent, 1)).body.status).toBe('APPROVED')
  })
})
