/** Policy evaluation (decision 53): a pure function, used alike for dry runs, actions and approvals. */
import {
  AGENT_RULES,
  type AgentPermission,
  type AgentPolicy,
  type AgentRule,
} from '../../../../contract/agents/agent-policies.ts'
import { refuse } from '../../../core/refusal.ts'
import type { AgentUsage } from '../../payments/allowances/usage.ts'
import type { Transaction } from '../../payments/transactions/transaction.ts'

/** What an agent requests, as the policy sees it. */
export interface PolicyQuestion {
  readonly permission: AgentPermission
  /** Wire ids of the customer's internal accounts involved, the paying one first. */
  readonly accountIds?: readonly string[]
  /** External payee: wire id of an external account, or a UMA address in lower case; absent: none. */
  readonly payee?: string
  /** Whether a payee is to be added. */
  readonly addsPayee?: true
  /** Amount debited, fees included; absent: no money moves. */
  readonly cost?: Cost
}

export interface Cost {
  /** In minor units of the currency of the spending limits. */
  readonly inLimits: bigint
  /** In minor units of the currency of the approval threshold; absent: no threshold is set. */
  readonly inThreshold?: bigint
}

/** What a policy is evaluated against. */
export interface PolicyState {
  readonly isPaused: boolean
  readonly policy: AgentPolicy
  /** Usage of the current periods. */
  readonly usage: Pick<AgentUsage, 'dailyCount' | 'dailySpend' | 'monthlySpend'>
}

export type PolicyDecision =
  | { readonly decision: 'ALLOW' }
  | { readonly decision: 'ASK' | 'DENY'; readonly rule: AgentRule }

const ALLOW: PolicyDecision = { decision: 'ALLOW' }
const deny = (rule: AgentRule): PolicyDecision => ({ decision: 'DENY', rule })
const ask = (rule: AgentRule): PolicyDecision => ({ decision: 'ASK', rule })

/** Denials take precedence over approvals. A limit is the most that is allowed; above a threshold approval is needed. */
export function evaluatePolicy(state: PolicyState, question: PolicyQuestion): PolicyDecision {
  const { policy, isPaused } = state
  const { permission, accountIds = [], payee, addsPayee, cost } = question
  if (isPaused) return deny('AGENT_PAUSED')
  if (!policy.permissions.includes(permission)) return deny('PERMISSION')
  const allowed = allowedAccounts(policy)
  if (allowed && accountIds.some((id) => !allowed.includes(id))) return deny('ACCOUNT_NOT_ALLOWED')
  if (payee !== undefined && !mayPay(policy, payee)) return deny('PAYEE_NOT_ALLOWED')
  if (addsPayee && policy.newPayees !== 'AUTO') return ask('NEW_PAYEE')
  if (!cost) return ALLOW
  const broken = exceededLimit(state, accountIds[0], cost.inLimits)
  if (broken) return deny(broken)
  const execution = ruleFor(policy, accountIds[0])?.executionMode ?? policy.defaultExecutionMode
  if (execution === 'APPROVAL_REQUIRED') return ask('EXECUTION_MODE')
  const threshold = policy.approvalThresholds?.amount ?? undefined
  if (threshold !== undefined && cost.inThreshold !== undefined && cost.inThreshold > BigInt(threshold))
    return ask('APPROVAL_THRESHOLD')
  const daily = limitOrNull(policy.dailyApprovalThreshold)
  if (daily !== null && state.usage.dailySpend + cost.inLimits > daily) return ask('DAILY_APPROVAL_THRESHOLD')
  return ALLOW
}

/** Wire ids of the internal accounts that the agent may use; undefined: all of its customer. */
export const allowedAccounts = ({ accountRestrictions }: AgentPolicy): readonly string[] | undefined =>
  accountRestrictions?.allowedAccountIds ?? undefined

/** Whether the agent may pay at all. */
export const mayPayAtAll = ({ permissions }: AgentPolicy): boolean =>
  permissions.includes('CREATE_TRANSFERS') || permissions.includes('EXECUTE_QUOTES')

/** Whether the policy allows this external payee. @param payee as in `PolicyQuestion` */
export function mayPay({ allowedPayees }: AgentPolicy, payee: string): boolean {
  const { scope = 'ANY', payees = [] } = allowedPayees ?? {}
  if (scope === 'LISTED') return (payees as readonly string[]).includes(payee)
  return scope === 'ANY' || payee.startsWith('ExternalAccount:')
}

/** Whether an agent may see a payment of its customer: one from or to an account that it may use. */
export function maySeeTransaction(
  policy: AgentPolicy,
  { sourceId, destinationId }: Pick<Transaction, 'sourceId' | 'destinationId'>,
) {
  const allowed = allowedAccounts(policy)
  return allowed === undefined || [sourceId, destinationId].some((id) => id !== null && allowed.includes(id))
}

/** The rule that replaces the general ones for an account. */
const ruleFor = ({ accountRestrictions }: AgentPolicy, accountId: string | undefined) =>
  accountRestrictions?.accountRules?.find((rule) => rule.accountId === accountId)

function exceededLimit(
  { policy, usage }: PolicyState,
  accountId: string | undefined,
  cost: bigint,
): AgentRule | undefined {
  const { spendingLimits } = policy
  const perTransaction = ruleFor(policy, accountId)?.perTransactionLimit ?? spendingLimits.perTransactionLimit
  const { dailyCountLimit, dailyLimit, monthlyLimit } = periodLimitsOf(policy)
  if (cost > BigInt(perTransaction)) return 'PER_TRANSACTION_LIMIT'
  if (dailyCountLimit !== null && usage.dailyCount + 1 > dailyCountLimit) return 'DAILY_TRANSACTION_LIMIT'
  if (dailyLimit !== null && usage.dailySpend + cost > dailyLimit) return 'DAILY_LIMIT'
  if (monthlyLimit !== null && usage.monthlySpend + cost > monthlyLimit) return 'MONTHLY_LIMIT'
  return undefined
}

const limitOrNull = (value: number | null | undefined): bigint | null =>
  value === null || value === undefined ? null : BigInt(value)

/** Limits per period; null: no limit. */
export const periodLimitsOf = ({ spendingLimits }: AgentPolicy) => ({
  dailyCountLimit: spendingLimits.dailyTransactionLimit ?? null,
  dailyLimit: limitOrNull(spendingLimits.dailyLimit),
  monthlyLimit: limitOrNull(spendingLimits.monthlyLimit),
})

const CODES: Partial<Record<AgentRule, 'AGENT_PAUSED' | 'FORBIDDEN'>> = {
  AGENT_PAUSED: 'AGENT_PAUSED',
  PERMISSION: 'FORBIDDEN',
  ACCOUNT_NOT_ALLOWED: 'FORBIDDEN',
  PAYEE_NOT_ALLOWED: 'FORBIDDEN',
}

/** @throws Refusal AGENT_PAUSED, FORBIDDEN, AGENT_LIMIT_EXCEEDED with the rule, for what is denied */
export function refuseDenied(verdict: PolicyDecision, { permission }: PolicyQuestion): void {
  if (verdict.decision !== 'DENY') return
  const { rule } = verdict
  refuse(CODES[rule] ?? 'AGENT_LIMIT_EXCEEDED', AGENT_RULES[rule], {
    rule,
    ...(rule === 'PERMISSION' && { requiredPermission: permission }),
  })
}
