import { afterEach, describe, expect, it } from 'vitest'
import {
  type AgentWorld,
  agentTests,
  bankAccount,
  type ConnectedAgent,
  transferOut,
} from '../../../../test/harness/agents.ts'
import type { TestApp } from '../../../../test/harness/app.ts'
import { eventsOf } from '../../../../test/harness/books.ts'
import { accountOf, balanceOf } from '../../../../test/harness/cast.ts'
import { modelOverHttp } from '../../../../test/harness/mcp.ts'

const UMA = '$success.usd@sandbox.uma.example'
let app: TestApp
let world: AgentWorld
let numbers = 0
const {
  agentWith,
  quote,
  execute,
  change,
  pay: paying,
} = agentTests((opened) => ({ app, world } = opened), {
  dashboard: true,
})
afterEach(async () => expect(await app.audit()).toEqual([]))

const newAccount = (more: object = {}): Record<string, unknown> => ({
  currency: 'USD',
  accountInfo: {
    accountType: 'USD_ACCOUNT',
    routingNumber: '021000021',
    accountNumber: `66${String(++numbers).padStart(6, '0')}719`,
    beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Harbor Paper' },
  },
  ...more,
})
const register = ({ as }: ConnectedAgent, body: Record<string, unknown> = newAccount()) =>
  app.call('agentCreateExternalAccount', { as, body })
const pay = (agent: ConnectedAgent, to: AgentWorld['bank'], amount = 500) => paying(agent, amount, to)
const quoteTo = (agent: ConnectedAgent, destination: object, more: object = {}) =>
  quote(agent, { destination, ...more })
const pendingActions = async ({ as }: ConnectedAgent) => {
  const { data } = await app.ok('agentListActions', { as, query: { status: 'PENDING_APPROVAL' } })
  return data
}
const decide = async (how: 'approve' | 'reject', connected: ConnectedAgent) => {
  const [action] = await pendingActions(connected)
  const params = { agentId: connected.agent.id, actionId: action?.id as `AgentAction:${string}` }
  return how === 'approve' ? app.call('approveAgentAction', { params }) : app.call('rejectAgentAction', { params })
}
const read = ({ as }: ConnectedAgent, externalAccountId: AgentWorld['bank']) =>
  app.call('agentGetExternalAccount', { as, params: { externalAccountId } })
const payees = async ({ as }: ConnectedAgent, query: object = {}) =>
  (await app.ok('agentListPayees', { as, query: { limit: 100, ...query } })).data

