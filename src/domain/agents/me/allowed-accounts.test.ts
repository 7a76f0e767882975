import { describe, expect, it } from 'vitest'
import { type AgentWorld, agentTests, type ConnectedAgent } from '../../../../test/harness/agents.ts'
import type { TestApp } from '../../../../test/harness/app.ts'
import { accountOf, quoteBetween } from '../../../../test/harness/cast.ts'
import { modelOverHttp } from '../../../../test/harness/mcp.ts'

let app: TestApp
let world: AgentWorld
let pounds: `InternalAccount:${string}`
const { agentWith, quote } = agentTests(async (opened) => {
  ;({ app, world } = opened)
  pounds = (await accountOf(app, 'northwind', 'GBP')).id
  for (const accountId of [world.euros, pounds])
    await app.ok('sandboxFundInternalAccount', { params: { accountId }, body: { amount: 10_000 } })
})

const restrictedTo = (...allowedAccountIds: `InternalAccount:${string}`[]) => ({
  accountRestrictions: { allowedAccountIds },
})
const agentFor = (...accounts: `InternalAccount:${string}`[]) => agentWith(restrictedTo(...accounts))
const pay = async (from: string, to: string) => {
  const { transactionId } = await quoteBetween(app, from, to, 1_000, { immediatelyExecute: true })
  return transactionId
}

describe('agentListTransactions with allowed accounts', () => {
  const listed = async ({ as }: ConnectedAgent) =>
    (await app.ok('agentListTransactions', { as, query: { limit: 100 } })).data.map(({ id }) => id)

  it('lists payments from and to those accounts, and no others', async () => {
    const { id: alices } = await accountOf(app, 'alice', 'EUR')
    const [out, into, other] = [
      await pay(world.euros, alices),
      await pay(world.dollars, world.euros),
      await pay(world.dollars, pounds),
    ]
    const agent = await agentFor(world.euros)
    const seen = await listed(agent)
    expect(seen).toEqual(expect.arrayContaining([out, into]))
    expect(seen).not.toContain(other)
    expect((await app.ok('agentListTransactions', { as: agent.as })).totalCount).toBe(seen.length)
    expect(await listed(await agentFor())).toEqual([])
    expect(await listed(await agentWith())).toEqual(expect.arrayContaining([out, into, other]))
    const filtered = await app.ok('agentListTransactions', { as: agent.as, query: { accountIdentifier: pounds } })
    expect(filtered).toMatchObject({ data: [], totalCount: 0 })
  })

  it('applies over MCP too', async () => {
    const [own, other] = [await pay(world.euros, pounds), await pay(world.dollars, pounds)]
    const agent = await agentFor(world.euros)
    const model = await modelOverHttp(app, agent.as)
    const found = await model.use('list_transactions', { limit: 100 })
    expect(found.text).toContain(own)
    expect(found.text).not.toContain(other)
    expect((await model.use('get_transaction', { transactionId: other })).data.code).toBe('TRANSACTION_NOT_FOUND')
    await model.close()
  })
})

describe('agentGetTransaction with allowed accounts', () => {
  it('404 for another payment of its customer, like an unknown one', async () => {
    const [own, other] = [await pay(world.euros, pounds), await pay(world.dollars, pounds)]
    const { as } = await agentFor(world.euros)
    const get = (transactionId: `Transaction:${string}`) =>
      app.call('agentGetTransaction', { as, params: { transactionId } })
    expect((await get(own)).body.id).toBe(own)
    const [hidden, unknown] = [await get(other), await get('Transaction:019542f5-b3e7-7d02-8000-000000000001')]
    expect([hidden.status, hidden.error]).toEqual([404, unknown.error])
  })
})

describe('agentGetQuote with allowed accounts', () => {
  it('404 for its quotes from an account that is no longer allowed', async () => {
    const connected = await agentFor(world.dollars, world.euros)
    const { agent, as } = connected
    const { body: made } = await quote(connected, {
      destination: { destinationType: 'ACCOUNT', accountId: world.bank },
    })
    const get = () => app.call('agentGetQuote', { as, params: { quoteId: made.id } })
    expect((await get()).body.id).toBe(made.id)
    await app.ok('updateAgentPolicy', { params: { agentId: agent.id }, body: restrictedTo(world.euros) })
    expect((await get()).error.code).toBe('QUOTE_NOT_FOUND')
  })
})
