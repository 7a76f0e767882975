import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AGENT_PERMISSIONS, type AgentPolicy } from '../../../../contract/agents/agent-policies.ts'
import { evaluatePolicy, type PolicyQuestion, type PolicyState } from './policy.ts'

const [A, B] = [
  'InternalAccount:019542f5-b3e7-7d02-8000-00000000000a',
  'InternalAccount:019542f5-b3e7-7d02-8000-00000000000b',
] as const

const policy = (more: Partial<AgentPolicy> = {}, limits: Partial<AgentPolicy['spendingLimits']> = {}): AgentPolicy => ({
  permissions: [...AGENT_PERMISSIONS],
  defaultExecutionMode: 'AUTO',
  spendingLimits: { currency: 'USD', perTransactionLimit: 100, ...limits },
  ...more,
})
const state = (given: AgentPolicy, used: Partial<PolicyState['usage']> = {}, isPaused = false): PolicyState => ({
  isPaused,
  policy: given,
  usage: { dailyCount: 0, dailySpend: 0n, monthlySpend: 0n, ...used },
})
const paying = (inLimits: number, more: Partial<PolicyQuestion> = {}, inThreshold = inLimits): PolicyQuestion => ({
  permission: 'CREATE_TRANSFERS',
  accountIds: [A],
  cost: { inLimits: BigInt(inLimits), inThreshold: BigInt(inThreshold) },
  ...more,
})
const rule = (...asked: Parameters<typeof evaluatePolicy>) => {
  const verdict = evaluatePolicy(...asked)
  return verdict.decision === 'ALLOW' ? 'ALLOW' : `${verdict.decision} ${verdict.rule}`
}