describe('a payee that an agent registers', () => {
  it('waits for approval, and cannot be paid before', async () => {
    const agent = await agentWith()
    const { status, body: payee } = await register(agent)
    expect([status, payee.status]).toEqual([201, 'PENDING'])
    const [action] = await pendingActions(agent)
    expect(action).toMatchObject({
      type: 'ADD_EXTERNAL_ACCOUNT',
      status: 'PENDING_APPROVAL',
      approvalRule: 'NEW_PAYEE',
      externalAccount: payee,
    })
    expect(action).not.toHaveProperty('transferDetails')
    expect(await eventsOf(app, action?.id as string)).toEqual(['AGENT_ACTION.PENDING_APPROVAL'])
    expect((await app.ok('listAgentApprovals', { query: { agentId: agent.agent.id } })).data).toEqual([action])
    const before = await balanceOf(app, { id: world.dollars })
    expect((await pay(agent, payee.id)).error.code).toBe('ACCOUNT_NOT_ACTIVE')
    expect((await quoteTo(agent, { destinationType: 'ACCOUNT', accountId: payee.id })).error.code).toBe(
      'ACCOUNT_NOT_ACTIVE',
    )
    const byPlatform = await app.call('createTransferOut', { body: transferOut(world, 500, payee.id) })
    expect(byPlatform.error.code).toBe('ACCOUNT_NOT_ACTIVE')
    expect(await balanceOf(app, { id: world.dollars })).toBe(before)
    expect((await payees(agent)).map(({ externalAccountId }) => externalAccountId)).not.toContain(payee.id)
  })

  it('can be paid after the approval, and both are in the audit log', async () => {
    const agent = await agentWith()
    const { body: payee } = await register(agent)
    const approved = await decide('approve', agent)
    expect([approved.status, approved.body.status, approved.body.externalAccount?.status]).toEqual([
      200,
      'APPROVED',
      'ACTIVE',
    ])
    expect(await eventsOf(app, payee.id)).toEqual(['EXTERNAL_ACCOUNT.STATUS_UPDATED'])
    expect((await pay(agent, payee.id)).body.status).toBe('APPROVED')
    const { data } = await app.ok('listAgentAuditLog', { query: { agentId: agent.agent.id, sortOrder: 'asc' } })
    const entries = data.map(({ operation, rule, outcome, content }) => [
      operation,
      rule,
      outcome,
      JSON.parse(content).details?.accountId,
    ])
    expect(entries).toContainEqual(['agentCreateExternalAccount', 'NEW_PAYEE', 'WAITING', payee.id])
    expect(entries).toContainEqual(['approveAgentAction', undefined, 'DONE', payee.id])
  })

  it('is removed when it is rejected, and can be registered again', async () => {
    const agent = await agentWith()
    const body = newAccount()
    const { body: payee } = await register(agent, body)
    expect((await decide('reject', agent)).body.status).toBe('REJECTED')
    expect((await read(agent, payee.id)).status).toBe(404)
    expect((await register(agent, body)).body.status).toBe('PENDING')
  })

  it('is activated by one of 25 concurrent approvals, which all return the same action', async () => {
    const agent = await agentWith()
    const { body: payee } = await register(agent)
    const [action] = await pendingActions(agent)
    const params = { agentId: agent.agent.id, actionId: action?.id as `AgentAction:${string}` }
    const replies = await Promise.all(Array.from({ length: 25 }, () => app.call('approveAgentAction', { params })))
    expect(new Set(replies.map(({ body }) => body.status))).toEqual(new Set(['APPROVED']))
    expect(await eventsOf(app, payee.id)).toEqual(['EXTERNAL_ACCOUNT.STATUS_UPDATED'])
  })

  it.each([
    [
      'the agent is paused',
      'AGENT_PAUSED',
      ({ agent }: ConnectedAgent) => app.ok('updateAgent', { params: { agentId: agent.id }, body: { isPaused: true } }),
    ],
    [
      'the agent may no longer register accounts',
      'PERMISSION',
      ({ agent }: ConnectedAgent) =>
        app.ok('updateAgentPolicy', { params: { agentId: agent.id }, body: { permissions: ['CREATE_TRANSFERS'] } }),
    ],
    [
      'the agent has removed the account',
      'EXTERNAL_ACCOUNT_NOT_FOUND',
      async (agent: ConnectedAgent, externalAccountId: AgentWorld['bank']) =>
        app.ok('agentDeleteExternalAccount', { as: agent.as, params: { externalAccountId } }),
    ],
  ])('is not activated when %s', async (_when, failureReason, happen) => {
    const agent = await agentWith()
    const { body: payee } = await register(agent)
    await happen(agent, payee.id)
    expect((await decide('approve', agent)).body).toMatchObject({ status: 'FAILED', failureReason })
    const found = await app.call('getCustomerExternalAccountById', { params: { externalAccountId: payee.id } })
    expect(found.status).toBe(404)
  })

  it('is ACTIVE immediately with newPayees AUTO', async () => {
    const agent = await agentWith({ newPayees: 'AUTO' })
    const { body: payee } = await register(agent)
    expect(payee.status).toBe('ACTIVE')
    expect(await pendingActions(agent)).toEqual([])
    expect((await pay(agent, payee.id)).status).toBe(201)
  })

  it('cannot become the default deposit account before it is approved', async () => {
    const { error } = await register(await agentWith(), newAccount({ defaultUmaDepositAccount: true }))
    expect([error.code, error.details.errors[0].field]).toEqual(['INVALID_INPUT', 'defaultUmaDepositAccount'])
  })

  it('waits over MCP too, where the model gets the link to the decision', async () => {
    const agent = await agentWith()
    const model = await modelOverHttp(app, agent.as)
    const made = await model.use('create_external_account', { ...newAccount(), idempotencyKey: 'harbor' })
    expect(made.isError).toBe(false)
    expect(made.text).toMatch(/^PENDING APPROVAL\. ExternalAccount:/)
    expect(made.data.approvalUrl).toMatch(/\/agents\/approvals$/)
    const [action] = await pendingActions(agent)
    expect((await model.use('get_action', { actionId: action?.id })).text).toMatch(/^PENDING APPROVAL\. The payee/)
    await decide('approve', agent)
    expect((await model.use('wait_for_decision', { actionId: action?.id })).text).toContain('can be paid now')
    const { data } = await model.use('list_payees', {})
    expect(data.data).toContainEqual(expect.objectContaining({ externalAccountId: made.data.id, name: 'Harbor Paper' }))
    await model.close()
  })
})

