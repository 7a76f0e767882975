import { describe, expect, it } from 'vitest'
import type { AgentPolicy } from '../../../../../contract/agents/agent-policies.ts'
import { draftOf, FIRST_POLICY, type PolicyDraft, patchBetween, readDraft } from './draft.ts'

const EUROS = 'InternalAccount:eur' as const
const BEFORE: AgentPolicy = {
  ...FIRST_POLICY,
  spendingLimits: { currency: 'USD', perTransactionLimit: 50_000, dailyLimit: 100_000, dailyTransactionLimit: 10 },
}

/** The change that is sent after these fields are edited. */
function sent(changes: Partial<PolicyDraft>, before = BEFORE) {
  const read = readDraft({ ...draftOf(before), ...changes }, before)
  return 'policy' in read ? patchBetween(before, read.policy) : read.faults
}

describe('a policy draft', () => {
  it('is not a change when no field is edited, whatever the policy leaves out', () => {
    expect(sent({})).toEqual({})
    const least: AgentPolicy = {
      permissions: ['CREATE_TRANSFERS', 'VIEW_TRANSACTIONS'],
      defaultExecutionMode: 'AUTO',
      spendingLimits: { currency: 'UGX', perTransactionLimit: 7 },
      accountRestrictions: { accountRules: [{ accountId: EUROS, executionMode: 'AUTO' }] },
      approvalThresholds: { currency: 'EUR', amount: null },
    }
    expect(sent({}, least)).toEqual({})
  })

  it('sends single limits, and null for a removed one', () => {
    expect(sent({ perTransaction: '1,250.5' })).toEqual({ spendingLimits: { perTransactionLimit: 125_050 } })
    expect(sent({ daily: ' ' })).toEqual({ spendingLimits: { dailyLimit: null } })
    expect(sent({ monthly: '20', dailyCount: '1,000' })).toEqual({
      spendingLimits: { monthlyLimit: 2_000, dailyTransactionLimit: 1_000 },
    })
  })

  it('sends permissions, account restrictions and thresholds whole', () => {
    expect(sent({ permissions: ['CREATE_TRANSFERS'] })).toEqual({ permissions: ['CREATE_TRANSFERS'] })
    expect(sent({ threshold: '' })).toEqual({ approvalThresholds: {} })
    expect(sent({ allowed: [EUROS], rules: { [EUROS]: { mode: '', limit: '5' } } })).toEqual({
      accountRestrictions: {
        allowedAccountIds: [EUROS],
        accountRules: [{ accountId: EUROS, perTransactionLimit: 500 }],
      },
    })
    expect(sent({ mode: 'APPROVAL_REQUIRED' })).toEqual({ defaultExecutionMode: 'APPROVAL_REQUIRED' })
  })

  it('sends every limit as shown when their currency changes', () => {
    expect(sent({ currency: 'UGX', perTransaction: '500', daily: '1,000' })).toEqual({
      spendingLimits: {
        currency: 'UGX',
        perTransactionLimit: 500,
        dailyLimit: 1_000,
        monthlyLimit: null,
        dailyTransactionLimit: 10,
      },
      accountRestrictions: { allowedAccountIds: null, accountRules: [] },
      dailyApprovalThreshold: null,
    })
  })

  it('sends payees and the mode for new payees whole', () => {
    const listed = {
      payeeScope: 'LISTED',
      payees: ['ExternalAccount:a'],
      umaAddresses: '$ann@bank.example, $bob@b.example',
    } as const
    expect(sent(listed)).toEqual({
      allowedPayees: { scope: 'LISTED', payees: ['ExternalAccount:a', '$ann@bank.example', '$bob@b.example'] },
    })
    expect(sent({ payeeScope: 'EXISTING', newPayees: 'AUTO' })).toEqual({
      allowedPayees: { scope: 'EXISTING' },
      newPayees: 'AUTO',
    })
    expect(sent({ dailyThreshold: '300' })).toEqual({ dailyApprovalThreshold: 30_000 })
    expect(sent({ ...listed, umaAddresses: 'ann' })).toEqual({ umaAddresses: 'Enter addresses such as $name@domain.' })
  })

  it('reports errors by field', () => {
    expect(
      sent({ perTransaction: '', daily: '1.234', dailyCount: 'many', rules: { [EUROS]: { mode: '', limit: 'x' } } }),
    ).toEqual({
      perTransaction: 'Enter the limit per payment.',
      daily: 'Enter an amount with at most 2 decimals.',
      dailyCount: 'Enter a whole number.',
      [`rule ${EUROS}`]: 'Enter an amount with at most 2 decimals.',
    })
    expect(sent({ dailyCount: '' })).toEqual({
      dailyCount: 'This limit can be raised, but not removed.',
    })
  })
})
