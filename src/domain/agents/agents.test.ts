import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/contract.ts'
import {
  type AgentWorld,
  agentWorld,
  bankAccount,
  type ConnectedAgent,
  connectedAgent,
  generous,
  transferOut,
} from '../../../test/harness/agents.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { everythingStored } from '../../../test/harness/books.ts'
import { accountOf, balanceOf, quoteBetween } from '../../../test/harness/cast.ts'

let app: TestApp
let world: AgentWorld
beforeAll(async () => {
  app = await testApp()
  world = await agentWorld(app)
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

const usageOf = async ({ agent }: ConnectedAgent) =>
  (await app.ok('getAgentById', { params: { agentId: agent.id } })).usage
const paying = ({ as }: ConnectedAgent, amount?: number, to?: AgentWorld['bank'], key?: string) =>
  app.call('agentCreateTransferOut', { as, body: transferOut(world, amount, to), ...(key && { key }) })

describe('createAgent', () => {
  it('answers with the agent, whose execution mode is AUTO unless said, and a device code', async () => {
    const body = { name: 'Travel', customerId: world.customerId, policy: generous() }
    const { agent, deviceCode } = await app.ok('createAgent', { body })
    expect(agent).toMatchObject({ name: 'Travel', isPaused: false, isConnected: false })
    expect(agent.policy).toEqual({ ...generous(), defaultExecutionMode: 'AUTO' })
    expect(agent.usage).toMatchObject({ dailyTransactionCount: 0, dailySpend: 0, monthlySpend: 0 })
    expect(deviceCode).toMatchObject({ agentId: agent.id, redeemed: false })
    expect(Date.parse(deviceCode.expiresAt) - Date.parse(agent.createdAt)).toBe(24 * 60 * 60_000)
    expect(await app.ok('getAgentById', { params: { agentId: agent.id } })).toEqual(agent)
  })

  it.each([
    ['a customer that nobody has', { customerId: 'Customer:019542f5-b3e7-7d02-8000-000000000001' }, 'USER_NOT_FOUND'],
    ['limits in no currency', { spendingLimits: { currency: 'XXX', perTransactionLimit: 1 } }, 'INVALID_CURRENCY'],
    ['a threshold without a currency', { approvalThresholds: { amount: 5 } }, 'INVALID_INPUT'],
    ['a threshold in no currency', { approvalThresholds: { amount: 5, currency: 'XXX' } }, 'INVALID_CURRENCY'],
  ])('is refused with %s', async (_what, { customerId = world.customerId, ...more }: any, code) => {
    const body = { name: 'x', customerId, policy: generous(more) }
    expect((await app.call('createAgent', { body })).error.code).toBe(code)
  })

  it('names every fault of the policy at once, by its path in the body', async () => {
    const { id: alices } = await accountOf(app, 'alice', 'USD')
    const faultsOf = async (more: object) => {
      const body = { name: 'x', customerId: world.customerId, policy: generous(more) }
      const { error } = await app.call('createAgent', { body })
      return [error.code, ...(error.details.errors ?? []).map(({ field }: { field: string }) => field)]
    }
    expect(await faultsOf({ approvalThresholds: { amount: 1 } })).toEqual([
      'INVALID_INPUT',
      'policy.approvalThresholds.currency',
    ])
    expect(await faultsOf({ spendingLimits: { currency: 'XXX', perTransactionLimit: 1 } })).toEqual([
      'INVALID_CURRENCY',
      'policy.spendingLimits.currency',
    ])
    expect(
      await faultsOf({
        spendingLimits: { currency: 'XXX', perTransactionLimit: 1 },
        approvalThresholds: { amount: 1, currency: 'YYY' },
        accountRestrictions: {
          allowedAccountIds: [world.dollars, alices],
          accountRules: [{ accountId: world.dollars }, { accountId: alices }, { accountId: world.dollars }],
        },
      }),
    ).toEqual([
      'INVALID_CURRENCY',
      'policy.spendingLimits.currency',
      'policy.approvalThresholds.currency',
      'policy.accountRestrictions.accountRules',
      'policy.accountRestrictions.allowedAccountIds.1',
      'policy.accountRestrictions.accountRules.1.accountId',
    ])
  })

  it("404 for another customer's account and for one that nobody has, in the same words", async () => {
    const { id: alices } = await accountOf(app, 'alice', 'USD')
    const made = (id: `InternalAccount:${string}`) => {
      const policy = generous({ accountRestrictions: { allowedAccountIds: [id] } })
      return app.call('createAgent', { body: { name: 'x', customerId: world.customerId, policy } })
    }
    const [foreign, unknown] = [await made(alices), await made('InternalAccount:019542f5-b3e7-7d02-8000-000000000001')]
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
    expect(foreign.error.details.errors).toMatchObject([{ field: 'policy.accountRestrictions.allowedAccountIds.0' }])
  })

  it("404 for accounts that are not the customer's", async () => {
    const { id: alices } = await accountOf(app, 'alice', 'USD')
    for (const accountRestrictions of [{ allowedAccountIds: [alices] }, { accountRules: [{ accountId: alices }] }]) {
      const body = { name: 'x', customerId: world.customerId, policy: generous({ accountRestrictions }) }
      expect((await app.call('createAgent', { body })).error.code).toBe('INTERNAL_ACCOUNT_NOT_FOUND')
    }
  })
})

describe('a device code', () => {
  const made = () => app.ok('createAgent', { body: { name: 'x', customerId: world.customerId, policy: generous() } })
  const redeem = (code: string) => app.call('redeemAgentDeviceCode', { params: { code }, as: null })

  it('is redeemed once of 64 times, without credentials, for a token that is stored nowhere', async () => {
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

  it('shows whether it was redeemed, to its own platform only', async () => {
    const { deviceCode } = await made()
    const status = (as = app.platform) =>
      app.call('getAgentDeviceCodeStatus', { params: { code: deviceCode.code }, as })
    expect((await status()).body).toEqual({ code: deviceCode.code, redeemed: false, expiresAt: deviceCode.expiresAt })
    await redeem(deviceCode.code.toLowerCase())
    expect((await status()).body.redeemed).toBe(true)
    expect((await status(await app.anotherPlatform())).error.code).toBe('AGENT_DEVICE_CODE_NOT_FOUND')
  })

  it('dies when another one is made, and the token when that one is redeemed', async () => {
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

  it('cannot be redeemed after a day', async () => {
    const { deviceCode } = await made()
    await app.advance({ days: 1 })
    expect((await redeem(deviceCode.code)).error.code).toBe('AGENT_DEVICE_CODE_EXPIRED')
  })

  it('cannot be redeemed when the agent is deleted', async () => {
    const { agent, deviceCode } = await made()
    await app.ok('deleteAgent', { params: { agentId: agent.id } })
    expect((await redeem(deviceCode.code)).error.code).toBe('AGENT_DEVICE_CODE_NOT_FOUND')
  })
})

describe('an access token', () => {
  it('opens nothing of the platform, and a token of the platform nothing of agents: every operation of the contract', async () => {
    const { as } = await connectedAgent(app, world.customerId)
    const statuses = await Promise.all(
      Object.entries(contract)
        .filter(([, { permission }]) => permission !== 'DEVICE_CODE')
        .map(async ([name, { method, path, permission }]) => {
          const known = path.replace(/\{\w+\}/g, 'unknown')
          const wrong = await app.raw(method, known, permission === 'AGENT' ? {} : { as })
          return [name, wrong.status]
        }),
    )
    expect(statuses.length).toBeGreaterThan(100)
    expect(statuses.filter(([, status]) => status !== 401)).toEqual([])
  })

  it('stops with the agent', async () => {
    const { agent, as } = await connectedAgent(app, world.customerId)
    await app.ok('deleteAgent', { params: { agentId: agent.id } })
    expect((await app.call('getAgentMe', { as })).status).toBe(401)
    expect((await app.call('agentCreateTransferOut', { as, body: transferOut(world, 5) })).status).toBe(401)
    expect((await app.call('getAgentById', { params: { agentId: agent.id } })).error.code).toBe('AGENT_NOT_FOUND')
    expect((await app.call('deleteAgent', { params: { agentId: agent.id } })).error.code).toBe('AGENT_NOT_FOUND')
  })
})

describe('a transfer of an agent', () => {
  it('is made at once, carries the agent, and counts', async () => {
    const payables = await connectedAgent(app, world.customerId)
    const before = await balanceOf(app, { id: world.dollars })
    const { status, body } = await paying(payables, 1_500)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      agentId: payables.agent.id,
      status: 'APPROVED',
      type: 'TRANSFER_OUT',
      transferDetails: {
        amount: 1_500,
        currency: 'USD',
        sourceAccountId: world.dollars,
        destinationAccountId: world.bank,
      },
      transaction: { agentId: payables.agent.id, type: 'OUTGOING' },
    })
    expect(before - (await balanceOf(app, { id: world.dollars }))).toBe(1_500)
    expect(await usageOf(payables)).toMatchObject({ dailyTransactionCount: 1, dailySpend: 1_500, monthlySpend: 1_500 })
    await app.settle()
    const { data } = await app.ok('agentListTransactions', { as: payables.as })
    expect(data[0]).toMatchObject({ agentId: payables.agent.id, status: 'COMPLETED' })
    const events = await app.store.query<{ n: number }>(`select count(*)::int as n from events where object_id = $1`, [
      body.transaction?.id.slice('Transaction:'.length),
    ])
    expect(events[0]?.n).toBeGreaterThan(1)
  })

  it('gives back its room when it fails: at once, after a while, and only once', async () => {
    const payables = await connectedAgent(app, world.customerId)
    const refused = await paying(payables, 700, await bankAccount(app, world.customerId, '002'))
    expect(refused.body).toMatchObject({ status: 'FAILED', transaction: { status: 'FAILED' } })
    expect(refused.body.failureReason).toBe(refused.body.transaction?.failureReason)
    expect(await usageOf(payables)).toMatchObject({ dailyTransactionCount: 0, dailySpend: 0 })
    await paying(payables, 900, await bankAccount(app, world.customerId, '005'))
    await app.settle()
    expect(await usageOf(payables)).toMatchObject({ dailyTransactionCount: 1, dailySpend: 900, monthlySpend: 900 })
    await app.advance({ seconds: 60 })
    expect(await usageOf(payables)).toMatchObject({ dailyTransactionCount: 0, dailySpend: 0, monthlySpend: 0 })
  })

  it('without an amount is of everything, and is asked about as that', async () => {
    const { id } = await accountOf(app, 'northwind', 'GBP')
    const payables = await connectedAgent(app, world.customerId)
    const source = { accountId: id }
    const body = { source, destination: { accountId: world.bank } }
    expect((await app.call('agentCreateTransferOut', { as: payables.as, body })).error.code).toBe('INVALID_AMOUNT')
    const modest = await connectedAgent(
      app,
      world.customerId,
      generous({ spendingLimits: { currency: 'USD', perTransactionLimit: 5 } }),
    )
    expect((await paying(modest)).error.details.rule).toBe('PER_TRANSACTION_LIMIT')
  })

  it('is made once under an Idempotency-Key, and a refusal of the policy binds no key', async () => {
    const payables = await connectedAgent(app, world.customerId, generous({ permissions: [] }))
    expect((await paying(payables, 300, undefined, 'k')).error).toMatchObject({
      code: 'FORBIDDEN',
      details: { rule: 'PERMISSION', requiredPermission: 'CREATE_TRANSFERS' },
    })
    await app.ok('updateAgentPolicy', {
      params: { agentId: payables.agent.id },
      body: { permissions: ['CREATE_TRANSFERS'] },
    })
    const [first, second] = [await paying(payables, 300, undefined, 'k'), await paying(payables, 300, undefined, 'k')]
    expect(second.text).toBe(first.text)
    expect((await usageOf(payables)).dailyTransactionCount).toBe(1)
    const other = await connectedAgent(app, world.customerId)
    expect((await paying(other, 300, undefined, 'k')).headers.get('idempotent-replayed')).toBeNull()
  })

  it("404 for accounts of another customer's, of the platform's and of nobody, in the same words", async () => {
    const payables = await connectedAgent(app, world.customerId)
    const { id: alices, customerId } = await accountOf(app, 'alice', 'USD')
    const foreign = await bankAccount(app, customerId as AgentWorld['customerId'])
    const nobody = 'ExternalAccount:019542f5-b3e7-7d02-8000-000000000001' as const
    const [a, b] = [await paying(payables, 5, foreign), await paying(payables, 5, nobody)]
    expect([a.status, a.text]).toEqual([404, b.text])
    const body = { ...transferOut(world, 5), source: { accountId: alices } }
    expect((await app.call('agentCreateTransferOut', { as: payables.as, body })).error.code).toBe(
      'INTERNAL_ACCOUNT_NOT_FOUND',
    )
    const back = { source: { accountId: foreign }, destination: { accountId: world.dollars }, amount: 5 }
    expect((await app.call('agentCreateTransferIn', { as: payables.as, body: back })).error.code).toBe(
      'EXTERNAL_ACCOUNT_NOT_FOUND',
    )
  })

  it('in is made by the same rules', async () => {
    const payables = await connectedAgent(app, world.customerId)
    const body = { source: { accountId: world.bank }, destination: { accountId: world.dollars }, amount: 400 }
    const made = await app.ok('agentCreateTransferIn', { as: payables.as, body })
    expect(made).toMatchObject({
      type: 'TRANSFER_IN',
      status: 'APPROVED',
      transaction: { type: 'INCOMING', agentId: payables.agent.id },
    })
    expect((await usageOf(payables)).dailySpend).toBe(400)
    await app.settle()
  })
})

describe('a quote of an agent', () => {
  const ask = ({ as }: ConnectedAgent, more: object = {}) =>
    app.call('agentCreateQuote', {
      as,
      body: {
        source: { sourceType: 'ACCOUNT', accountId: world.dollars },
        destination: { destinationType: 'ACCOUNT', accountId: world.euros },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000,
        ...more,
      },
    })
  const execute = ({ as }: ConnectedAgent, quoteId: string) =>
    app.call('agentExecuteQuote', { as, params: { quoteId: quoteId as `Quote:${string}` } })

  it('is made, executed by the same command as the platform’s, and counts with its fees', async () => {
    const payables = await connectedAgent(app, world.customerId)
    const { status, body: quote } = await ask(payables)
    expect(status).toBe(200)
    expect(await app.ok('agentGetQuote', { as: payables.as, params: { quoteId: quote.id } })).toEqual(quote)
    const { body: action } = await execute(payables, quote.id)
    expect(action).toMatchObject({
      type: 'EXECUTE_QUOTE',
      status: 'APPROVED',
      quote: { id: quote.id, status: 'COMPLETED' },
      transaction: { id: quote.transactionId, agentId: payables.agent.id, status: 'COMPLETED' },
    })
    expect(await usageOf(payables)).toMatchObject({ dailySpend: 1_000, dailyTransactionCount: 1 })
    expect((await execute(payables, quote.id)).error.code).toBe('QUOTE_ALREADY_EXECUTED')
    expect((await usageOf(payables)).dailyTransactionCount).toBe(1)
  })

  it('counts in the currency of the limits, at its own locked rate, rounded up', async () => {
    const payables = await connectedAgent(
      app,
      world.customerId,
      generous({ spendingLimits: { currency: 'EUR', perTransactionLimit: 921 } }),
    )
    const { body: quote } = await ask(payables, { lockedCurrencyAmount: 1_001 })
    await execute(payables, quote.id)
    // 1001 cents at 0.92 are 920.92.
    expect((await usageOf(payables)).dailySpend).toBe(921)
    const { body: dearer } = await ask(payables, { lockedCurrencyAmount: 1_002 })
    expect((await execute(payables, dearer.id)).error.details.rule).toBe('PER_TRANSACTION_LIMIT')
  })

  it('executes at once if asked to, under the policy of executions', async () => {
    const payables = await connectedAgent(app, world.customerId)
    expect((await ask(payables, { immediatelyExecute: true })).body.status).toBe('COMPLETED')
    expect((await usageOf(payables)).dailySpend).toBe(1_000)
    const asking = await connectedAgent(app, world.customerId, generous({ defaultExecutionMode: 'APPROVAL_REQUIRED' }))
    const { body: waiting } = await ask(asking, { immediatelyExecute: true })
    expect(waiting.status).toBe('PENDING')
    const { data } = await app.ok('agentListActions', { as: asking.as })
    expect(data).toMatchObject([{ status: 'PENDING_APPROVAL', quote: { id: waiting.id } }])
    const quoting = await connectedAgent(app, world.customerId, generous({ permissions: ['CREATE_QUOTES'] }))
    expect((await ask(quoting, { immediatelyExecute: true })).error.details.requiredPermission).toBe('EXECUTE_QUOTES')
  })

  it("404 for another agent's quote, the platform's, and nobody's, in the same words", async () => {
    const [mine, other] = [await connectedAgent(app, world.customerId), await connectedAgent(app, world.customerId)]
    const { body: others } = await ask(other)
    const platforms = await quoteBetween(app, world.dollars, world.euros)
    const nobodys = 'Quote:019542f5-b3e7-7d02-8000-000000000001'
    const texts = await Promise.all(
      [others.id, platforms.id, nobodys].map(async (id) => (await execute(mine, id)).text),
    )
    expect(new Set(texts).size).toBe(1)
    for (const quoteId of [others.id, platforms.id])
      expect((await app.call('agentGetQuote', { as: mine.as, params: { quoteId } })).error.code).toBe('QUOTE_NOT_FOUND')
  })

  it("is not from another's account, nor to one, nor paid from outside", async () => {
    const payables = await connectedAgent(app, world.customerId)
    const { id: alices } = await accountOf(app, 'alice', 'EUR')
    const from = {
      source: { sourceType: 'ACCOUNT', accountId: alices },
      destination: { destinationType: 'ACCOUNT', accountId: world.dollars },
    }
    expect((await ask(payables, from)).error.code).toBe('INTERNAL_ACCOUNT_NOT_FOUND')
    expect((await ask(payables, { destination: { destinationType: 'ACCOUNT', accountId: alices } })).error.code).toBe(
      'INTERNAL_ACCOUNT_NOT_FOUND',
    )
    const funded = await ask(payables, { source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' } })
    expect(funded.error.details.errors[0].field).toBe('source.sourceType')
  })
})

describe('accounts that an agent may use', () => {
  it('are all of its customer, or those of its policy', async () => {
    const free = await connectedAgent(app, world.customerId)
    const bound = await connectedAgent(
      app,
      world.customerId,
      generous({ accountRestrictions: { allowedAccountIds: [world.euros] } }),
    )
    const none = await connectedAgent(
      app,
      world.customerId,
      generous({ accountRestrictions: { allowedAccountIds: [] } }),
    )
    const seen = async ({ as }: ConnectedAgent) =>
      (await app.ok('agentListInternalAccounts', { as, query: { limit: 100 } })).data
    expect((await seen(free)).length).toBeGreaterThan(5)
    expect((await seen(free)).every(({ customerId }) => customerId === world.customerId)).toBe(true)
    expect((await seen(bound)).map(({ id }) => id)).toEqual([world.euros])
    expect(await seen(none)).toEqual([])
    expect((await paying(bound, 5)).error).toMatchObject({
      code: 'FORBIDDEN',
      details: { rule: 'ACCOUNT_NOT_ALLOWED' },
    })
    expect((await paying(none, 5)).error.details.rule).toBe('ACCOUNT_NOT_ALLOWED')
  })

  it('elsewhere are registered, read and removed for its customer alone', async () => {
    const { as } = await connectedAgent(app, world.customerId)
    const accountInfo = {
      accountType: 'USD_ACCOUNT',
      routingNumber: '021000021',
      accountNumber: '55500001',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Nora North' },
    }
    const body = { currency: 'USD', accountInfo }
    const made = await app.ok('agentCreateExternalAccount', { as, body })
    expect(made.customerId).toBe(world.customerId)
    expect((await app.call('agentCreateExternalAccount', { as, body })).status).toBe(409)
    const { customerId } = await accountOf(app, 'alice', 'USD')
    const forAlice = await app.call('agentCreateExternalAccount', { as, body: { ...body, customerId } })
    expect(forAlice.error.details.errors[0].field).toBe('customerId')
    const alices = await bankAccount(app, customerId as AgentWorld['customerId'])
    const params = { externalAccountId: made.id }
    expect(await app.ok('agentGetExternalAccount', { as, params })).toEqual(made)
    const { data } = await app.ok('agentListExternalAccounts', { as, query: { limit: 100 } })
    expect(data.map(({ id }) => id)).toContain(made.id)
    expect(data.every((account) => account.customerId === world.customerId)).toBe(true)
    for (const id of ['agentGetExternalAccount', 'agentDeleteExternalAccount'] as const)
      expect((await app.call(id, { as, params: { externalAccountId: alices } })).error.code).toBe(
        'EXTERNAL_ACCOUNT_NOT_FOUND',
      )
    await app.ok('agentDeleteExternalAccount', { as, params })
    expect((await app.call('agentGetExternalAccount', { as, params })).status).toBe(404)
  })
})

describe('a paused agent', () => {
  it('reads, and does nothing', async () => {
    const payables = await connectedAgent(app, world.customerId)
    const { agent, as } = payables
    expect((await app.ok('updateAgent', { params: { agentId: agent.id }, body: { isPaused: true } })).isPaused).toBe(
      true,
    )
    expect((await paying(payables, 5)).error).toMatchObject({ status: 403, code: 'AGENT_PAUSED' })
    expect((await app.call('agentListTransactions', { as })).status).toBe(200)
    await app.ok('updateAgent', { params: { agentId: agent.id }, body: { isPaused: false } })
    expect((await paying(payables, 5)).status).toBe(201)
  })

  it('has no effect that was committed after its pause', async () => {
    const payables = await connectedAgent(app, world.customerId)
    const agentId = payables.agent.id
    const replies = Promise.all(Array.from({ length: 64 }, () => paying(payables, 5)))
    await app.ok('updateAgent', { params: { agentId }, body: { isPaused: true } })
    const atPause = await usageOf(payables)
    const made = (await replies).filter(({ status }) => status === 201).length
    expect(await usageOf(payables)).toEqual(atPause)
    expect(atPause.dailyTransactionCount).toBe(made)
  })
})

describe('an agent that is cut off while its payments arrive', () => {
  const counted = async ({ agent }: ConnectedAgent) => {
    const bare = agent.id.slice('Agent:'.length)
    const [row] = await app.store.query<{ n: number }>(
      'select count(*)::int as n from agent_spending where agent_id = $1',
      [bare],
    )
    return row?.n
  }

  it.each([
    ['deleted', async ({ agent }: ConnectedAgent) => app.ok('deleteAgent', { params: { agentId: agent.id } })],
    [
      'connected anew',
      async ({ agent }: ConnectedAgent) => {
        const { code } = await app.ok('regenerateAgentDeviceCode', { params: { agentId: agent.id } })
        await app.ok('redeemAgentDeviceCode', { params: { code }, as: null })
      },
    ],
  ])('has no effect with its old token once it is %s', async (_what, cut) => {
    const payables = await connectedAgent(app, world.customerId)
    const replies = Array.from({ length: 256 }, () => paying(payables, 5))
    await cut(payables)
    const atOnce = await counted(payables)
    const made = (await Promise.all(replies)).filter(({ status }) => status === 201).length
    expect([await counted(payables), made]).toEqual([atOnce, atOnce])
  })
})

describe('guessing device codes', () => {
  it('429 after 30 unknown ones from an address, and other requests go on', async () => {
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
