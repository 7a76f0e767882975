/** `causeway mcp`: an agent over standard input and output, and its token in a file. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AgentWorld,
  agentWorld,
  type ConnectedAgent,
  connectedAgent,
  generous,
  transferOut,
} from '../test/harness/agents.ts'
import { type TestApp, testApp } from '../test/harness/app.ts'
import { balanceOf } from '../test/harness/cast.ts'
import { causeway } from '../test/harness/command-line.ts'
import { type Model, modelOverStdio } from '../test/harness/mcp.ts'

const folder = mkdtempSync(join(tmpdir(), 'causeway-mcp-'))
const tokenFile = join(folder, 'config', 'agent-token')
let app: TestApp
let world: AgentWorld
beforeAll(async () => {
  app = await testApp()
  world = await agentWorld(app)
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('causeway mcp', () => {
  let payables: ConnectedAgent
  let model: Model
  const dollars = () => balanceOf(app, { id: world.dollars })
  const params = () => ({ agentId: payables.agent.id })

  beforeAll(async () => {
    const approvalThresholds = { currency: 'USD', amount: 500 }
    payables = await connectedAgent(app, world.customerId, generous({ approvalThresholds }))
    const env = { CAUSEWAY_AGENT_TOKEN: payables.as.accessToken }
    model = await modelOverStdio(['--url', `${app.origin}/`], env)
  })
  afterAll(() => model.close())

  it('pays within the policy, and once with one key', async () => {
    expect(await model.tools()).toEqual(expect.arrayContaining(['create_quote', 'execute_quote', 'wait_for_decision']))
    const before = await dollars()
    const pay = () => model.use('create_transfer_out', { ...transferOut(world, 300), idempotencyKey: 'rent' })
    const [first, again] = [await pay(), await pay()]
    expect(first).toMatchObject({ isError: false, data: { status: 'APPROVED', agentId: payables.agent.id } })
    expect(again.data.id).toBe(first.data.id)
    expect(before - (await dollars())).toBe(300)
  })

  it('waits for the approval of larger payments, and returns the decision', async () => {
    const before = await dollars()
    const waiting = await model.use('create_transfer_out', { ...transferOut(world, 600), idempotencyKey: 'more' })
    expect(waiting.text).toMatch(/^PENDING APPROVAL/)
    const actionId = waiting.data.id
    const decision = model.use('wait_for_decision', { actionId })
    await app.ok('approveAgentAction', { params: { ...params(), actionId } })
    expect((await decision).text).toMatch(/^APPROVED/)
    expect(before - (await dollars())).toBe(600)
  })

  it('follows changes of the policy, a pause, and the end of the agent', async () => {
    await model.listChanges(1)
    await app.ok('updateAgentPolicy', { params: params(), body: { permissions: ['VIEW_TRANSACTIONS'] } })
    await model.listChanges(2)
    expect(await model.tools()).not.toContain('create_transfer_out')
    const pay = () => model.use('create_transfer_out', { ...transferOut(world, 100), idempotencyKey: 'k' })
    expect(await pay()).toMatchObject({ isError: true, data: { code: 'FORBIDDEN', details: { rule: 'PERMISSION' } } })
    await app.ok('updateAgent', { params: params(), body: { isPaused: true } })
    expect(await pay()).toMatchObject({ isError: true, data: { code: 'AGENT_PAUSED' } })
    await app.ok('deleteAgent', { params: params() })
    expect(await pay()).toMatchObject({ isError: true, data: { code: 'UNAUTHORIZED' } })
    await expect(model.tools()).rejects.toThrow('UNAUTHORIZED')
  })

  it('reports an unknown outcome when the service does not reply', async () => {
    const { as } = await connectedAgent(app, world.customerId)
    const input = [
      { id: 1, method: 'tools/call', params: { name: 'get_agent_me', arguments: {} } },
      {
        id: 2,
        method: 'tools/call',
        params: { name: 'create_transfer_out', arguments: { ...transferOut(world, 1), idempotencyKey: 'k' } },
      },
    ].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    const nowhere = ['mcp', '--url', 'http://127.0.0.1:1']
    const told = await causeway(nowhere, { CAUSEWAY_AGENT_TOKEN: as.accessToken }, input.join(''))
    const answers = told.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const codes = answers.sort((a, b) => a.id - b.id).map(({ result }) => result.structuredContent.code)
    expect(codes).toEqual(['SERVICE_UNAVAILABLE', 'OUTCOME_UNKNOWN'])
    expect(told).toMatchObject({ code: 0, err: expect.stringContaining('does not answer yet') })
  })

  it('ends with the fault of the token, and writes only the protocol to standard output', async () => {
    const none = await causeway(['mcp', '--token-file', join(folder, 'none')])
    expect(none).toMatchObject({ code: 1, out: '', err: expect.stringContaining('CAUSEWAY_AGENT_TOKEN') })
    const unknown = { CAUSEWAY_AGENT_TOKEN: `agt_${'0'.repeat(64)}` }
    const wrong = await causeway(['mcp', '--url', app.origin], unknown)
    expect(wrong).toMatchObject({ code: 1, out: '', err: expect.stringContaining('does not know this access token') })
    expect(wrong.err).not.toContain(unknown.CAUSEWAY_AGENT_TOKEN)
  })

  it('connect redeems a device code into a file that only its user can read', async () => {
    const made = () =>
      app.ok('createAgent', { body: { name: 'Ada', customerId: world.customerId, policy: generous() } })
    const { agent, deviceCode } = await made()
    const connect = ['mcp', 'connect', deviceCode.code, '--url', app.origin, '--token-file', tokenFile]
    const told = await causeway(connect)
    expect(told).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(told.out)).toEqual({ agentId: agent.id, agentName: 'Ada', tokenFile })
    expect(statSync(tokenFile).mode & 0o777).toBe(0o600)
    const accessToken = readFileSync(tokenFile, 'utf8').trim()
    expect(told.out).not.toContain(accessToken)
    expect(await app.ok('getAgentMe', { as: { accessToken } })).toMatchObject({ id: agent.id })
    const again = await causeway(connect)
    expect(again).toMatchObject({ code: 1, out: '', err: expect.stringContaining('AGENT_DEVICE_CODE_REDEEMED') })
    expect(readFileSync(tokenFile, 'utf8').trim()).toBe(accessToken)
    const ada = await modelOverStdio(['--url', app.origin, '--token-file', tokenFile], {})
    expect(await ada.use('get_agent_me')).toMatchObject({ data: { id: agent.id } })
    await ada.close()
  })

  it('connect redeems no code when the token could not be stored', async () => {
    const { deviceCode } = await app.ok('createAgent', {
      body: { name: 'Ada', customerId: world.customerId, policy: generous() },
    })
    writeFileSync(join(folder, 'file'), '')
    const nowhere = ['--url', app.origin, '--token-file', join(folder, 'file', 'token')]
    expect((await causeway(['mcp', 'connect', deviceCode.code, ...nowhere])).code).toBe(1)
    const status = await app.ok('getAgentDeviceCodeStatus', { params: { code: deviceCode.code } })
    expect(status.redeemed).toBe(false)
  })
})
