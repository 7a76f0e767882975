/** History of an agent, and its actions: the latest first, and those of the caller's platform only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AgentWorld,
  agentWorld,
  type ConnectedAgent,
  connectedAgent,
  generous,
  transferOut,
} from '../../test/harness/agents.ts'
import { type TestApp, testApp } from '../../test/harness/app.ts'

let app: TestApp
let world: AgentWorld
let agent: ConnectedAgent
beforeAll(async () => {
  app = await testApp()
  world = await agentWorld(app)
  agent = await connectedAgent(app, world.customerId, generous())
})
afterAll(() => app.close())

const pay = (amount: number) => app.ok('agentCreateTransferOut', { as: agent.as, body: transferOut(world, amount) })

describe('getAgentHistory', () => {
  it('has the agent with its actions and its payments, the latest first', async () => {
    const made = [await pay(5), await pay(7)]
    const { agent: shown, actions, payments } = await app.ok('getAgentHistory', { params: { agentId: agent.agent.id } })
    expect(shown.id).toBe(agent.agent.id)
    expect(actions.map(({ id }) => id)).toEqual(made.map(({ id }) => id).reverse())
    expect(payments.map(({ id }) => id)).toEqual(actions.map(({ transaction }) => transaction?.id))
  })
})

describe('getAgentActionById', () => {
  it('shows an action by its id alone', async () => {
    const { id, status } = await pay(9)
    expect(await app.ok('getAgentActionById', { params: { actionId: id } })).toMatchObject({
      id,
      status,
      agentId: agent.agent.id,
    })
  })
})
