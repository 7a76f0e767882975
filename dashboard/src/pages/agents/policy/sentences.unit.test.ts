import { describe, expect, it } from 'vitest'
import type { AgentPolicy } from '../../../../../contract/agents/agent-policies.ts'
import { policySentences } from './sentences.ts'

const [DOLLARS, EUROS] = ['InternalAccount:usd', 'InternalAccount:eur'] as const
const names = {
  agent: 'Ada',
  customer: 'Northwind Ltd',
  account: (id: string) => (id === DOLLARS ? 'the USD balance' : 'the EUR balance'),
  payee: (id: string) => (id === 'ExternalAccount:a' ? 'Harbor Paper' : 'an account'),
}
const policy = (more: Partial<AgentPolicy> = {}): AgentPolicy => ({
  permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS'],
  defaultExecutionMode: 'AUTO',
  spendingLimits: {
    currency: 'USD',
    perTransactionLimit: 50_000,
    dailyLimit: 100_000,
    dailyTransactionLimit: 10,
    monthlyLimit: 500_000,
  },
  approvalThresholds: { currency: 'USD', amount: 20_000 },
  ...more,
})
const limits = (more: Partial<AgentPolicy['spendingLimits']>) => ({
  spendingLimits: { currency: 'USD', perTransactionLimit: 50_000, ...more },
})
const said = (more?: Partial<AgentPolicy>) => policySentences(policy(more), names)

describe('the sentences of a policy', () => {
  it('state what is allowed, what needs approval, what is refused, and the total limits', () => {
    expect(said()).toEqual([
      'Ada may view balances and payments and transfer money in and out for Northwind Ltd.',
      'It executes payments of up to 200.00 USD by itself; larger payments wait for your approval, and payments above 500.00 USD are refused.',
      'In total at most 1,000.00 USD in 10 payments per day, and 5,000.00 USD per month, fees included; days and months are UTC.',
      'It may use every account of Northwind Ltd.',
      'It may pay every external account of Northwind Ltd, and any UMA address.',
    ])
  })

  it.each<[string, Partial<AgentPolicy>, string]>([
    ['any', {}, 'It may pay every external account of Northwind Ltd, and any UMA address.'],
    [
      'accounts only',
      { allowedPayees: { scope: 'EXISTING' } },
      'It may pay every external account of Northwind Ltd, and no UMA address.',
    ],
    [
      'a list',
      { allowedPayees: { scope: 'LISTED', payees: ['ExternalAccount:a', '$ann@bank.example'] } },
      'It may pay only Harbor Paper and $ann@bank.example.',
    ],
    ['no payees', { allowedPayees: { scope: 'LISTED', payees: [] } }, 'It may pay no external accounts.'],
    [
      'new ones after approval',
      { permissions: ['CREATE_TRANSFERS', 'MANAGE_EXTERNAL_ACCOUNTS'] },
      'A payee that it adds waits for your approval.',
    ],
    [
      'new ones immediately',
      { permissions: ['CREATE_TRANSFERS', 'MANAGE_EXTERNAL_ACCOUNTS'], newPayees: 'AUTO' },
      'It may add payees without approval.',
    ],
    [
      'an amount of a day',
      { dailyApprovalThreshold: 30_000 },
      'A payment that brings the day’s total above 300.00 USD waits for your approval.',
    ],
  ])('state whom it may pay: %s', (_what, more, sentence) => {
    expect(said(more)).toContain(sentence)
  })

  it.each<[string, Partial<AgentPolicy>, string]>([
    ['no permission', { permissions: [] }, 'Ada may do nothing: it has no permission.'],
    ['only reading', { permissions: ['VIEW_TRANSACTIONS', 'CREATE_QUOTES'] }, 'It cannot move money.'],
    [
      'no account',
      { accountRestrictions: { allowedAccountIds: [] } },
      'It may use no account, so it cannot move money.',
    ],
    ['a limit of zero', limits({ monthlyLimit: 0 }), 'Every payment is refused: the monthly limit is zero.'],
    [
      'a limit of zero for one payment',
      limits({ perTransactionLimit: 0 }),
      'Every payment is refused: the limit per payment is zero.',
    ],
    [
      'approval of everything',
      { defaultExecutionMode: 'APPROVAL_REQUIRED' },
      'Every payment waits for your approval; payments above 500.00 USD are refused.',
    ],
    [
      'a threshold of zero',
      { approvalThresholds: { currency: 'USD', amount: 0 } },
      'Every payment waits for your approval; payments above 500.00 USD are refused.',
    ],
    [
      'a threshold that nothing reaches',
      { approvalThresholds: { currency: 'USD', amount: 50_000 } },
      'It executes payments of up to 500.00 USD by itself; payments above 500.00 USD are refused.',
    ],
    [
      'a threshold in another currency',
      { approvalThresholds: { currency: 'UGX', amount: 50_000 } },
      'It executes payments of up to 50,000 UGX by itself; larger payments wait for your approval, and payments above 500.00 USD are refused.',
    ],
    ['no periods', limits({ dailyLimit: null }), 'There is no daily or monthly limit.'],
    [
      'one payment a day',
      limits({ dailyTransactionLimit: 1 }),
      'In total at most one payment per day, fees included; days and months are UTC.',
    ],
    [
      'some accounts',
      { accountRestrictions: { allowedAccountIds: [DOLLARS, EUROS] } },
      'It may use only the USD balance and the EUR balance.',
    ],
    [
      'an account that always asks, with its own limit',
      {
        accountRestrictions: {
          accountRules: [{ accountId: EUROS, executionMode: 'APPROVAL_REQUIRED', perTransactionLimit: 1_000 }],
        },
      },
      'Every payment from the EUR balance waits for your approval, and a payment from the EUR balance may be up to 10.00 USD instead.',
    ],
    [
      'an account that asks less than the others',
      {
        defaultExecutionMode: 'APPROVAL_REQUIRED',
        accountRestrictions: { accountRules: [{ accountId: EUROS, executionMode: 'AUTO' }] },
      },
      'Payments from the EUR balance of up to 200.00 USD need no approval.',
    ],
  ])('describe %s', (_, more, sentence) => {
    expect(said(more)).toContain(sentence)
  })

  it('leave out the rule of an account that may not be used', () => {
    const accountRules = [{ accountId: EUROS, executionMode: 'APPROVAL_REQUIRED' as const }]
    const all = said({ accountRestrictions: { allowedAccountIds: [DOLLARS], accountRules } })
    expect(all.filter((sentence) => sentence.includes('EUR'))).toEqual([])
  })
})
