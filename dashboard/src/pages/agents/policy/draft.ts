/** Draft of a policy: field texts, their errors, and the resulting change. */
import {
  AGENT_PERMISSIONS,
  type AgentPermission,
  type AgentPolicy,
  type AgentPolicyUpdateRequest,
} from '../../../../../contract/agents/agent-policies.ts'
import type { Holding } from '../../../api/agents.ts'
import { decimalsOf } from '../../../format/currency.ts'
import { formatMinor, parseMajor } from '../../../format/money.ts'

type Mode = AgentPolicy['defaultExecutionMode']
type Payees = NonNullable<AgentPolicy['allowedPayees']>
export type PayeeScope = Payees['scope']
type AccountId = NonNullable<NonNullable<AgentPolicy['accountRestrictions']>['allowedAccountIds']>[number]

export interface RuleDraft {
  /** Empty: as for all accounts. */
  readonly mode: Mode | ''
  readonly limit: string
}

export interface PolicyDraft {
  readonly permissions: readonly AgentPermission[]
  readonly mode: Mode
  readonly currency: string
  readonly perTransaction: string
  readonly daily: string
  readonly dailyCount: string
  readonly monthly: string
  readonly threshold: string
  readonly thresholdCurrency: string
  /** In the currency of the limits. */
  readonly dailyThreshold: string
  readonly payeeScope: PayeeScope
  /** Ids of external accounts, where payees are listed. */
  readonly payees: readonly string[]
  /** Where payees are listed: separated by commas or spaces. */
  readonly umaAddresses: string
  readonly newPayees: NonNullable<AgentPolicy['newPayees']>
  /** Null: all accounts of the customer. */
  readonly allowed: readonly string[] | null
  readonly rules: Readonly<Record<string, RuleDraft>>
}

/** Faults by the name of the field, or `rule <account>`. */
export type PolicyFaults = Readonly<Record<string, string>>

/** An external account by its name. */
export interface NamedPayee {
  readonly id: string
  readonly name: string
}

/** Props of the policy fields. */
export interface PolicyEditing {
  readonly draft: PolicyDraft
  readonly faults: PolicyFaults
  /** Accounts of the customer. */
  readonly accounts: readonly Holding[]
  /** External accounts of the customer. */
  readonly payees: readonly NamedPayee[]
  readonly onChange: (changes: Partial<PolicyDraft>) => void
}

/** A default policy with low limits. */
export const FIRST_POLICY: AgentPolicy = {
  permissions: ['VIEW_TRANSACTIONS', 'CREATE_QUOTES', 'EXECUTE_QUOTES', 'CREATE_TRANSFERS'],
  defaultExecutionMode: 'AUTO',
  spendingLimits: { currency: 'USD', perTransactionLimit: 50_000, dailyLimit: 100_000, monthlyLimit: 500_000 },
  approvalThresholds: { currency: 'USD', amount: 20_000 },
}

export function draftOf(policy: AgentPolicy): PolicyDraft {
  const { permissions, defaultExecutionMode, spendingLimits: limits, accountRestrictions, approvalThresholds } = policy
  const text = (minor: number | null | undefined, code = limits.currency) =>
    minor === null || minor === undefined ? '' : formatMinor(minor, decimalsOf(code))
  const thresholdCurrency = approvalThresholds?.currency ?? limits.currency
  const payees: readonly string[] = policy.allowedPayees?.payees ?? []
  return {
    permissions,
    mode: defaultExecutionMode,
    currency: limits.currency,
    perTransaction: text(limits.perTransactionLimit),
    daily: text(limits.dailyLimit),
    dailyCount: limits.dailyTransactionLimit?.toLocaleString('en') ?? '',
    monthly: text(limits.monthlyLimit),
    threshold: text(approvalThresholds?.amount, thresholdCurrency),
    thresholdCurrency,
    dailyThreshold: text(policy.dailyApprovalThreshold),
    payeeScope: policy.allowedPayees?.scope ?? 'ANY',
    payees: payees.filter((payee) => !payee.startsWith('$')),
    umaAddresses: payees.filter((payee) => payee.startsWith('$')).join(', '),
    newPayees: policy.newPayees ?? 'APPROVAL_REQUIRED',
    allowed: accountRestrictions?.allowedAccountIds ?? null,
    rules: Object.fromEntries(
      (accountRestrictions?.accountRules ?? []).map(({ accountId, executionMode, perTransactionLimit }) => [
        accountId,
        { mode: executionMode ?? '', limit: text(perTransactionLimit) },
      ]),
    ),
  }
}

const COUNT_MAX = 1_000_000_000

