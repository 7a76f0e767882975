import { afterAll, describe, expect, it } from 'vitest'
import { type AgentWorld, agentTests, bankAccount, transferOut } from '../../../test/harness/agents.ts'
import type { TestApp } from '../../../test/harness/app.ts'
import { quoteBetween } from '../../../test/harness/cast.ts'
import { openReceiver, type Receiver } from '../../../test/harness/receiver.ts'

let app: TestApp
let world: AgentWorld
let receiver: Receiver
const { agentWith, quote } = agentTests(async (opened) => {
  ;({ app, world } = opened)
  receiver = await openReceiver()
  await app.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
})
afterAll(() => receiver.close())

describe('events of payments of an agent', () => {
  it('name the agent in every state; events of other payments name none', async () => {
    const connected = await agentWith({ approvalThresholds: { currency: 'USD', amount: 5_000 } })
    const { agent, as } = connected
    const returned = await bankAccount(app, world.customerId, '005')
    const paid = await app.ok('agentCreateTransferOut', { as, body: transferOut(world, 500) })
    const failing = await app.ok('agentCreateTransferOut', { as, body: transferOut(world, 500, returned) })
    const asked = await app.ok('agentCreateTransferOut', { as, body: transferOut(world, 6_000) })
    const params = { agentId: agent.id, actionId: asked.id }
    const approved = await app.ok('approveAgentAction', { params })
    const { body: quoted } = await quote(connected)
    await app.ok('agentExecuteQuote', { as, params: { quoteId: quoted.id } })
    const platforms = await quoteBetween(app, world.dollars, world.euros)
    await app.ok('executeQuote', { params: { quoteId: platforms.id } })
    await app.settle()
    await app.advance({ minutes: 2 })

    const sent = receiver.received.map(({ event }) => event)
    const about = (id: string | undefined) => sent.filter(({ data }) => data.id === id)
    for (const { transaction } of [paid, failing, approved]) {
      expect(about(transaction?.id).length).toBeGreaterThan(1)
      for (const { type, data } of about(transaction?.id)) expect(data.agentId, type).toBe(agent.id)
    }
    expect(about(failing.transaction?.id).map(({ data }) => data.status)).toContain('FAILED')
    expect(about(asked.id)).toMatchObject([{ type: 'AGENT_ACTION.PENDING_APPROVAL', data: { agentId: agent.id } }])
    expect(about(quoted.transactionId).map(({ data }) => data.agentId)).toContain(agent.id)
    for (const { data } of about(quoted.transactionId)) expect(data.agentId).toBe(agent.id)
    expect(about(platforms.transactionId).length).toBeGreaterThan(0)
    for (const { data } of about(platforms.transactionId)) expect(data).not.toHaveProperty('agentId')
  })
})
