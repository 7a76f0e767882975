import { describe, expect, it } from 'vitest'
import {
  type AgentWorld,
  agentTests,
  bankAccount,
  type ConnectedAgent,
  connectedAgent,
  generous,
  transferOut,
} from '../../../../test/harness/agents.ts'
import type { TestApp } from '../../../../test/harness/app.ts'
import { eventsOf } from '../../../../test/harness/books.ts'
import { balanceOf } from '../../../../test/harness/cast.ts'
import { STAND_IN, sign, signed, standInPasskey, walletWithSession } from '../../../../test/harness/samples/wallets.ts'

let app: TestApp
let world: AgentWorld
let asking: ConnectedAgent
const { agentWith, quote, usageOf } = agentTests(async (opened) => {
  ;({ app, world } = opened)
  asking = await agentWith({ approvalThresholds: { currency: 'USD', amount: 1_000 } })
})

const submit = ({ as }: ConnectedAgent, amount = 2_000, to?: AgentWorld['bank']) =>
  app.ok('agentCreateTransferOut', { as, body: transferOut(world, amount, to) })
type Action = Awaited<ReturnType<typeof submit>>
const paramsOf = ({ agentId, id }: Action) => ({ agentId, actionId: id })
const approve = (action: Action) => app.call('approveAgentAction', { params: paramsOf(action) })
const reject = (action: Action, reason?: string) =>
  app.call('rejectAgentAction', { params: paramsOf(action), ...(reason && { body: { reason } }) })
const dollars = () => balanceOf(app, { id: world.dollars })
const quoteFor = async (agent: ConnectedAgent, amount = 2_000) =>
  (await quote(agent, { lockedCurrencyAmount: amount })).body

describe('approveAgentAction', () => {
  it('is needed above the threshold: nothing moves or counts, and the platform receives an event', async () => {
    const before = await dollars()
    const action = await submit(asking)
    expect(action).toMatchObject({ status: 'PENDING_APPROVAL', approvalRule: 'APPROVAL_THRESHOLD' })
    expect(action).not.toHaveProperty('transaction')
    expect(await dollars()).toBe(before)
    expect((await usageOf(asking)).dailyTransactionCount).toBe(0)
    expect(await eventsOf(app, action.id)).toEqual(['AGENT_ACTION.PENDING_APPROVAL'])
    await reject(action)
  })

  it('executes the action, which then counts as usage', async () => {
    const payables = await agentWith({ defaultExecutionMode: 'APPROVAL_REQUIRED' })
    const [before, action] = [await dollars(), await submit(payables)]
    const { body } = await approve(action)
    expect(body).toMatchObject({ status: 'APPROVED', transaction: { agentId: payables.agent.id, type: 'OUTGOING' } })
    expect(before - (await dollars())).toBe(2_000)
    expect(await usageOf(payables)).toMatchObject({ dailyTransactionCount: 1, dailySpend: 2_000 })
    const again = await approve(action)
    expect([again.status, again.body.transaction?.id]).toEqual([200, body.transaction?.id])
    expect((await reject(action)).error.code).toBe('INVALID_STATE_TRANSITION')
    expect(before - (await dollars())).toBe(2_000)
  })

  it('executes a quote', async () => {
    const quote = await quoteFor(asking)
    const action = await app.ok('agentExecuteQuote', { as: asking.as, params: { quoteId: quote.id } })
    expect(action).toMatchObject({ type: 'EXECUTE_QUOTE', status: 'PENDING_APPROVAL', quote: { status: 'PENDING' } })
    expect((await approve(action)).body).toMatchObject({ status: 'APPROVED', quote: { status: 'COMPLETED' } })
  })

  it("401 for an agent, 404 for another platform and under another agent's id", async () => {
    const action = await submit(asking)
    const other = await agentWith()
    expect((await app.call('approveAgentAction', { params: paramsOf(action), as: asking.as })).status).toBe(401)
    const foreign = await app.call('approveAgentAction', { params: paramsOf(action), as: await app.anotherPlatform() })
    expect(foreign.error.code).toBe('AGENT_NOT_FOUND')
    const params = { ...paramsOf(action), agentId: other.agent.id }
    for (const id of ['approveAgentAction', 'rejectAgentAction'] as const)
      expect((await app.call(id, { params })).error.code).toBe('AGENT_ACTION_NOT_FOUND')
    await reject(action)
  })
})

describe('rejectAgentAction', () => {
  it('executes nothing, for a reason that the agent can read', async () => {
    const [before, action] = [await dollars(), await submit(asking)]
    expect((await reject(action, 'Not this month')).body).toMatchObject({
      status: 'REJECTED',
      rejectionReason: 'Not this month',
    })
    expect((await reject(action)).body.rejectionReason).toBe('Not this month')
    expect((await approve(action)).error.code).toBe('INVALID_STATE_TRANSITION')
    const seen = await app.ok('agentGetAction', { as: asking.as, params: { actionId: action.id } })
    expect(seen.rejectionReason).toBe('Not this month')
    expect(await dollars()).toBe(before)
  })
})

