/** Policy in plain English. */
import type { AgentPermission, AgentPolicy } from '../../../../../contract/agents/agent-policies.ts'
import { amountText } from '../../../format/currency.ts'

export const PERMISSION_WORDS: Readonly<Record<AgentPermission, string>> = {
  VIEW_TRANSACTIONS: 'view balances and payments',
  CREATE_QUOTES: 'create quotes',
  EXECUTE_QUOTES: 'execute quotes',
  CREATE_TRANSFERS: 'transfer money in and out',
  MANAGE_EXTERNAL_ACCOUNTS: 'register and delete external accounts',
}

export interface PolicyNames {
  readonly agent: string
  readonly customer: string
  readonly account: (id: string) => string
  /** An external account. */
  readonly payee: (id: string) => string
}

/** One statement per sentence; the first names the customer and the permissions. */
export function policySentences(policy: AgentPolicy, names: PolicyNames): string[] {
  const { agent, customer, account } = names
  const words = policy.permissions.map((permission) => PERMISSION_WORDS[permission])
  if (words.length === 0) return [`${agent} may do nothing: it has no permission.`]
  const first = `${agent} may ${listed(words)} for ${customer}.`
  if (!policy.permissions.some((permission) => permission === 'EXECUTE_QUOTES' || permission === 'CREATE_TRANSFERS'))
    return [first, 'It cannot move money.']
  const { allowedAccountIds, accountRules = [] } = policy.accountRestrictions ?? {}
  if (allowedAccountIds?.length === 0) return [first, 'It may use no account, so it cannot move money.']
  const closed = zeroLimit(policy)
  if (closed) return [first, `Every payment is refused: ${closed} is zero.`]
  const usable = accountRules.filter(({ accountId }) => !allowedAccountIds || allowedAccountIds.includes(accountId))
  return [
    first,
    onePayment(policy),
    ...ofDay(policy),
    periods(policy),
    allowedAccountIds
      ? `It may use only ${listed(allowedAccountIds.map(account))}.`
      : `It may use every account of ${customer}.`,
    ...payees(policy, names),
    ...usable.flatMap((rule) => ofAccount(policy, rule, account(rule.accountId))),
  ]
}

function zeroLimit({ spendingLimits, accountRestrictions }: AgentPolicy): string | undefined {
  const { perTransactionLimit, dailyLimit, dailyTransactionLimit, monthlyLimit } = spendingLimits
  if (dailyLimit === 0) return 'the daily limit'
  if (dailyTransactionLimit === 0) return 'the number of payments per day'
  if (monthlyLimit === 0) return 'the monthly limit'
  const isLifted = accountRestrictions?.accountRules?.some(({ perTransactionLimit: own }) => own)
  return perTransactionLimit === 0 && !isLifted ? 'the limit per payment' : undefined
}

function onePayment(policy: AgentPolicy): string {
  const { currency, perTransactionLimit } = policy.spendingLimits
  const most = amountText(perTransactionLimit, currency)
  const refused = `payments above ${most} are refused`
  if (policy.defaultExecutionMode === 'APPROVAL_REQUIRED') return `Every payment waits for your approval; ${refused}.`
  const asks = threshold(policy)
  if (!asks || (asks.currency === currency && asks.amount >= perTransactionLimit))
    return `It executes payments of up to ${most} by itself; ${refused}.`
  if (asks.amount === 0) return `Every payment waits for your approval; ${refused}.`
  const alone = amountText(asks.amount, asks.currency)
  return `It executes payments of up to ${alone} by itself; larger payments wait for your approval, and ${refused}.`
}

function threshold({ approvalThresholds }: AgentPolicy): { amount: number; currency: string } | undefined {
  const { amount, currency } = approvalThresholds ?? {}
  return amount === null || amount === undefined || currency === undefined ? undefined : { amount, currency }
}

/** Left out when every payment needs approval anyway. */
function ofDay({ defaultExecutionMode, spendingLimits, dailyApprovalThreshold: most }: AgentPolicy): string[] {
  if (most === null || most === undefined || defaultExecutionMode === 'APPROVAL_REQUIRED') return []
  return [
    `A payment that brings the day’s total above ${amountText(most, spendingLimits.currency)} waits for your approval.`,
  ]
}

function payees({ permissions, allowedPayees, newPayees }: AgentPolicy, { customer, payee }: PolicyNames): string[] {
  const { scope = 'ANY', payees: allowed = [] } = allowedPayees ?? {}
  const named = (allowed as readonly string[]).map((id) => (id.startsWith('$') ? id : payee(id)))
  const whom =
    scope === 'ANY'
      ? `every external account of ${customer}, and any UMA address`
      : scope === 'EXISTING'
        ? `every external account of ${customer}, and no UMA address`
        : named.length > 0
          ? `only ${listed(named)}`
          : 'no external accounts'
  const adds = permissions.includes('MANAGE_EXTERNAL_ACCOUNTS')
  return [
    `It may pay ${whom}.`,
    ...(adds
      ? [newPayees === 'AUTO' ? 'It may add payees without approval.' : 'A payee that it adds waits for your approval.']
      : []),
  ]
}

function periods({ spendingLimits }: AgentPolicy): string {
  const { currency, dailyLimit, dailyTransactionLimit, monthlyLimit } = spendingLimits
  const count =
    dailyTransactionLimit === undefined
      ? undefined
      : dailyTransactionLimit === 1
        ? 'one payment'
        : `${dailyTransactionLimit.toLocaleString('en')} payments`
  const daily = [dailyLimit === null || dailyLimit === undefined ? undefined : amountText(dailyLimit, currency), count]
  const day = daily.filter((part) => part !== undefined).join(' in ')
  const parts = [
    ...(day ? [`${day} per day`] : []),
    ...(monthlyLimit === null || monthlyLimit === undefined ? [] : [`${amountText(monthlyLimit, currency)} per month`]),
  ]
  if (parts.length === 0) return 'There is no daily or monthly limit.'
  return `In total at most ${parts.join(', and ')}, fees included; days and months are UTC.`
}

type Rule = NonNullable<NonNullable<AgentPolicy['accountRestrictions']>['accountRules']>[number]

function ofAccount(policy: AgentPolicy, { executionMode, perTransactionLimit }: Rule, name: string): string[] {
  const limit =
    perTransactionLimit === null || perTransactionLimit === undefined
      ? []
      : [
          `a payment from ${name} may be up to ${amountText(perTransactionLimit, policy.spendingLimits.currency)} instead`,
        ]
  const asks = threshold(policy)
  const isLoosened = executionMode === 'AUTO' && policy.defaultExecutionMode === 'APPROVAL_REQUIRED'
  const mode =
    executionMode === 'APPROVAL_REQUIRED' && policy.defaultExecutionMode === 'AUTO'
      ? [`every payment from ${name} waits for your approval`]
      : isLoosened
        ? [`payments from ${name} ${asks ? `of up to ${amountText(asks.amount, asks.currency)} ` : ''}need no approval`]
        : []
  const parts = [...mode, ...limit]
  return parts.length > 0 ? [`${capital(parts.join(', and '))}.`] : []
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `a, b and c` */
const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
