import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AgentWorld,
  agentWorld,
  bankAccount,
  connectedAgent,
  generous,
  transferOut,
} from '../../../test/harness/agents.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { quoteBetween } from '../../../test/harness/cast.ts'
import { openReceiver, type Receiver } from '../../../test/harness/receiver.ts'

let app: TestApp
let world: AgentWorld
let receiver: Receiver
beforeAll(async () => {
  receiver = await openReceiver()
  app = await testApp()
  world = await agentWorld(app)
  await app.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

describe('the events of what an agent does', () => {
  it('name the agent, in every state of its payments; those of others name none', async () => {
    const policy = generous({ approvalThresholds: { currency: 'USD', amount: 5_000 } })
    const { agent, as } = await connectedAgent(app, world.customerId, policy)
    const returned = await bankAccount(app, world.customerId, '005')
    const paid = await app.ok('agentCreateTransferOut', { as, body: transferOut(world, 500) })
    const failing = await app.ok('agentCreateTransferOut', { as, body: transferOut(world, 500, returned) })
    const asked = await app.ok('agentCreateTransferOut', { as, body: transferOut(world, 6_000) })
    const params = { agentId: agent.id, actionId: asked.id }
    const approved = await app.ok('approveAgentAction', { params })
    const quote = await app.ok('agentCreateQuote', {
      as,
      body: {
        source: { sourceType: 'ACCOUNT', accountId: world.dollars },
        destination: { destinationType: 'ACCOUNT', accountId: world.euros },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 2_000,
      },
    })
    await app.ok('agentExecuteQuote', { as, params: { quoteId: quote.id } })
    const platforms = await quoteBetween(app, world.dollars, world.euros)
    await app.ok('executeQuote', { params: { quoteId: platforms.id } })
    await app.settle()
    await app.advance({ minutes: 2 })

    const told = receiver.received.map(({ event }) => event)
    const about = (id: string | undefined) => told.filter(({ data }) => data.id === id)
    for (const { transaction } of [paid, failing, approved]) {
      expect(about(transaction?.id).length).toBeGreaterThan(1)
      for (const { type, data } of about(transaction?.id)) expect(data.agentId, type).toBe(agent.id)
    }
    expect(about(failing.transaction?.id).map(({ data }) => data.status)).toContain('FAILED')
    expect(about(asked.id)).toMatchObject([{ type: 'AGENT_ACTION.PENDING_APPROVAL', data: { agentId: agent.id } }])
    expect(about(quote.transactionId).map(({ data }) => data.agentId)).toContain(agent.id)
    for (const { data } of about(quote.transactionId)) expect(data.agentId).toBe(agent.id)
    expect(about(platforms.transactionId).length).toBeGreaterThan(0)
    for (const { data } of about(platforms.transactionId)) expect(data).not.toHaveProperty('agentId')
  })
})