/** @param before the policy in force; absent: there is none yet */
export function readDraft(
  draft: PolicyDraft,
  before?: AgentPolicy,
): { readonly policy: AgentPolicy } | { readonly faults: PolicyFaults } {
  const faults: Record<string, string> = {}
  const amount = (field: string, text: string, code = draft.currency): number | null => {
    if (text.trim() === '') return null
    const minor = parseMajor(text, decimalsOf(code))
    if (minor === undefined) faults[field] = `Enter an amount with at most ${decimalsOf(code)} decimals.`
    return minor ?? null
  }
  const perTransactionLimit = amount('perTransaction', draft.perTransaction)
  if (perTransactionLimit === null) faults.perTransaction ??= 'Enter the limit per payment.'
  const dailyTransactionLimit =
    draft.dailyCount.trim() === '' ? null : Number(draft.dailyCount.replaceAll(/[,\s]/g, ''))
  if (dailyTransactionLimit !== null && !(Number.isInteger(dailyTransactionLimit) && dailyTransactionLimit >= 0))
    faults.dailyCount = 'Enter a whole number.'
  else if (Number(dailyTransactionLimit) > COUNT_MAX) faults.dailyCount = 'The API does not accept a limit this high.'
  else if (dailyTransactionLimit === null && before?.spendingLimits.dailyTransactionLimit !== undefined)
    faults.dailyCount = 'This limit can be raised, but not removed.'
  const threshold = amount('threshold', draft.threshold, draft.thresholdCurrency)
  const addresses = draft.umaAddresses.split(/[,\s]+/).filter((address) => address !== '')
  if (draft.payeeScope === 'LISTED' && addresses.some((address) => !/^\$[^@$]+@[^@$]{3,}$/.test(address)))
    faults.umaAddresses = 'Enter addresses such as $name@domain.'
  const policy: AgentPolicy = {
    permissions: AGENT_PERMISSIONS.filter((permission) => draft.permissions.includes(permission)),
    defaultExecutionMode: draft.mode,
    spendingLimits: {
      currency: draft.currency,
      perTransactionLimit: perTransactionLimit ?? 0,
      dailyLimit: amount('daily', draft.daily),
      monthlyLimit: amount('monthly', draft.monthly),
      ...(dailyTransactionLimit !== null && { dailyTransactionLimit }),
    },
    accountRestrictions: {
      allowedAccountIds: draft.allowed as readonly AccountId[] | null,
      accountRules: Object.entries(draft.rules)
        .filter(([, { mode, limit }]) => mode !== '' || limit.trim() !== '')
        .map(([accountId, { mode, limit }]) => ({
          accountId: accountId as AccountId,
          ...(mode !== '' && { executionMode: mode }),
          perTransactionLimit: amount(`rule ${accountId}`, limit),
        })),
    },
    approvalThresholds: threshold === null ? {} : { currency: draft.thresholdCurrency, amount: threshold },
    dailyApprovalThreshold: amount('dailyThreshold', draft.dailyThreshold),
    allowedPayees:
      draft.payeeScope === 'LISTED'
        ? { scope: 'LISTED', payees: [...draft.payees, ...addresses] as NonNullable<Payees['payees']> }
        : { scope: draft.payeeScope },
    newPayees: draft.newPayees,
  }
  return Object.keys(faults).length > 0 ? { faults } : { policy }
}

/**
 * The smallest change that leads from one policy to the other. With another currency every limit is sent again: omitted
 * ones would be converted, and differ from those on the page.
 */
export function patchBetween(before: AgentPolicy, after: AgentPolicy): AgentPolicyUpdateRequest {
  const [old, next] = [plain(before), plain(after)]
  const isRecast = old.spendingLimits.currency !== next.spendingLimits.currency
  const limits = Object.entries(next.spendingLimits).filter(
    ([name, value]) => isRecast || old.spendingLimits[name as 'currency'] !== value,
  )
  const isOther = (part: keyof AgentPolicy) => JSON.stringify(old[part]) !== JSON.stringify(next[part])
  return {
    ...(isOther('permissions') && { permissions: next.permissions }),
    ...(isOther('defaultExecutionMode') && { defaultExecutionMode: next.defaultExecutionMode }),
    ...(limits.length > 0 && { spendingLimits: Object.fromEntries(limits) }),
    ...((isRecast || isOther('accountRestrictions')) && { accountRestrictions: next.accountRestrictions }),
    ...(isOther('approvalThresholds') && { approvalThresholds: next.approvalThresholds }),
    ...((isRecast || isOther('dailyApprovalThreshold')) && { dailyApprovalThreshold: next.dailyApprovalThreshold }),
    ...(isOther('allowedPayees') && { allowedPayees: next.allowedPayees }),
    ...(isOther('newPayees') && { newPayees: next.newPayees }),
  } as AgentPolicyUpdateRequest
}

/** The policy in the editor's normal form: absent and null mean the same. */
const plain = (policy: AgentPolicy): AgentPolicy => {
  const read = readDraft(draftOf(policy))
  return 'policy' in read ? read.policy : policy
}
