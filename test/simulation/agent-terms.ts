/** Policies of the simulated agents: the first one and every change, as the service and as the model represent them. */
import {
  AGENT_PERMISSIONS,
  type AgentPolicyRequest,
  type AgentPolicyUpdateRequest,
} from '../../contract/agents/agent-policies.ts'
import type { Terms } from './agent-book.ts'
import type { Chance } from './chance.ts'

export const FIRST_POLICY: AgentPolicyRequest = {
  permissions: [...AGENT_PERMISSIONS],
  spendingLimits: { currency: 'USD', perTransactionLimit: 9_000, dailyLimit: 30_000, monthlyLimit: 200_000 },
  approvalThresholds: { currency: 'USD', amount: 4_000 },
}
export const FIRST_TERMS: Terms = {
  permissions: AGENT_PERMISSIONS,
  perPayment: 9_000n,
  perDay: 30_000n,
  paymentsPerDay: null,
  perMonth: 200_000n,
  askAbove: 4_000n,
  askAboveInDay: null,
  asksAlways: false,
  accounts: null,
  payees: null,
}

interface Change {
  readonly patch: AgentPolicyUpdateRequest
  readonly terms: Partial<Terms>
}

/** One part of the policy, wider or narrower than what is used. */
export function anyChange({ of, below, next }: Chance, accounts: readonly string[], payee: string): Change {
  const limit = (most: number) => (next() < 0.2 ? null : below(most))
  const big = (value: number | null) => (value === null ? null : BigInt(value))
  const changes: readonly (() => Change)[] = [
    () => {
      const most = 1 + below(12_000)
      return { patch: { spendingLimits: { perTransactionLimit: most } }, terms: { perPayment: BigInt(most) } }
    },
    () => {
      const most = limit(25_000)
      return { patch: { spendingLimits: { dailyLimit: most } }, terms: { perDay: big(most) } }
    },
    () => {
      const most = limit(120_000)
      return { patch: { spendingLimits: { monthlyLimit: most } }, terms: { perMonth: big(most) } }
    },
    () => {
      const most = 2 + below(16)
      return { patch: { spendingLimits: { dailyTransactionLimit: most } }, terms: { paymentsPerDay: most } }
    },
    () => {
      const above = limit(9_000)
      const approvalThresholds = above === null ? {} : ({ currency: 'USD', amount: above } as const)
      return { patch: { approvalThresholds }, terms: { askAbove: big(above) } }
    },
    () => {
      const above = limit(25_000)
      return { patch: { dailyApprovalThreshold: above }, terms: { askAboveInDay: big(above) } }
    },
    () => {
      const payees = next() < 0.6 ? null : next() < 0.5 ? [payee] : []
      const allowedPayees = payees
        ? { scope: 'LISTED' as const, payees: payees as never[] }
        : { scope: of(['ANY', 'EXISTING'] as const) }
      return { patch: { allowedPayees }, terms: { payees } }
    },
    () => {
      const asksAlways = next() < 0.2
      return { patch: { defaultExecutionMode: asksAlways ? 'APPROVAL_REQUIRED' : 'AUTO' }, terms: { asksAlways } }
    },
    () => {
      const permissions = AGENT_PERMISSIONS.filter(() => next() < 0.85)
      return { patch: { permissions }, terms: { permissions } }
    },
    () => {
      const allowed = next() < 0.7 ? null : accounts.filter(() => next() < 0.7)
      return { patch: { accountRestrictions: { allowedAccountIds: allowed as never } }, terms: { accounts: allowed } }
    },
  ]
  return of(changes)()
}