describe('a policy', () => {
  it('allows a payment within all rules', () => expect(rule(state(policy()), paying(100))).toBe('ALLOW'))

  it('allows nothing without permissions', () => {
    for (const permission of AGENT_PERMISSIONS)
      expect(rule(state(policy({ permissions: [] })), { permission })).toBe('DENY PERMISSION')
  })

  it('grants each permission separately', () => {
    for (const given of AGENT_PERMISSIONS)
      for (const permission of AGENT_PERMISSIONS)
        expect(rule(state(policy({ permissions: [given] })), { permission })).toBe(
          given === permission ? 'ALLOW' : 'DENY PERMISSION',
        )
  })

  it('denies everything while the agent is paused', () =>
    expect(rule(state(policy(), {}, true), paying(1))).toBe('DENY AGENT_PAUSED'))

  it('allows only listed accounts, for both ends', () => {
    const bound = state(policy({ accountRestrictions: { allowedAccountIds: [A] } }))
    expect(rule(bound, paying(1))).toBe('ALLOW')
    expect(rule(bound, paying(1, { accountIds: [B] }))).toBe('DENY ACCOUNT_NOT_ALLOWED')
    expect(rule(bound, paying(1, { accountIds: [A, B] }))).toBe('DENY ACCOUNT_NOT_ALLOWED')
    expect(rule(state(policy({ accountRestrictions: { allowedAccountIds: [] } })), paying(1))).toBe(
      'DENY ACCOUNT_NOT_ALLOWED',
    )
    expect(rule(state(policy({ accountRestrictions: { allowedAccountIds: null } })), paying(1))).toBe('ALLOW')
  })

  it.each([
    ['a payment', {}, {}, 100, 'PER_TRANSACTION_LIMIT'],
    ['a day', { dailyLimit: 90 }, { dailySpend: 40n }, 50, 'DAILY_LIMIT'],
    ['a month', { monthlyLimit: 90 }, { monthlySpend: 40n }, 50, 'MONTHLY_LIMIT'],
  ])('allows exactly the limit of %s', (_what, limits, used, most, name) => {
    const now = state(policy({}, limits), used)
    expect(rule(now, paying(most))).toBe('ALLOW')
    expect(rule(now, paying(most + 1))).toBe(`DENY ${name}`)
  })

  it('allows the daily number of payments', () => {
    const of = (dailyCount: number) => state(policy({}, { dailyTransactionLimit: 3 }), { dailyCount })
    expect([rule(of(2), paying(1)), rule(of(3), paying(1))]).toEqual(['ALLOW', 'DENY DAILY_TRANSACTION_LIMIT'])
    expect(rule(state(policy({}, { dailyTransactionLimit: 0 })), paying(1))).toBe('DENY DAILY_TRANSACTION_LIMIT')
  })

  it('applies the rules of the paying account instead of the general ones', () => {
    const strict = { accountId: A, executionMode: 'APPROVAL_REQUIRED', perTransactionLimit: 5 } as const
    const ruled = state(policy({ accountRestrictions: { accountRules: [strict] } }))
    expect(rule(ruled, paying(6))).toBe('DENY PER_TRANSACTION_LIMIT')
    expect(rule(ruled, paying(5))).toBe('ASK EXECUTION_MODE')
    expect(rule(ruled, paying(6, { accountIds: [B, A] }))).toBe('ALLOW')
    const wide = { accountId: A, perTransactionLimit: 500 }
    expect(rule(state(policy({ accountRestrictions: { accountRules: [wide] } })), paying(500))).toBe('ALLOW')
    const inherits = { accountId: A, perTransactionLimit: null }
    expect(rule(state(policy({ accountRestrictions: { accountRules: [inherits] } })), paying(101))).toBe(
      'DENY PER_TRANSACTION_LIMIT',
    )
    const auto = { accountId: A, executionMode: 'AUTO' } as const
    const asking = policy({ defaultExecutionMode: 'APPROVAL_REQUIRED', accountRestrictions: { accountRules: [auto] } })
    expect(rule(state(asking), paying(1))).toBe('ALLOW')
    expect(rule(state(asking), paying(1, { accountIds: [B] }))).toBe('ASK EXECUTION_MODE')
  })

  it('requires approval above the threshold, and not at it', () => {
    const asking = state(policy({ approvalThresholds: { currency: 'EUR', amount: 50 } }))
    expect([rule(asking, paying(60, {}, 50)), rule(asking, paying(60, {}, 51))]).toEqual([
      'ALLOW',
      'ASK APPROVAL_THRESHOLD',
    ])
    expect(rule(state(policy({ approvalThresholds: { currency: 'EUR', amount: null } })), paying(100))).toBe('ALLOW')
  })

  it('requires approval above the daily threshold, and not at it', () => {
    const asking = state(policy({ dailyApprovalThreshold: 50 }), { dailySpend: 20n })
    expect([rule(asking, paying(30)), rule(asking, paying(31))]).toEqual(['ALLOW', 'ASK DAILY_APPROVAL_THRESHOLD'])
    expect(rule(state(policy({ dailyApprovalThreshold: null }), { dailySpend: 20n }), paying(31))).toBe('ALLOW')
    expect(rule(state(policy({ dailyApprovalThreshold: 0 })), paying(1))).toBe('ASK DAILY_APPROVAL_THRESHOLD')
  })

  it('allows only listed payees', () => {
    const [account, uma] = ['ExternalAccount:a', '$ann@bank.example'] as const
    const paid = (payee: string, allowedPayees?: AgentPolicy['allowedPayees']) =>
      rule(state(policy(allowedPayees ? { allowedPayees } : {})), paying(1, { payee }))
    for (const payee of [account, uma]) {
      expect(paid(payee)).toBe('ALLOW')
      expect(paid(payee, { scope: 'ANY' })).toBe('ALLOW')
      expect(paid(payee, { scope: 'LISTED', payees: [payee] })).toBe('ALLOW')
      expect(paid(payee, { scope: 'LISTED', payees: [] })).toBe('DENY PAYEE_NOT_ALLOWED')
      expect(paid(payee, { scope: 'LISTED' })).toBe('DENY PAYEE_NOT_ALLOWED')
    }
    expect(paid(account, { scope: 'EXISTING' })).toBe('ALLOW')
    expect(paid(uma, { scope: 'EXISTING' })).toBe('DENY PAYEE_NOT_ALLOWED')
  })

  it('requires approval of a new payee by default', () => {
    const question = { permission: 'MANAGE_EXTERNAL_ACCOUNTS', addsPayee: true } as const
    expect(rule(state(policy()), question)).toBe('ASK NEW_PAYEE')
    expect(rule(state(policy({ newPayees: 'APPROVAL_REQUIRED' })), question)).toBe('ASK NEW_PAYEE')
    expect(rule(state(policy({ newPayees: 'AUTO' })), question)).toBe('ALLOW')
    expect(rule(state(policy({ permissions: [] })), question)).toBe('DENY PERMISSION')
  })

  it('denies before it requires approval', () => {
    const both = policy({
      defaultExecutionMode: 'APPROVAL_REQUIRED',
      approvalThresholds: { currency: 'USD', amount: 1 },
    })
    expect(rule(state(both), paying(101))).toBe('DENY PER_TRANSACTION_LIMIT')
  })

  it('allows exactly what is within every limit, and never treats a lower amount worse', () => {
    const limit = fc.option(fc.integer({ min: 0, max: 300 }), { nil: null })
    const limits = fc.record({
      perTransactionLimit: fc.integer({ min: 0, max: 300 }),
      dailyLimit: limit,
      monthlyLimit: limit,
    })
    const used = fc.record({ dailyCount: fc.nat(5), dailySpend: fc.nat(300), monthlySpend: fc.nat(300) })
    const worth = { ALLOW: 0, ASK: 1, DENY: 2 }
    fc.assert(
      fc.property(
        limits,
        used,
        fc.integer({ min: 2, max: 300 }),
        limit,
        (given, { dailyCount, ...spent }, cost, amount) => {
          const now = state(policy({ approvalThresholds: { currency: 'USD', amount } }, given), {
            dailyCount,
            dailySpend: BigInt(spent.dailySpend),
            monthlySpend: BigInt(spent.monthlySpend),
          })
          const { decision } = evaluatePolicy(now, paying(cost))
          const within =
            cost <= given.perTransactionLimit &&
            (given.dailyLimit === null || spent.dailySpend + cost <= given.dailyLimit) &&
            (given.monthlyLimit === null || spent.monthlySpend + cost <= given.monthlyLimit)
          const isAsked = amount !== null && cost > amount
          expect(decision).toBe(within ? (isAsked ? 'ASK' : 'ALLOW') : 'DENY')
          expect(worth[evaluatePolicy(now, paying(cost - 1)).decision]).toBeLessThanOrEqual(worth[decision])
        },
      ),
    )
  })
})