describe('allowedPayees', () => {
  const DENIED = { status: 403, code: 'FORBIDDEN', details: { rule: 'PAYEE_NOT_ALLOWED' } }
  const lookup = async () => (await app.ok('lookupUma', { params: { receiverUmaAddress: UMA } })).lookupId
  const toUma = async (agent: ConnectedAgent) =>
    quoteTo(agent, { destinationType: 'UMA_ADDRESS', umaAddress: UMA }, { lookupId: await lookup() })

  it('LISTED allows those accounts and UMA addresses, and no others', async () => {
    const other = await bankAccount(app, world.customerId)
    const agent = await agentWith({
      allowedPayees: { scope: 'LISTED', payees: [world.bank, '$Success.usd@sandbox.UMA.example'] },
    })
    expect((await pay(agent, world.bank)).status).toBe(201)
    expect((await pay(agent, other)).error).toMatchObject(DENIED)
    expect((await quoteTo(agent, { destinationType: 'ACCOUNT', accountId: other })).error).toMatchObject(DENIED)
    expect((await quoteTo(agent, { destinationType: 'ACCOUNT', accountId: world.euros })).status).toBe(200)
    const made = await toUma(agent)
    expect(made.status).toBe(200)
    const executed = await execute(agent, made.body.id)
    expect(executed.body.status).toBe('APPROVED')
    await change(agent, { allowedPayees: { scope: 'LISTED', payees: [world.bank] } })
    expect((await toUma(agent)).error).toMatchObject(DENIED)
  })

  it('LISTED includes a payee that the platform approves', async () => {
    const agent = await agentWith({ allowedPayees: { scope: 'LISTED', payees: [world.bank] } })
    const { body: payee } = await register(agent)
    await decide('approve', agent)
    const { policy } = await app.ok('getAgentById', { params: { agentId: agent.agent.id } })
    expect(policy.allowedPayees?.payees).toEqual([world.bank, payee.id])
    expect((await pay(agent, payee.id)).status).toBe(201)
  })

  it('EXISTING allows every external account of the customer, and no UMA address', async () => {
    const agent = await agentWith({ allowedPayees: { scope: 'EXISTING' } })
    expect((await pay(agent, await bankAccount(app, world.customerId))).status).toBe(201)
    expect((await toUma(agent)).error).toMatchObject(DENIED)
  })

  it('is checked again when a quote is executed and when an action is approved', async () => {
    const agent = await agentWith({ approvalThresholds: { currency: 'USD', amount: 100 } })
    const { body: made } = await quoteTo(agent, { destinationType: 'ACCOUNT', accountId: world.bank })
    expect((await pay(agent, world.bank)).body.status).toBe('PENDING_APPROVAL')
    await change(agent, { allowedPayees: { scope: 'LISTED', payees: [] } })
    const executed = await execute(agent, made.id)
    expect(executed.error).toMatchObject(DENIED)
    expect((await decide('approve', agent)).body).toMatchObject({
      status: 'FAILED',
      failureReason: 'PAYEE_NOT_ALLOWED',
    })
  })

  it('applies to dry runs of the policy', async () => {
    const agent = await agentWith({ allowedPayees: { scope: 'LISTED', payees: [] } })
    const question = { type: 'TRANSFER_OUT', accountId: world.dollars, amount: 5 } as const
    const ask = (more: object) => app.ok('agentEvaluatePolicy', { as: agent.as, body: { ...question, ...more } })
    expect((await ask({ payee: world.bank })).rule).toBe('PAYEE_NOT_ALLOWED')
    expect((await ask({ payee: UMA })).rule).toBe('PAYEE_NOT_ALLOWED')
    expect((await ask({})).decision).toBe('ALLOW')
  })

  it('404 for accounts of other customers, 400 for a list without LISTED', async () => {
    const { customerId } = await accountOf(app, 'alice', 'USD')
    const foreign = await bankAccount(app, customerId as AgentWorld['customerId'])
    const agent = await agentWith()
    const list = (allowedPayees: object) => change(agent, { allowedPayees })
    const refused = await list({ scope: 'LISTED', payees: [world.bank, foreign] })
    const unknown = await list({
      scope: 'LISTED',
      payees: [world.bank, 'ExternalAccount:019542f5-b3e7-7d02-8000-000000000001'],
    })
    expect([refused.status, refused.error]).toEqual([404, unknown.error])
    expect(refused.error.details.errors).toMatchObject([{ field: 'allowedPayees.payees.1' }])
    for (const wrong of [{ scope: 'LISTED' }, { scope: 'ANY', payees: [] }])
      expect((await list(wrong)).error).toMatchObject({
        code: 'INVALID_INPUT',
        details: { errors: [{ field: 'allowedPayees.payees' }] },
      })
    for (const payee of ['Harbor Paper', '$no-domain', 'ExternalAccount:1'])
      expect((await list({ scope: 'LISTED', payees: [payee] })).error.details.errors[0].field).toBe(
        'allowedPayees.payees.0',
      )
  })
})