describe('listAgentApprovals', () => {
  it('lists pending actions, or those of the given status', async () => {
    const agent = await agentWith({ defaultExecutionMode: 'APPROVAL_REQUIRED' })
    const [first, second] = [await submit(agent), await submit(agent)]
    const list = async (query = {}) =>
      (await app.ok('listAgentApprovals', { query: { agentId: agent.agent.id, ...query } })).data
    expect(await list()).toEqual([first, second])
    expect(await list({ sortOrder: 'desc' })).toEqual([second, first])
    await reject(first)
    expect(await list()).toEqual([second])
    expect((await list({ status: 'REJECTED' })).map(({ id }) => id)).toEqual([first.id])
  })
})

describe('agentListActions', () => {
  it('lists the actions of the agent, newest first, and no others', async () => {
    const [agent, other] = [await agentWith(), await agentWith()]
    const [first, second] = [await submit(agent), await submit(agent)]
    await submit(other)
    const { data } = await app.ok('agentListActions', { as: agent.as })
    expect(data.map(({ id }) => id)).toEqual([second.id, first.id])
  })
})

describe('agentGetAction', () => {
  it('shows an action of the agent, and 404 for another agent’s', async () => {
    const action = await submit(asking)
    const get = (as: ConnectedAgent['as']) => app.call('agentGetAction', { as, params: { actionId: action.id } })
    expect((await get(asking.as)).body).toEqual(action)
    expect((await get((await agentWith()).as)).error.code).toBe('AGENT_ACTION_NOT_FOUND')
    await reject(action)
  })
})

describe('a transfer that could not be executed after approval', () => {
  const refused = async (body: object, as: ConnectedAgent['as'], name: 'In' | 'Out' = 'Out') => {
    const { error, text } = await app.call(`agentCreateTransfer${name}`, { as, body: body as never })
    expect((await app.ok('agentListActions', { as })).data, text).toEqual([])
    return error
  }
  const cautious = (customerId = world.customerId) =>
    connectedAgent(app, customerId, generous({ defaultExecutionMode: 'APPROVAL_REQUIRED' }))

  it('is refused immediately for its currencies, like a transfer that needs no approval', async () => {
    const [waiting, free] = [await cautious(), await agentWith()]
    const out = { source: { accountId: world.euros }, destination: { accountId: world.bank }, amount: 5 }
    const back = { source: { accountId: world.bank }, destination: { accountId: world.euros }, amount: 5 }
    await app.ok('sandboxFundInternalAccount', { params: { accountId: world.euros }, body: { amount: 5 } })
    for (const [body, name] of [[out, 'Out'] as const, [back, 'In'] as const]) {
      const error = await refused(body, waiting.as, name)
      expect(error).toMatchObject({ status: 400, code: 'INVALID_CURRENCY' })
      expect(await refused(body, free.as, name)).toEqual(error)
    }
  })

  it("is refused immediately for an amount outside the platform's limits", async () => {
    const { as } = await cautious()
    const error = await refused(transferOut(world, 999_999_999), as)
    expect(error).toMatchObject({ status: 400, code: 'AMOUNT_OUT_OF_RANGE' })
  })

  it('is refused immediately from a wallet, whose holder signs only quotes', async () => {
    const { wallet } = await walletWithSession(app, 500_000_000)
    const customerId = wallet.customerId as AgentWorld['customerId']
    const { as } = await cautious(customerId)
    const { id } = await app.ok('createCustomerExternalAccount', {
      body: {
        customerId,
        currency: wallet.balance.currency.code,
        accountInfo: {
          accountType: 'SPARK_WALLET',
          address: 'spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy3duxlf7hjzkp0rqx6dj6mrhu',
        },
      },
    })
    const body = { source: { accountId: wallet.id }, destination: { accountId: id }, amount: 5 }
    expect(await refused(body, as)).toMatchObject({
      code: 'INVALID_INPUT',
      details: { errors: [{ field: 'source.accountId' }] },
    })
  })
})

