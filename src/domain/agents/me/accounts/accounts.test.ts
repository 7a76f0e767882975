import { beforeAll, describe, expect, it } from 'vitest'
import {
  type AgentWorld,
  agentTests,
  bankAccount,
  type ConnectedAgent,
  newBankAccount,
} from '../../../../../test/harness/agents.ts'
import type { TestApp } from '../../../../../test/harness/app.ts'
import { accountOf } from '../../../../../test/harness/cast.ts'

let app: TestApp
let world: AgentWorld
let agent: ConnectedAgent
const { agentWith, pay: paying } = agentTests(async (opened) => {
  ;({ app, world } = opened)
  agent = await agentWith({ newPayees: 'AUTO' })
})
/** An external account of another customer. */
let foreign: AgentWorld['bank']
let alice: AgentWorld['customerId']
beforeAll(async () => {
  alice = (await accountOf(app, 'alice', 'USD')).customerId as typeof alice
  foreign = await bankAccount(app, alice)
})

const register = (body: object = newBankAccount()) =>
  app.call('agentCreateExternalAccount', { as: agent.as, body: body as never })
const get = (externalAccountId: AgentWorld['bank']) =>
  app.call('agentGetExternalAccount', { as: agent.as, params: { externalAccountId } })

describe('agentListInternalAccounts', () => {
  it('lists all accounts of the customer, or those that the policy allows', async () => {
    const free = await agentWith()
    const bound = await agentWith({ accountRestrictions: { allowedAccountIds: [world.euros] } })
    const none = await agentWith({ accountRestrictions: { allowedAccountIds: [] } })
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
})

describe('agentCreateExternalAccount', () => {
  it('registers an account for the customer, once', async () => {
    const body = newBankAccount()
    const { body: made } = await register(body)
    expect(made).toMatchObject({ customerId: world.customerId, status: 'ACTIVE' })
    expect((await register(body)).status).toBe(409)
  })

  it('400 for another customer', async () => {
    const { status, error } = await register({ ...newBankAccount(), customerId: alice })
    expect([status, error.details.errors[0].field]).toEqual([400, 'customerId'])
  })
})

describe('agentGetExternalAccount', () => {
  it('shows an account of the customer, and 404 for another customer’s', async () => {
    const { body: made } = await register()
    expect((await get(made.id)).body).toEqual(made)
    expect((await get(foreign)).error.code).toBe('EXTERNAL_ACCOUNT_NOT_FOUND')
  })
})

describe('agentListExternalAccounts', () => {
  it('lists the accounts of the customer only', async () => {
    const { body: made } = await register()
    const { data } = await app.ok('agentListExternalAccounts', { as: agent.as, query: { limit: 100 } })
    expect(data.map(({ id }) => id)).toContain(made.id)
    expect(data.every(({ customerId }) => customerId === world.customerId)).toBe(true)
  })
})

describe('agentDeleteExternalAccount', () => {
  it('removes an account of the customer, and 404 for another customer’s', async () => {
    const { body: made } = await register()
    const remove = (externalAccountId: AgentWorld['bank']) =>
      app.call('agentDeleteExternalAccount', { as: agent.as, params: { externalAccountId } })
    expect((await remove(foreign)).error.code).toBe('EXTERNAL_ACCOUNT_NOT_FOUND')
    expect((await remove(made.id)).status).toBe(204)
    expect((await get(made.id)).status).toBe(404)
  })
})
