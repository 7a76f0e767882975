/** MCP tests: a model calls the tools over HTTP under a policy; approvals, refusals, idempotency and the protocol's limits. */
import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AgentPermission, AgentPolicyRequest } from '../../contract/agents/agent-policies.ts'
import { agentMeOperations } from '../../contract/agents/agents-me.ts'
import type { OperationId } from '../../contract/contract.ts'
import { APPROVALS_PAGE } from '../../contract/dashboard.ts'
import type { Operation } from '../../contract/operation.ts'
import {
  type AgentWorld,
  agentWorld,
  connectedAgent,
  EVERYTHING,
  generous,
  transferOut,
} from '../../test/harness/agents.ts'
import { freshPlace, type TestApp, testApp } from '../../test/harness/app.ts'
import { balanceOf } from '../../test/harness/cast.ts'
import { kind } from '../../test/harness/database/database.ts'
import { type Model, modelOverHttp } from '../../test/harness/mcp.ts'

let app: TestApp
let world: AgentWorld
beforeAll(async () => {
  app = await testApp({ dashboard: true })
  world = await agentWorld(app)
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

const ALWAYS = [
  'evaluate_policy',
  'get_action',
  'get_agent_me',
  'get_quote',
  'list_actions',
  'list_payees',
  'wait_for_decision',
] as const

const pounds = (accountNumber: string) => ({
  accountType: 'GBP_ACCOUNT',
  sortCode: '200000',
  accountNumber,
  beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Nora North' },
})
const dollars = () => balanceOf(app, { id: world.dollars })

describe('a model', () => {
  let models: Model[] = []
  afterEach(async () => {
    await Promise.all(models.map((model) => model.close()))
    models = []
  })

  async function modelWith(policy: Partial<AgentPolicyRequest> = {}) {
    const connected = await connectedAgent(app, world.customerId, generous(policy))
    const model = await modelOverHttp(app, connected.as)
    models.push(model)
    return { ...connected, ...model, params: { agentId: connected.agent.id } }
  }
  const threshold = (amount: number) => ({ approvalThresholds: { currency: 'USD', amount } })

  it('is offered the tools that its policy permits, and instructions on money', async () => {
    const everything = await modelWith()
    expect((await everything.tools()).sort()).toEqual(
      [
        ...ALWAYS,
        'create_external_account',
        'create_quote',
        'create_transfer_in',
        'create_transfer_out',
        'delete_external_account',
        'describe_account_type',
        'execute_quote',
        'get_external_account',
        'get_transaction',
        'list_external_accounts',
        'list_internal_accounts',
        'list_transactions',
      ].sort(),
    )
    expect(everything.client.getInstructions()).toContain('minor units')
    const nothing = await modelWith({ permissions: [] })
    expect((await nothing.tools()).sort()).toEqual([...ALWAYS])
    const reader = await modelWith({ permissions: ['VIEW_TRANSACTIONS'] })
    expect((await reader.tools()).sort()).toEqual(
      [...ALWAYS, 'get_transaction', 'list_internal_accounts', 'list_transactions'].sort(),
    )
  })

  it('finds an account, gets a price, and pays it', async () => {
    const { use, agent } = await modelWith()
    const found = await use('list_internal_accounts', { currency: 'USD' })
    expect(found.data.data).toMatchObject([{ id: world.dollars }])
    const quote = await use('create_quote', {
      source: { sourceType: 'ACCOUNT', accountId: world.dollars },
      destination: { destinationType: 'ACCOUNT', accountId: world.euros },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 2_000,
      idempotencyKey: 'price',
    })
    expect(quote).toMatchObject({ isError: false, data: { status: 'PENDING', totalSendingAmount: 2_000 } })
    const before = await dollars()
    const paid = await use('execute_quote', { quoteId: quote.data.id, idempotencyKey: 'pay' })
    expect(paid.text).toMatch(/^APPROVED and started\. The payment is Transaction:/)
    expect(paid.data).toMatchObject({ status: 'APPROVED', agentId: agent.id })
    expect(before - (await dollars())).toBe(2_000)
    const { data } = await use('get_transaction', { transactionId: paid.data.transaction.id })
    expect(data).toMatchObject({ agentId: agent.id })
    const { data: log } = await app.ok('listAgentAuditLog', { query: { agentId: agent.id, limit: 1 } })
    expect(log).toMatchObject([{ actor: agent.id, operation: 'agentExecuteQuote', decision: 'ALLOW' }])
  })

  it('learns which rule refused it, and nothing is paid', async () => {
    const { use } = await modelWith({ spendingLimits: { currency: 'USD', perTransactionLimit: 1_000 } })
    const before = await dollars()
    const asked = await use('evaluate_policy', { type: 'TRANSFER_OUT', accountId: world.dollars, amount: 1_001 })
    expect(asked).toMatchObject({ isError: false, data: { decision: 'DENY', rule: 'PER_TRANSACTION_LIMIT' } })
    const refused = await use('create_transfer_out', { ...transferOut(world, 1_001), idempotencyKey: 'much' })
    expect(refused).toMatchObject({
      isError: true,
      data: { status: 403, code: 'AGENT_LIMIT_EXCEEDED', details: { rule: 'PER_TRANSACTION_LIMIT' } },
    })
    expect(refused.text).toContain('PER_TRANSACTION_LIMIT')
    expect(await dollars()).toBe(before)
  })

  it('waits for approval above the threshold, and gets the decision', async () => {
    const { use, params } = await modelWith(threshold(500))
    const before = await dollars()
    const waiting = await use('create_transfer_out', { ...transferOut(world, 600), idempotencyKey: 'rent' })
    expect(waiting.isError).toBe(false)
    expect(waiting.data).toMatchObject({ status: 'PENDING_APPROVAL', approvalRule: 'APPROVAL_THRESHOLD' })
    const actionId = waiting.data.id
    const link = `${APPROVALS_PAGE}?action=${encodeURIComponent(actionId)}`
    expect(waiting.text).toMatch(/^PENDING APPROVAL\. Nothing has been paid yet\./)
    expect(waiting.text).toContain(waiting.data.approvalUrl)
    expect(waiting.data.approvalUrl).toBe(`${app.origin.replace('127.0.0.1', 'localhost')}${link}`)
    expect(await dollars()).toBe(before)
    const still = await use('wait_for_decision', { actionId, seconds: 1 })
    expect(still.data).toMatchObject({ status: 'PENDING_APPROVAL' })
    const decision = use('wait_for_decision', { actionId })
    await app.ok('approveAgentAction', { params: { ...params, actionId } })
    expect(await decision).toMatchObject({ isError: false, data: { status: 'APPROVED' } })
    expect((await use('get_action', { actionId })).text).toMatch(/^APPROVED/)
    expect(before - (await dollars())).toBe(600)
  })

  it('gets a rejection with its reason', async () => {
    const { use, params } = await modelWith(threshold(0))
    const before = await dollars()
    const { data } = await use('create_transfer_out', { ...transferOut(world, 600), idempotencyKey: 'rent' })
    await app.ok('rejectAgentAction', { params: { ...params, actionId: data.id }, body: { reason: 'Not this month' } })
    const told = await use('get_action', { actionId: data.id })
    expect(told.text).toMatch(/^REJECTED by the platform\. Nothing was paid, .* Not this month/)
    expect(await dollars()).toBe(before)
  })

  it('pays once with one key, twice with two, and not without', async () => {
    const { use } = await modelWith()
    const before = await dollars()
    const pay = (idempotencyKey: string | undefined, amount = 300) =>
      use('create_transfer_out', { ...transferOut(world, amount), ...(idempotencyKey && { idempotencyKey }) })
    const [first, again] = await Promise.all([pay('rent'), pay('rent')])
    expect(again.data.id).toBe(first.data.id)
    expect((await pay('rent')).data.id).toBe(first.data.id)
    expect(before - (await dollars())).toBe(300)
    expect(await pay('rent', 400)).toMatchObject({ isError: true, data: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    expect(await pay(undefined)).toMatchObject({
      isError: true,
      data: { code: 'INVALID_INPUT', details: { errors: [{ field: 'idempotencyKey', message: 'is required' }] } },
    })
    expect(before - (await dollars())).toBe(300)
    await pay('rent, again'.replaceAll(' ', '_'))
    expect(before - (await dollars())).toBe(600)
  })

  it('gets all wrong fields together; a misspelt amount does not send the whole balance', async () => {
    const { use } = await modelWith()
    const before = await dollars()
    const misspelt = await use('create_transfer_out', { ...transferOut(world), amuont: 5, idempotencyKey: 'a b' })
    const fieldsOf = ({ data }: typeof misspelt) => data.details.errors.map(({ field }: { field: string }) => field)
    expect(misspelt).toMatchObject({ isError: true, data: { code: 'INVALID_INPUT' } })
    expect(fieldsOf(misspelt)).toEqual(['amuont', 'idempotencyKey'])
    const wrong = await use('create_transfer_out', {
      ...transferOut(world),
      source: { accountId: 'mine' },
      amount: 'all',
      idempotencyKey: 'b',
    })
    expect(fieldsOf(wrong).sort()).toEqual(['amount', 'source.accountId'])
    expect(wrong.text).toContain('- amount must be an integer')
    expect(fieldsOf(await use('get_action'))).toEqual(['actionId'])
    expect(await use('get_action', { actionId: '../../me' })).toMatchObject({
      data: { code: 'AGENT_ACTION_NOT_FOUND' },
    })
    const executing = await use('create_quote', { immediatelyExecute: true, idempotencyKey: 'c' })
    expect(fieldsOf(executing)).toContain('immediatelyExecute')
    const jumbled = await use('create_quote', {
      immediatelyExecute: true,
      source: 5,
      destination: { destinationType: 'ACCOUNT', accountId: 'mine' },
      lockedCurrencyAmount: 'all',
      idempotencyKey: 'd',
    })
    expect(fieldsOf(jumbled).sort()).toEqual([
      'destination.accountId',
      'immediatelyExecute',
      'lockedCurrencyAmount',
      'lockedCurrencySide',
      'source',
    ])
    const waiting = await use('wait_for_decision', { seconds: 99 })
    expect(fieldsOf(waiting)).toEqual(['actionId', 'seconds'])
    expect(await dollars()).toBe(before)
  })

  it('registers an account of a type that it has looked up, and deletes it', async () => {
    const { use } = await modelWith()
    const kind = await use('describe_account_type', { accountType: 'GBP_ACCOUNT' })
    expect(kind.data.accountInfo.required).toContain('beneficiary')
    const unknown = await use('describe_account_type', { accountType: 'MOON_ACCOUNT' })
    expect(unknown).toMatchObject({ isError: true, data: { message: 'Unknown account type' } })
    expect(unknown.text).toContain('GBP_ACCOUNT')
    const made = await use('create_external_account', {
      currency: 'GBP',
      accountInfo: pounds('55779911'),
      idempotencyKey: 'nora',
    })
    expect(made).toMatchObject({ isError: false, data: { currency: 'GBP' } })
    const gone = { externalAccountId: made.data.id }
    expect((await use('delete_external_account', { ...gone, idempotencyKey: 'no-nora' })).text).toBe('Done.')
    expect(await use('get_external_account', gone)).toMatchObject({ data: { code: 'EXTERNAL_ACCOUNT_NOT_FOUND' } })
  })

  it('of a paused agent can read and change nothing', async () => {
    const { use, params } = await modelWith()
    await app.ok('updateAgent', { params, body: { isPaused: true } })
    const before = await dollars()
    expect(await use('create_transfer_out', { ...transferOut(world, 100), idempotencyKey: 'k' })).toMatchObject({
      isError: true,
      data: { code: 'AGENT_PAUSED' },
    })
    expect(await use('list_transactions')).toMatchObject({ isError: false })
    expect(await use('get_agent_me')).toMatchObject({ data: { isPaused: true } })
    expect(await dollars()).toBe(before)
  })

  it('is notified of a narrowed policy; calls beyond it are refused and audited', async () => {
    const model = await modelWith()
    // The first notification always comes: the policy may have changed before the client listened.
    await model.listChanges(1)
    expect(await model.tools()).toContain('create_transfer_out')
    await app.ok('updateAgentPolicy', { params: model.params, body: { permissions: ['VIEW_TRANSACTIONS'] } })
    await model.listChanges(2)
    expect(await model.tools()).not.toContain('create_transfer_out')
    const refused = await model.use('create_transfer_out', { ...transferOut(world, 100), idempotencyKey: 'k' })
    expect(refused).toMatchObject({ isError: true, data: { code: 'FORBIDDEN', details: { rule: 'PERMISSION' } } })
    const { data } = await app.ok('listAgentAuditLog', { query: { ...model.params, decision: 'DENY' } })
    expect(data).toMatchObject([{ operation: 'agentCreateTransferOut', rule: 'PERMISSION', outcome: 'REFUSED' }])
  })

  it('cannot reach another path by an id of dots', async () => {
    const { use } = await modelWith()
    for (const dots of ['.', '..', '../..', '%2e%2e']) {
      for (const [tool, args] of [
        ['get_action', { actionId: dots }],
        ['wait_for_decision', { actionId: dots, seconds: 1 }],
        ['get_transaction', { transactionId: dots }],
      ] as const) {
        const reply = await use(tool, args)
        expect([reply.isError, reply.data.status], `${tool} ${dots}`).toEqual([true, 404])
        expect(reply.data.code, `${tool} ${dots}`).not.toBe('NOT_FOUND')
      }
    }
  })

  it('of a deleted agent gets 401', async () => {
    const { tools, use, params } = await modelWith()
    await app.ok('deleteAgent', { params })
    await expect(use('list_actions')).rejects.toMatchObject({ code: 401 })
    await expect(tools()).rejects.toMatchObject({ code: 401 })
  })

  it('gets a protocol error for an unknown tool', async () => {
    await expect((await modelWith()).use('pay_everybody')).rejects.toThrow('There is no tool pay_everybody')
  })
})

describe('the permission that the contract names', () => {
  it('is the one that the policy requires, and sufficient', async () => {
    const unknown = '019542f5-b3e7-7d02-8000-000000000001'
    const ids = { transactionId: `Transaction:${unknown}`, quoteId: `Quote:${unknown}` }
    const params = {
      ...ids,
      externalAccountId: `ExternalAccount:${unknown}`,
      actionId: `AgentAction:${unknown}`,
    } as any
    const bodies: Partial<Record<string, object>> = {
      agentCreateTransferIn: {
        source: { accountId: world.bank },
        destination: { accountId: world.dollars },
        amount: 1,
      },
      agentCreateTransferOut: transferOut(world, 1),
      agentEvaluatePolicy: { type: 'TRANSFER_OUT', accountId: world.dollars, amount: 1 },
      agentCreateExternalAccount: { currency: 'GBP', accountInfo: pounds('55779912') },
      agentCreateQuote: {
        source: { sourceType: 'ACCOUNT', accountId: world.dollars },
        destination: { destinationType: 'ACCOUNT', accountId: world.euros },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 2_000,
      },
    }
    const askedPermission = async (id: OperationId, permissions: AgentPermission[]) => {
      const { as } = await connectedAgent(app, world.customerId, generous({ permissions }))
      const { error } = await app.call(id, { as, params, ...(bodies[id] && { body: bodies[id] as never }) })
      return error?.details?.requiredPermission
    }
    for (const [id, operation] of Object.entries(agentMeOperations) as [OperationId, Operation][]) {
      const { agentPermission } = operation
      const others = EVERYTHING.filter((permission) => permission !== agentPermission)
      expect(await askedPermission(id, agentPermission ? others : []), id).toBe(agentPermission)
      if (agentPermission) expect(await askedPermission(id, [agentPermission]), id).toBeUndefined()
    }
  })
})

describe('/mcp', () => {
  const message = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const post = (body: string, { headers = {}, as }: { headers?: Record<string, string>; as?: object | null } = {}) =>
    app.raw('POST', `${app.origin}/mcp`, {
      body,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      ...(as !== undefined && { as: as as null }),
    })
  let as: { accessToken: string }
  beforeAll(async () => {
    as = (await connectedAgent(app, world.customerId)).as
  })

  it('answers each request by itself, without a session, so that any process can', async () => {
    const { status, body, headers } = await post(message('tools/call', { name: 'get_agent_me' }), { as })
    expect(status).toBe(200)
    expect(body.result.structuredContent).toMatchObject({ name: 'Payables', isConnected: true })
    expect(headers.get('mcp-session-id')).toBeNull()
  })

  it('is for agents only: 401 names Bearer', async () => {
    const anonymous = await post(message('tools/list'), { as: null })
    expect(anonymous).toMatchObject({ status: 401, error: { code: 'UNAUTHORIZED' } })
    expect(anonymous.headers.get('www-authenticate')).toBe('Bearer')
    for (const wrong of [undefined, { accessToken: `agt_${'0'.repeat(64)}` }]) {
      const refused = await post(message('tools/list'), { as: wrong as object })
      expect(refused.status).toBe(401)
      expect(refused.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    }
    const listening = await app.raw('GET', `${app.origin}/mcp`, { as: null, headers: { accept: 'text/event-stream' } })
    expect(listening.status).toBe(401)
  })

  it.each([
    ['a page of another site', { origin: 'https://evil.example' }, 403],
    ['a page of another port', { origin: 'http://localhost:1' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['a client that does not accept JSON', { accept: 'text/html' }, 406],
    ['a client of an unknown protocol version', { 'mcp-protocol-version': '2999-01-01' }, 400],
    ['another content type than JSON', { 'content-type': 'text/plain' }, 415],
  ])('refuses %s', async (_what, headers, status) => {
    expect((await post(message('tools/list'), { as, headers })).status).toBe(status)
  })

  it('accepts its own origin, and refuses other host names (DNS rebinding)', async () => {
    expect((await post(message('tools/list'), { as, headers: { origin: app.origin } })).status).toBe(200)
    const asked = request(`${app.origin}/mcp`, {
      method: 'POST',
      headers: { host: 'evil.example:4700', authorization: `Bearer ${as.accessToken}` },
    }).end()
    const [answer] = await once(asked, 'response')
    expect(answer.resume().statusCode).toBe(403)
  })

  it.each([
    ['an empty body', '', 400],
    ['malformed JSON', '{', 400],
    ['several messages at once', `[${message('tools/list')}]`, 400],
    ['an object that is not a message', '{"a":1}', 400],
    [
      'a message that is nested too deeply',
      message('tools/list', JSON.parse(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`)),
      413,
    ],
    ['a message that is too long', message('tools/list', { a: 'x'.repeat(300_000) }), 413],
  ])('refuses %s', async (_what, body, status) => {
    expect((await post(body, { as })).status).toBe(status)
  })

  it('has no sessions to delete, and is not an operation of the API', async () => {
    const ended = await app.raw('DELETE', `${app.origin}/mcp`, { as })
    expect(ended).toMatchObject({ status: 405, error: { code: 'METHOD_NOT_ALLOWED' } })
    expect(ended.headers.get('allow')).toBe('GET, POST')
    expect((await app.raw('GET', `${app.origin}/openapi.json`)).text).not.toContain('/mcp')
  })
})

describe.runIf(kind === 'postgres')('two processes on one database', () => {
  it('serve a model as one: each answers, observes changes made by the other, and knows its idempotency keys', async () => {
    const place = await freshPlace()
    const [one, other] = [await testApp({ place }), await testApp({ place })]
    const here = await agentWorld(one)
    const { agent, as } = await connectedAgent(one, here.customerId)
    const models = [await modelOverHttp(one, as), await modelOverHttp(other, as)] as const
    const before = await balanceOf(one, { id: here.dollars })
    const pay = (model: Model) => model.use('create_transfer_out', { ...transferOut(here, 300), idempotencyKey: 'k' })
    const [first, again] = [await pay(models[0]), await pay(models[1])]
    expect(again.data.id).toBe(first.data.id)
    expect(before - (await balanceOf(one, { id: here.dollars }))).toBe(300)
    await models[1].listChanges(1)
    await one.ok('updateAgentPolicy', { params: { agentId: agent.id }, body: { permissions: [] } })
    await models[1].listChanges(2)
    expect((await models[1].tools()).sort()).toEqual([...ALWAYS])
    await Promise.all(models.map((model) => model.close()))
    await Promise.all([one.close(), other.close()])
    await place.drop()
  })
})