describe('approveAgentAction checks again', () => {
  const fails = async (action: Action, failureReason: string) => {
    const before = await dollars()
    const { status, body, text } = await approve(action)
    expect([status, body.status, body.failureReason], text).toEqual([200, 'FAILED', failureReason])
    expect(body).not.toHaveProperty('transaction')
    expect(await dollars()).toBe(before)
    expect((await approve(action)).body).toEqual(body)
    expect((await reject(action)).error.code).toBe('INVALID_STATE_TRANSITION')
  }
  const waiting = async (more = {}) => {
    const agent = await agentWith({ defaultExecutionMode: 'APPROVAL_REQUIRED', ...more })
    return { agent, action: await submit(agent) }
  }
  const change = ({ agent }: ConnectedAgent, body: object) =>
    app.ok('updateAgentPolicy', { params: { agentId: agent.id }, body })

  it('the pause', async () => {
    const { agent, action } = await waiting()
    await app.ok('updateAgent', { params: { agentId: agent.agent.id }, body: { isPaused: true } })
    await fails(action, 'AGENT_PAUSED')
  })

  it.each([
    ['the permissions', { permissions: [] }, 'PERMISSION'],
    ['the limit of a payment', { spendingLimits: { perTransactionLimit: 1_999 } }, 'PER_TRANSACTION_LIMIT'],
    ['the daily limit', { spendingLimits: { dailyLimit: 1_999 } }, 'DAILY_LIMIT'],
    ['the monthly limit', { spendingLimits: { monthlyLimit: 1_999 } }, 'MONTHLY_LIMIT'],
    ['the daily number', { spendingLimits: { dailyTransactionLimit: 0 } }, 'DAILY_TRANSACTION_LIMIT'],
    ['the allowed accounts', { accountRestrictions: { allowedAccountIds: [] } }, 'ACCOUNT_NOT_ALLOWED'],
  ])('%s', async (_what, body, reason) => {
    const { agent, action } = await waiting()
    await change(agent, body)
    await fails(action, reason)
  })

  it('the external account', async () => {
    const to = await bankAccount(app, world.customerId)
    const action = await submit(asking, 2_000, to)
    await app.ok('deleteCustomerExternalAccountById', { params: { externalAccountId: to } })
    await fails(action, 'EXTERNAL_ACCOUNT_NOT_FOUND')
  })

  it('the balance', async () => {
    const action = await submit(asking, (await dollars()) + 1)
    await fails(action, 'INSUFFICIENT_BALANCE')
  })

  it('the quote', async () => {
    const quote = await quoteFor(asking)
    const action = await app.ok('agentExecuteQuote', { as: asking.as, params: { quoteId: quote.id } })
    await app.advance({ minutes: 20 })
    await fails(action, 'QUOTE_EXPIRED')
  })

  it('but not the rule that required approval, nor a threshold that was lowered', async () => {
    const { agent, action } = await waiting()
    await change(agent, { approvalThresholds: { currency: 'USD', amount: 1 } })
    expect((await approve(action)).body.status).toBe('APPROVED')
  })

  it('and reports what the bank refuses immediately', async () => {
    const to = await bankAccount(app, world.customerId, '003')
    const action = await submit(asking, 2_000, to)
    const { body } = await approve(action)
    expect(body).toMatchObject({ status: 'FAILED', transaction: { status: 'FAILED' } })
    expect(body.failureReason).toBe(body.transaction?.failureReason)
  })

  it('404 when the agent is deleted', async () => {
    const { agent, action } = await waiting()
    await app.ok('deleteAgent', { params: { agentId: agent.agent.id } })
    expect((await approve(action)).error.code).toBe('AGENT_NOT_FOUND')
    const { data } = await app.ok('listAgentApprovals', { query: { agentId: agent.agent.id } })
    expect(data).toEqual([])
  })
})

