import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type AgentWorld,
  agentTests,
  type ConnectedAgent,
  connectedAgent,
  transferOut,
} from '../../../../test/harness/agents.ts'
import type { TestApp } from '../../../../test/harness/app.ts'
import { accountOf } from '../../../../test/harness/cast.ts'

let app: TestApp
let world: AgentWorld
const { agentWith, pay: paying } = agentTests((opened) => ({ app, world } = opened))

const listLog = async ({ agent }: Pick<ConnectedAgent, 'agent'>, more: object = {}) =>
  (await app.ok('listAgentAuditLog', { query: { agentId: agent.id, sortOrder: 'asc', limit: 100, ...more } })).data

describe('listAgentAuditLog', () => {
  it('lists every decision in order, with actor, operation, rule and outcome', async () => {
    const payables = await agentWith({
      spendingLimits: { currency: 'USD', perTransactionLimit: 1_000 },
      approvalThresholds: { currency: 'USD', amount: 500 },
      permissions: ['CREATE_TRANSFERS'],
    })
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
    const entries = await listLog(payables)
    const shown = entries.map(({ operation, decision, rule, outcome, errorCode }) =>
      [operation, decision, rule, outcome, errorCode].filter(Boolean).join(' '),
    )
    expect(shown).toEqual([
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
    expect((await listLog(payables, { decision: 'DENY' })).length).toBe(3)
  })

  it('records a request that the policy allows and the balance does not', async () => {
    const payables = await agentWith()
    const { balance } = await accountOf(app, 'northwind', 'USD')
    await paying(payables, balance.amount + 1)
    const [last] = (await listLog(payables)).slice(-1)
    expect(last).toMatchObject({ outcome: 'REFUSED', errorCode: 'INSUFFICIENT_BALANCE' })
    expect(last).not.toHaveProperty('decision')
  })

  it('records the details of refused requests', async () => {
    const { euros, dollars, bank, customerId } = world
    const { agent, as } = await connectedAgent(app, customerId)
    const params = { agentId: agent.id }
    const source = { sourceType: 'ACCOUNT', accountId: dollars } as const
    const destination = { destinationType: 'ACCOUNT', accountId: euros } as const
    const lock = { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 1_000 } as const
    const ask = { source, destination, ...lock, description: 'secret plans' }
    const quote = await app.ok('agentCreateQuote', { as, body: ask })
    const back = { source: { accountId: bank }, destination: { accountId: dollars }, amount: 7 }
    const account = { accountType: 'USD_ACCOUNT', routingNumber: '021000021', accountNumber: '0000099999' } as const
    const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Nora Secret' } as const
    await app.ok('agentCreateTransferOut', { as, body: transferOut(world, 5) })
    await app.ok('updateAgentPolicy', { params, body: { permissions: [] } })

    await app.call('agentCreateTransferOut', { as, body: transferOut(world, 5) })
    await app.call('agentCreateTransferOut', { as, body: transferOut(world) })
    await app.call('agentCreateTransferIn', { as, body: back })
    await app.call('agentExecuteQuote', { as, params: { quoteId: quote.id } })
    await app.call('agentCreateQuote', { as, body: ask })
    await app.call('agentDeleteExternalAccount', { as, params: { externalAccountId: bank } })
    await app.call('agentGetExternalAccount', { as, params: { externalAccountId: bank } })
    await app.call('agentGetTransaction', { as, params: { transactionId: quote.transactionId } })
    await app.call('agentCreateExternalAccount', {
      as,
      body: { currency: 'USD', accountInfo: { ...account, beneficiary } },
    })

    const entries = await listLog({ agent })
    const shown = entries.map(({ amount, quoteId, transactionId, content }) => ({
      ...(amount && { amount: `${amount.amount} ${amount.currency.code}` }),
      ...(quoteId && { quoteId }),
      ...(transactionId && { transactionId }),
      details: JSON.parse(content).details,
    }))
    const out = { sourceAccountId: dollars, destinationAccountId: bank }
    const { transactionId } = shown[3] as { transactionId: string }
    expect(shown[3]).toEqual({ amount: '5 USD', transactionId, details: out })
    expect(shown.slice(5)).toEqual([
      { amount: '5 USD', details: out },
      { details: out },
      { amount: '7 USD', details: { sourceAccountId: bank, destinationAccountId: dollars } },
      { amount: '1000 USD', quoteId: quote.id, details: undefined },
      { details: { sourceAccountId: dollars, destinationAccountId: euros, ...lock } },
      { details: { accountId: bank } },
      { details: { accountId: bank } },
      { transactionId: quote.transactionId, details: undefined },
      { details: { currency: 'USD', accountType: 'USD_ACCOUNT' } },
    ])
    expect(entries.slice(5).every(({ outcome }) => outcome === 'REFUSED')).toBe(true)
    expect(JSON.stringify(entries)).not.toMatch(/secret|99999/i)
  })

  it('records the fields of an update', async () => {
    const { agent } = await agentWith()
    const params = { agentId: agent.id }
    await app.ok('updateAgent', { params, body: { isPaused: true, name: 'Travel' } })
    await app.ok('updateAgent', { params, body: { name: 'Rent' } })
    const entries = (await listLog({ agent })).slice(2)
    expect(entries.map(({ content }) => JSON.parse(content).details)).toEqual([
      { isPaused: true, name: 'Travel' },
      { name: 'Rent' },
    ])
  })

  it('is chained by hash, so that readers can verify that nothing was changed or removed', async () => {
    const payables = await agentWith()
    await Promise.all(Array.from({ length: 20 }, () => paying(payables, 1)))
    const entries = await listLog(payables)
    let before = '0'.repeat(64)
    for (const { content, previousHash, hash, ...entry } of entries) {
      expect(previousHash).toBe(before)
      expect(
        createHash('sha256')
          .update(previousHash + content)
          .digest('hex'),
      ).toBe(hash)
      const { id: _, ...fields } = entry
      expect(JSON.parse(content)).toMatchObject(fields)
      before = hash
    }
    expect(entries).toHaveLength(22)
  })

  it('cannot be changed in the database, and the audit finds a forged entry', async () => {
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
    expect(changed.join()).toContain('carries the hash of the previous one')
  })

  it('is empty for another platform', async () => {
    const { data } = await app.ok('listAgentAuditLog', { as: await app.anotherPlatform() })
    expect(data).toEqual([])
  })
})
