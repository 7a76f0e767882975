import { describe, expect, it } from 'vitest'
import { type AgentWorld, agentTests, agentWorld, connectedAgent, generous } from '../../../../test/harness/agents.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { everythingStored } from '../../../../test/harness/books.ts'

let app: TestApp
let world: AgentWorld
agentTests((opened) => ({ app, world } = opened))

const made = () => app.ok('createAgent', { body: { name: 'x', customerId: world.customerId, policy: generous() } })
const redeem = (code: string) => app.call('redeemAgentDeviceCode', { params: { code }, as: null })

describe('redeemAgentDeviceCode', () => {
  it('exchanges the code once in 64 attempts, without credentials, for a token that is not stored', async () => {
    const { agent, deviceCode } = await made()
    const replies = await Promise.all(Array.from({ length: 64 }, () => redeem(deviceCode.code)))
    const [good] = replies.filter(({ status }) => status === 200)
    expect(replies.filter(({ error }) => error.code === 'AGENT_DEVICE_CODE_REDEEMED')).toHaveLength(63)
    expect(good?.body).toMatchObject({ agentId: agent.id, agentName: 'x', policy: agent.policy })
    expect(good?.body.accessToken).toMatch(/^agt_[0-9a-f]{64}$/)
    const stored = await everythingStored(app)
    expect(stored).not.toContain(good?.body.accessToken.slice(4))
    expect(stored).not.toContain(deviceCode.code)
    const me = await app.ok('getAgentMe', { as: { accessToken: good?.body.accessToken as string } })
    expect(me).toMatchObject({ id: agent.id, isConnected: true })
  })

  it('410 after a day', async () => {
    const { deviceCode } = await made()
    await app.advance({ days: 1 })
    expect((await redeem(deviceCode.code)).error.code).toBe('AGENT_DEVICE_CODE_EXPIRED')
  })

  it('404 when the agent is deleted', async () => {
    const { agent, deviceCode } = await made()
    await app.ok('deleteAgent', { params: { agentId: agent.id } })
    expect((await redeem(deviceCode.code)).error.code).toBe('AGENT_DEVICE_CODE_NOT_FOUND')
  })

  it('429 after 30 unknown codes from one address, whose other requests continue', async () => {
    const guessed = await testApp()
    const { agent, as } = await connectedAgent(guessed, (await agentWorld(guessed)).customerId)
    const guess = () => guessed.call('redeemAgentDeviceCode', { params: { code: 'AGENT-GUESS' }, as: null })
    const replies = []
    for (let i = 0; i < 40; i++) replies.push(await guess())
    const [first] = replies
    expect(first?.error.code).toBe('AGENT_DEVICE_CODE_NOT_FOUND')
    expect(replies.filter(({ status }) => status === 404).length).toBeGreaterThanOrEqual(30)
    const late = replies.filter(({ status }) => status === 429)
    expect(late.length).toBeGreaterThan(0)
    expect(Number(late[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await guessed.call('getAgentMe', { as })).body.id).toBe(agent.id)
    await guessed.close()
  })
})

describe('getAgentDeviceCodeStatus', () => {
  it('shows whether the code was redeemed, to its own platform only', async () => {
    const { deviceCode } = await made()
    const status = (as = app.platform) =>
      app.call('getAgentDeviceCodeStatus', { params: { code: deviceCode.code }, as })
    expect((await status()).body).toEqual({ code: deviceCode.code, redeemed: false, expiresAt: deviceCode.expiresAt })
    await redeem(deviceCode.code.toLowerCase())
    expect((await status()).body.redeemed).toBe(true)
    expect((await status(await app.anotherPlatform())).error.code).toBe('AGENT_DEVICE_CODE_NOT_FOUND')
  })
})

describe('regenerateAgentDeviceCode', () => {
  it('replaces the code immediately, and the access token when the new code is redeemed', async () => {
    const { agent, deviceCode } = await made()
    const first = await app.ok('regenerateAgentDeviceCode', { params: { agentId: agent.id } })
    expect((await redeem(deviceCode.code)).error.code).toBe('AGENT_DEVICE_CODE_NOT_FOUND')
    const old = { accessToken: (await redeem(first.code)).body.accessToken }
    const second = await app.ok('regenerateAgentDeviceCode', { params: { agentId: agent.id } })
    expect((await app.call('getAgentMe', { as: old })).status).toBe(200)
    const fresh = { accessToken: (await redeem(second.code)).body.accessToken }
    expect((await app.call('getAgentMe', { as: old })).status).toBe(401)
    expect((await app.call('getAgentMe', { as: fresh })).status).toBe(200)
  })
})