describe('64 concurrent decisions', () => {
  const waiting = async () => submit(await agentWith({ defaultExecutionMode: 'APPROVAL_REQUIRED' }))

  it('to approve execute the action once', async () => {
    const [before, action] = [await dollars(), await waiting()]
    const replies = await Promise.all(Array.from({ length: 64 }, () => approve(action)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(new Set(replies.map(({ body }) => body.transaction?.id)).size).toBe(1)
    expect(before - (await dollars())).toBe(2_000)
  })

  it('to approve and to reject have one outcome', async () => {
    const [before, action] = [await dollars(), await waiting()]
    const replies = await Promise.all(Array.from({ length: 64 }, (_, i) => (i % 2 ? approve(action) : reject(action))))
    const outcomes = new Set(replies.filter(({ status }) => status === 200).map(({ body }) => body.status))
    expect(outcomes.size).toBe(1)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(32)
    expect(replies.filter(({ error }) => error.code === 'INVALID_STATE_TRANSITION')).toHaveLength(32)
    expect(before - (await dollars())).toBe(outcomes.has('APPROVED') ? 2_000 : 0)
  })

  it('about as many actions execute what the limit allows', async () => {
    const agent = await agentWith({
      defaultExecutionMode: 'APPROVAL_REQUIRED',
      spendingLimits: { currency: 'USD', perTransactionLimit: 100, dailyLimit: 300 },
    })
    const actions = await Promise.all(Array.from({ length: 32 }, () => submit(agent, 100)))
    const replies = await Promise.all(actions.map(approve))
    const statuses = replies.map(({ body }) => body.status)
    expect(statuses.filter((status) => status === 'APPROVED')).toHaveLength(3)
    expect(statuses.filter((status) => status === 'FAILED')).toHaveLength(29)
    expect((await usageOf(agent)).dailySpend).toBe(300)
  })
})

describe('an action paid from a wallet', () => {
  it('needs the signature of the holder when it is submitted, and none when it is approved', async () => {
    const { wallet } = await walletWithSession(app, 500_000_000)
    const customerId = wallet.customerId as AgentWorld['customerId']
    const limits = { currency: 'USD', perTransactionLimit: 100_000 }
    const agents = [
      await connectedAgent(app, customerId, generous({ spendingLimits: limits })),
      await connectedAgent(
        app,
        customerId,
        generous({ spendingLimits: limits, defaultExecutionMode: 'APPROVAL_REQUIRED' }),
      ),
    ] as const
    const { data } = await app.ok('listCustomerInternalAccounts', { query: { customerId, currency: 'USD' } })
    for (const { as } of agents) {
      const quote = await app.ok('agentCreateQuote', {
        as,
        body: {
          source: { sourceType: 'ACCOUNT', accountId: wallet.id },
          destination: { destinationType: 'ACCOUNT', accountId: data[0]?.id },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: 5_000_000,
        },
      })
      const params = { quoteId: quote.id }
      const asked = await app.call('agentExecuteQuote', { as, params })
      expect(asked.status).toBe(202)
      expect(asked.body).toMatchObject({ payloadToSign: quote.payloadToSign })
      expect((await app.ok('agentListActions', { as })).data).toEqual([])
      const headers = { 'service-wallet-signature': STAND_IN.signature }
      const { status, body: action } = await app.call('agentExecuteQuote', { as, params, headers })
      expect(status).toBe(200)
      if (action.status === 'PENDING_APPROVAL') expect((await approve(action)).body.status).toBe('APPROVED')
      else expect(action.status).toBe('APPROVED')
      expect((await app.ok('agentGetQuote', { as, params })).status).toBe('COMPLETED')
    }
  })

  it.each(['session', 'credential'])('fails when the %s that signed was revoked before the approval', async (what) => {
    const { wallet, credential, session } = await walletWithSession(app, 500_000_000)
    const customerId = wallet.customerId as AgentWorld['customerId']
    const limits = { currency: 'USD', perTransactionLimit: 100_000 }
    const { as } = await connectedAgent(
      app,
      customerId,
      generous({ spendingLimits: limits, defaultExecutionMode: 'APPROVAL_REQUIRED' }),
    )
    const { data } = await app.ok('listCustomerInternalAccounts', { query: { customerId, currency: 'USD' } })
    const quote = await app.ok('agentCreateQuote', {
      as,
      body: {
        source: { sourceType: 'ACCOUNT', accountId: wallet.id },
        destination: { destinationType: 'ACCOUNT', accountId: data[0]?.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 5_000_000,
      },
    })
    const headers = { 'service-wallet-signature': sign(quote.payloadToSign as string, session.privateKey) }
    const { body: action } = await app.call('agentExecuteQuote', { as, params: { quoteId: quote.id }, headers })
    expect(action.status).toBe('PENDING_APPROVAL')
    await signed(app, 'createAuthCredential', { body: standInPasskey(wallet.id) }, session)
    if (what === 'session') await signed(app, 'revokeAuthSession', { params: { id: session.id } }, session)
    else await signed(app, 'revokeAuthCredential', { params: { id: credential.id } }, STAND_IN.signature)
    expect((await approve(action)).body).toMatchObject({ status: 'FAILED', failureReason: 'UNAUTHORIZED' })
    expect((await app.ok('agentGetQuote', { as, params: { quoteId: quote.id } })).status).toBe('PENDING')
  })

  it('is refused by the policy before a signature is requested', async () => {
    const { wallet } = await walletWithSession(app, 500_000_000)
    const customerId = wallet.customerId as AgentWorld['customerId']
    const { as } = await connectedAgent(
      app,
      customerId,
      generous({ spendingLimits: { currency: 'USD', perTransactionLimit: 1 } }),
    )
    const { data } = await app.ok('listCustomerInternalAccounts', { query: { customerId, currency: 'USD' } })
    const quote = await app.ok('agentCreateQuote', {
      as,
      body: {
        source: { sourceType: 'ACCOUNT', accountId: wallet.id },
        destination: { destinationType: 'ACCOUNT', accountId: data[0]?.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 5_000_000,
      },
    })
    const { error } = await app.call('agentExecuteQuote', { as, params: { quoteId: quote.id } })
    expect([error.code, error.details.rule]).toEqual(['AGENT_LIMIT_EXCEEDED', 'PER_TRANSACTION_LIMIT'])
  })
})