describe('agentListPayees', () => {
  it('lists payees without bank details, and without the permission to manage accounts', async () => {
    const agent = await agentWith({ permissions: ['CREATE_TRANSFERS'] })
    const list = await payees(agent)
    const found = list.find(({ externalAccountId }) => externalAccountId === world.bank)
    expect(found).toEqual({
      type: 'EXTERNAL_ACCOUNT',
      externalAccountId: world.bank,
      name: 'Nora North',
      currency: 'USD',
      accountType: 'USD_ACCOUNT',
      identifierEnding: expect.stringMatching(/^.{4}$/),
    })
    expect((await app.call('agentListExternalAccounts', { as: agent.as })).status).toBe(403)
    const { customerId } = await accountOf(app, 'alice', 'USD')
    const foreign = await bankAccount(app, customerId as AgentWorld['customerId'])
    expect(JSON.stringify(await payees(agent))).not.toContain(foreign)
    expect(await payees(agent, { currency: 'KES' })).toEqual([])
  })

  it('lists the payees of the policy page by page, and none for an agent that cannot pay', async () => {
    const more = [await bankAccount(app, world.customerId), await bankAccount(app, world.customerId)]
    const addresses = ['$a@bank.example', '$b@bank.example'] as const
    const agent = await agentWith({ allowedPayees: { scope: 'LISTED', payees: [...more, ...addresses] } })
    const found: unknown[] = []
    let cursor: string | undefined
    do {
      const page = await app.ok('agentListPayees', { as: agent.as, query: { limit: 1, ...(cursor && { cursor }) } })
      expect(page.totalCount).toBe(4)
      found.push(...page.data.map(({ umaAddress, externalAccountId }) => umaAddress ?? externalAccountId))
      cursor = page.nextCursor
    } while (cursor)
    expect(found).toEqual([...addresses.toReversed(), ...more.toReversed()])
    const reader = await agentWith({ permissions: ['VIEW_TRANSACTIONS', 'CREATE_QUOTES'] })
    expect(await payees(reader)).toEqual([])
  })
})
