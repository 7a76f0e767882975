/** Lost answer tests: when the answer to a commit is lost, no reply says that the request had no effect. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConnectionLost, type Lane } from '../../src/engine/database.ts'
import { type AgentWorld, agentWorld, type ConnectedAgent, connectedAgent, transferOut } from '../harness/agents.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { balanceOf } from '../harness/cast.ts'

/** Whether the answer to the next commit is lost; the database is unreachable from then on. */
let losesAnswer = false
let isAway = false
const breakable = (inner: Lane): Lane => ({
  async atomic(work) {
    if (isAway) throw new ConnectionLost('away')
    let stores = false
    const answers = await inner.atomic(async (send) => {
      const last = await work(send)
      stores = last.some(({ name }) => name === 'mark')
      return last
    })
    if (!losesAnswer || !stores) return answers
    isAway = true
    throw new ConnectionLost('lost after the commit')
  },
})

let app: TestApp
let world: AgentWorld
let agent: ConnectedAgent
beforeAll(async () => {
  app = await testApp({ lanes: breakable })
  world = await agentWorld(app)
  agent = await connectedAgent(app, world.customerId)
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('a payment that was committed without an answer', () => {
  it.each([
    ['the platform', 'createTransferOut', undefined],
    ['an agent, whose refusals are recorded', 'agentCreateTransferOut', 'agent'],
  ] as const)('of %s is answered as unknown, and then with its first reply', async (_whose, operation, by) => {
    const before = await balanceOf(app, { id: world.dollars })
    const pay = () =>
      app.call(operation, { body: transferOut(world, 700), key: operation, ...(by && { as: agent.as }) } as never)
    losesAnswer = true
    const lost = await pay()
    expect([lost.status, lost.error.code]).toEqual([503, 'OUTCOME_UNKNOWN'])
    losesAnswer = isAway = false
    const found = await pay()
    expect([found.status, found.headers.get('idempotent-replayed')]).toEqual([by ? 201 : 200, 'true'])
    expect(before - (await balanceOf(app, { id: world.dollars }))).toBe(700)
  })
})
