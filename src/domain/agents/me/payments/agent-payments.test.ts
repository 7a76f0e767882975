import { describe, expect, it } from 'vitest'
import { type AgentWorld, agentTests, bankAccount, transferOut } from '../../../../../test/harness/agents.ts'
import type { TestApp } from '../../../../../test/harness/app.ts'
import { accountOf, balanceOf, quoteBetween } from '../../../../../test/harness/cast.ts'

let app: TestApp
let world: AgentWorld
const { agentWith, pay: paying, quote, execute, usageOf } = agentTests((opened) => ({ app, world } = opened))

describe('agentCreateTransferOut', () => {
  it('executes the transfer immediately, names the agent, and counts as usage', async () => {
    const payables = await agentWith()
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

  it('returns the usage of a failed transfer, once', async () => {
    const payables = await agentWith()
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

  it('sends the whole balance without an amount, and evaluates the policy for it', async () => {
    const { id } = await accountOf(app, 'northwind', 'GBP')
    const payables = await agentWith()
    const source = { accountId: id }
    const body = { source, destination: { accountId: world.bank } }
    expect((await app.call('agentCreateTransferOut', { as: payables.as, body })).error.code).toBe('INVALID_AMOUNT')
    const modest = await agentWith({ spendingLimits: { currency: 'USD', perTransactionLimit: 5 } })
    expect((await paying(modest)).error.details.rule).toBe('PER_TRANSACTION_LIMIT')
  })

  it('executes once under an Idempotency-Key, which a refusal of the policy does not use up', async () => {
    const payables = await agentWith({ permissions: [] })
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
    const other = await agentWith()
    expect((await paying(other, 300, undefined, 'k')).headers.get('idempotent-replayed')).toBeNull()
  })

  it("404 for another customer's accounts and for unknown ones, with the same message", async () => {
    const payables = await agentWith()
    const { id: alices, customerId } = await accountOf(app, 'alice', 'USD')
    const foreign = await bankAccount(app, customerId as AgentWorld['customerId'])
    const unknown = 'ExternalAccount:019542f5-b3e7-7d02-8000-000000000001' as const
    const [a, b] = [await paying(payables, 5, foreign), await paying(payables, 5, unknown)]
    expect([a.status, a.error]).toEqual([404, b.error])
    const body = { ...transferOut(world, 5), source: { accountId: alices } }
    expect((await app.call('agentCreateTransferOut', { as: payables.as, body })).error.code).toBe(
      'INTERNAL_ACCOUNT_NOT_FOUND',
    )
    const back = { source: { accountId: foreign }, destination: { accountId: world.dollars }, amount: 5 }
    expect((await app.call('agentCreateTransferIn', { as: payables.as, body: back })).error.code).toBe(
      'EXTERNAL_ACCOUNT_NOT_FOUND',
    )
  })
})

describe('agentCreateTransferIn', () => {
  it('executes a transfer in under the same rules', async () => {
    const payables = await agentWith()
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

describe('agentCreateQuote', () => {
  it('executes immediately with immediatelyExecute, if the policy allows it', async () => {
    const payables = await agentWith()
    expect((await quote(payables, { immediatelyExecute: true })).body.status).toBe('COMPLETED')
    expect((await usageOf(payables)).dailySpend).toBe(1_000)
    const asking = await agentWith({ defaultExecutionMode: 'APPROVAL_REQUIRED' })
    const { body: waiting } = await quote(asking, { immediatelyExecute: true })
    expect(waiting.status).toBe('PENDING')
    const { data } = await app.ok('agentListActions', { as: asking.as })
    expect(data).toMatchObject([{ status: 'PENDING_APPROVAL', quote: { id: waiting.id } }])
    const quoting = await agentWith({ permissions: ['CREATE_QUOTES'] })
    expect((await quote(quoting, { immediatelyExecute: true })).error.details.requiredPermission).toBe('EXECUTE_QUOTES')
  })

  it("404 for another customer's accounts, 400 for a quote that is funded from outside", async () => {
    const payables = await agentWith()
    const { id: alices } = await accountOf(app, 'alice', 'EUR')
    const from = {
      source: { sourceType: 'ACCOUNT', accountId: alices },
      destination: { destinationType: 'ACCOUNT', accountId: world.dollars },
    }
    expect((await quote(payables, from)).error.code).toBe('INTERNAL_ACCOUNT_NOT_FOUND')
    expect((await quote(payables, { destination: { destinationType: 'ACCOUNT', accountId: alices } })).error.code).toBe(
      'INTERNAL_ACCOUNT_NOT_FOUND',
    )
    const funded = await quote(payables, { source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' } })
    expect(funded.error.details.errors[0].field).toBe('source.sourceType')
  })
})

describe('agentExecuteQuote', () => {
  it('executes a quote as the platform would, and counts its fees as usage', async () => {
    const payables = await agentWith()
    const { status, body: made } = await quote(payables)
    expect(status).toBe(200)
    expect(await app.ok('agentGetQuote', { as: payables.as, params: { quoteId: made.id } })).toEqual(made)
    const { body: action } = await execute(payables, made.id)
    expect(action).toMatchObject({
      type: 'EXECUTE_QUOTE',
      status: 'APPROVED',
      quote: { id: made.id, status: 'COMPLETED' },
      transaction: { id: made.transactionId, agentId: payables.agent.id, status: 'COMPLETED' },
    })
    expect(await usageOf(payables)).toMatchObject({ dailySpend: 1_000, dailyTransactionCount: 1 })
    expect((await execute(payables, made.id)).error.code).toBe('QUOTE_ALREADY_EXECUTED')
    expect((await usageOf(payables)).dailyTransactionCount).toBe(1)
  })

  it('counts in the currency of the limits, at the locked rate, rounded up', async () => {
    const payables = await agentWith({ spendingLimits: { currency: 'EUR', perTransactionLimit: 921 } })
    const { body: made } = await quote(payables, { lockedCurrencyAmount: 1_001 })
    await execute(payables, made.id)
    // 1001 cents at 0.92 are 920.92.
    expect((await usageOf(payables)).dailySpend).toBe(921)
    const { body: dearer } = await quote(payables, { lockedCurrencyAmount: 1_002 })
    expect((await execute(payables, dearer.id)).error.details.rule).toBe('PER_TRANSACTION_LIMIT')
  })

  it('404 for a quote of another agent or of the platform and for an unknown one, with the same message', async () => {
    const [mine, other] = [await agentWith(), await agentWith()]
    const { body: others } = await quote(other)
    const platforms = await quoteBetween(app, world.dollars, world.euros)
    const unknown = 'Quote:019542f5-b3e7-7d02-8000-000000000001'
    const texts = await Promise.all(
      [others.id, platforms.id, unknown].map(async (id) => JSON.stringify((await execute(mine, id)).error)),
    )
    expect(new Set(texts).size).toBe(1)
    for (const quoteId of [others.id, platforms.id])
      expect((await app.call('agentGetQuote', { as: mine.as, params: { quoteId } })).error.code).toBe('QUOTE_NOT_FOUND')
  })
})

describe('agentGetQuote', () => {
  it('shows a quote of the agent', async () => {
    const payables = await agentWith()
    const { body: made } = await quote(payables)
    expect(await app.ok('agentGetQuote', { as: payables.as, params: { quoteId: made.id } })).toEqual(made)
  })
})
