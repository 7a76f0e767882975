import { describe, expect, it } from 'vitest'
import { type AgentWorld, agentTests, bankAccount } from '../../../../test/harness/agents.ts'
import type { TestApp } from '../../../../test/harness/app.ts'

let app: TestApp
let world: AgentWorld
const tests = agentTests((opened) => ({ app, world } = opened), { each: true })
const { pay, change, usageOf } = tests

const agentWith = (dailyApprovalThreshold: number, more: object = {}) =>
  tests.agentWith({ dailyApprovalThreshold, ...more })
const outcomes = (replies: Awaited<ReturnType<typeof pay>>[]) => ({
  made: replies.filter(({ body }) => body.status === 'APPROVED').length,
  waiting: replies.filter(({ body }) => body.approvalRule === 'DAILY_APPROVAL_THRESHOLD').length,
})

describe('dailyApprovalThreshold', () => {
  it('requires approval of payments that exceed it together, although each is below the single threshold', async () => {
    const agent = await agentWith(1_000, { approvalThresholds: { currency: 'USD', amount: 600 } })
    expect((await pay(agent, 600)).body.status).toBe('APPROVED')
    expect((await pay(agent, 400)).body.status).toBe('APPROVED')
    const { body } = await pay(agent, 1)
    expect([body.status, body.approvalRule]).toEqual(['PENDING_APPROVAL', 'DAILY_APPROVAL_THRESHOLD'])
    expect((await pay(agent, 601)).body.approvalRule).toBe('APPROVAL_THRESHOLD')
    const params = { agentId: agent.agent.id, actionId: body.id }
    expect((await app.ok('approveAgentAction', { params })).status).toBe('APPROVED')
    expect((await usageOf(agent)).dailySpend).toBe(1_001)
  })

  it('is exact for 25 concurrent payments', async () => {
    const agent = await agentWith(7 * 13 + 12)
    const replies = await Promise.all(Array.from({ length: 25 }, () => pay(agent, 13)))
    expect(outcomes(replies)).toEqual({ made: 7, waiting: 18 })
  })

  it('regains what a failed payment used, and is reset with the UTC day', async () => {
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

  it('is converted with the currency of the limits, and removed by null', async () => {
    const agent = await agentWith(1_000)
    const { policy } = (await change(agent, { spendingLimits: { currency: 'EUR' } })).body
    expect(policy.dailyApprovalThreshold).toBe(920)
    expect(outcomes([await pay(agent, 1_000), await pay(agent, 1)])).toEqual({ made: 1, waiting: 1 })
    await change(agent, { dailyApprovalThreshold: null })
    expect((await pay(agent, 1)).body.status).toBe('APPROVED')
  })
})
