import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AgentWorld,
  agentWorld,
  type ConnectedAgent,
  connectedAgent,
  generous,
  transferOut,
} from '../../../test/agents.ts'
import { type TestApp, testApp } from '../../../test/app.ts'
import { accountOf } from '../../../test/cast.ts'

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

const logOf = async ({ agent }: Pick<ConnectedAgent, 'agent'>, more: object = {}) =>
  (await app.ok('listAgentAuditLog', { query: { agentId: agent.id, sortOrder: 'asc', limit: 100, ...more } })).data
const paying = ({ as }: ConnectedAgent, amount: number) =>
  app.call('agentCreateTransferOut', { as, body: transferOut(world, amount) })

describe('the audit log', () => {
  it('has every decision in order, with who, what, why and what came of it', async () => {
    const payables = await connectedAgent(
      app,
      world.customerId,
      generous({
        spendingLimits: { currency: 'USD', perTransactionLimit: 1_000 },
        approvalThresholds: { currency: 'USD', amount: 500 },
        permissions: ['CREATE_TRANSFERS'],
      }),
    )
    const { agent, as } = payables
    const made = await paying(payables, 100)
    await paying(payables, 1_001)
    const [rejected, approved] = [(await paying(payables, 600)).body, (await paying(payables, 700)).body]
    await app.call('agentListTransactions', { as })
    await app.ok('rejectAgentAction', {
      params: { agentId: agent.id, actionId: rejected.id },
      body: { reason: 'secret plans' },
    })
    await app.ok('approveAgentAction', { params: { agentId: agent.id, actionId: approved.id } })
    await app.ok('updateAgentPolicy', { params: { agentId: agent.id }, body: { permissions: [] } })
    await app.ok('updateAgent', { params: { agentId: agent.id }, body: { isPaused: true } })
    await paying(payables, 1)
    await app.ok('deleteAgent', { params: { agentId: agent.id } })
    await paying(payables, 1)
    const entries = await logOf(payables)
    const told = entries.map(({ operation, decision, rule, outcome, errorCode }) =>
      [operation, decision, rule, outcome, errorCode].filter(Boolean).join(' '),
    )
    expect(told).toEqual([
      'createAgent DONE',
      'redeemAgentDeviceCode DONE',
      'agentCreateTransferOut ALLOW DONE',
      'agentCreateTransferOut DENY PER_TRANSACTION_LIMIT REFUSED AGENT_LIMIT_EXCEEDED',
      'agentCreateTransferOut ASK APPROVAL_THRESHOLD WAITING',
      'agentCreateTransferOut ASK APPROVAL_THRESHOLD WAITING',
      'agentListTransactions DENY PERMISSION REFUSED FORBIDDEN',
      'rejectAgentAction DONE',
      'approveAgentAction DONE',
      'updateAgentPolicy DONE',
      'updateAgent DONE',
      'agentCreateTransferOut DENY AGENT_PAUSED REFUSED AGENT_PAUSED',
      'deleteAgent DONE',
    ])
    expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, i) => i + 1))
    expect(entries[2]).toMatchObject({
      actor: agent.id,
      actionId: made.body.id,
      transactionId: made.body.transaction?.id,
      amount: { amount: 100 },
    })
    expect(entries[8]?.actor).toMatch(/^Token:/)
    expect(JSON.stringify(entries)).not.toContain('secret plans')
    expect((await logOf(payables, { decision: 'DENY' })).length).toBe(3)
  })

  it('notes what the policy allows and the money does not', async () => {
    const payables = await connectedAgent(app, world.customerId)
    const { balance } = await accountOf(app, 'northwind', 'USD')
    await paying(payables, balance.amount + 1)
    const [last] = (await logOf(payables)).slice(-1)
    expect(last).toMatchObject({ outcome: 'REFUSED', errorCode: 'INSUFFICIENT_BALANCE' })
    expect(last).not.toHaveProperty('decision')
  })

  it('is chained: whoever reads it can prove that nothing was changed or taken out', async () => {
    const payables = await connectedAgent(app, world.customerId)
    await Promise.all(Array.from({ length: 20 }, () => paying(payables, 1)))
    const entries = await logOf(payables)
    let before = '0'.repeat(64)
    for (const { content, previousHash, hash, ...entry } of entries) {
      expect(previousHash).toBe(before)
      expect(
        createHash('sha256')
          .update(previousHash + content)
          .digest('hex'),
      ).toBe(hash)
      const { id: _, ...told } = entry
      expect(JSON.parse(content)).toMatchObject(told)
      before = hash
    }
    expect(entries).toHaveLength(22)
  })

  it('cannot be changed, not even in the database, and a forged one is found', async () => {
    await expect(app.store.script('delete from agent_audit_entries')).rejects.toThrow(/append-only/)
    await expect(app.store.script(`update agent_audit_entries set content = '{}'`)).rejects.toThrow(/append-only/)
    const forged = async (sql: string, undo: string) => {
      await app.store.script(`alter table agent_audit_entries disable trigger user; ${sql}`)
      const found = await app.audit()
      await app.store.script(`${undo}; alter table agent_audit_entries enable trigger user`)
      return found
    }
    const last = `sequence = (select max(sequence) from agent_audit_entries)`
    const changed = await forged(
      `update agent_audit_entries set content = content || ' ' where ${last}`,
      `update agent_audit_entries set content = rtrim(content) where ${last}`,
    )
    expect(changed.join()).toContain('carries the hash of the one before')
  })

  it("shows nothing of another platform's", async () => {
    const { data } = await app.ok('listAgentAuditLog', { as: await app.anotherPlatform() })
    expect(data).toEqual([])
  })
})
