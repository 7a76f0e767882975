/**
 * Agent model: permissions and usage of agents, computed independently of the service from a plain list of their
 * payments.
 */
import type { AgentPermission, AgentRule } from '../../contract/agents/agent-policies.ts'

/** Amounts in minor units of the limits' currency; null: no limit. */
export interface Terms {
  permissions: readonly AgentPermission[]
  perPayment: bigint
  perDay: bigint | null
  paymentsPerDay: number | null
  perMonth: bigint | null
  askAbove: bigint | null
  /** Sum per day above which it asks. */
  askAboveInDay: bigint | null
  asksAlways: boolean
  /** Wire ids; null: all. */
  accounts: readonly string[] | null
  /** Wire ids of external accounts; null: all. */
  payees: readonly string[] | null
}

export interface Allowance {
  terms: Terms
  isPaused: boolean
  /** Payments of this month that have not failed, by id. */
  readonly payments: Map<string, { readonly cost: bigint; readonly day: string }>
}

export interface Wanted {
  readonly permission: AgentPermission
  readonly accounts: readonly string[]
  /** Wire id of the external account that is paid. */
  readonly payee?: string
  readonly cost: bigint
}

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

export function usedAt({ payments }: Allowance, now: number) {
  const today = dayOf(now)
  const used = { count: 0, day: 0n, month: 0n }
  for (const [id, { cost, day }] of payments) {
    if (day.slice(0, 7) !== today.slice(0, 7)) payments.delete(id)
    else used.month += cost
    if (day !== today) continue
    used.count += 1
    used.day += cost
  }
  return used
}

/** Amounts at which the decision changes, where most faults are. */
export function periodStarts(allowance: Allowance, now: number): bigint[] {
  const { perPayment, perDay, perMonth, askAbove, askAboveInDay } = allowance.terms
  const { day, month } = usedAt(allowance, now)
  const left = [perDay === null ? perPayment : perDay - day, perMonth === null ? perPayment : perMonth - month]
  const untilAsked = askAboveInDay === null ? [] : [askAboveInDay - day]
  return [askAbove ?? perPayment, perPayment, ...left, ...untilAsked].filter((border) => border > 0n)
}

/** Whether a quote may be made between these accounts: no money moves. */
export const mayQuote = ({ terms, isPaused }: Allowance, accounts: readonly string[]): boolean =>
  !isPaused && terms.permissions.includes('CREATE_QUOTES') && isOpen(terms, accounts)

const isOpen = (terms: Terms, accounts: readonly string[]) =>
  accounts.every((account) => terms.accounts === null || terms.accounts.includes(account))

/** The expected decision: the rule that forbids or asks, or undefined. */
export function rulingOn(allowance: Allowance, wanted: Wanted, now: number): AgentRule | undefined {
  return findDenial(allowance, wanted, now) ?? findQuestion(allowance, wanted, now)
}

export function findDenial(allowance: Allowance, wanted: Wanted, now: number): AgentRule | undefined {
  const { terms, isPaused } = allowance
  const used = usedAt(allowance, now)
  if (isPaused) return 'AGENT_PAUSED'
  if (!terms.permissions.includes(wanted.permission)) return 'PERMISSION'
  if (!isOpen(terms, wanted.accounts)) return 'ACCOUNT_NOT_ALLOWED'
  if (wanted.payee !== undefined && !(terms.payees?.includes(wanted.payee) ?? true)) return 'PAYEE_NOT_ALLOWED'
  if (wanted.cost > terms.perPayment) return 'PER_TRANSACTION_LIMIT'
  if (terms.paymentsPerDay !== null && used.count >= terms.paymentsPerDay) return 'DAILY_TRANSACTION_LIMIT'
  if (terms.perDay !== null && used.day + wanted.cost > terms.perDay) return 'DAILY_LIMIT'
  if (terms.perMonth !== null && used.month + wanted.cost > terms.perMonth) return 'MONTHLY_LIMIT'
  return undefined
}

const findQuestion = (allowance: Allowance, { cost }: Wanted, now: number): AgentRule | undefined => {
  const { asksAlways, askAbove, askAboveInDay } = allowance.terms
  if (asksAlways) return 'EXECUTION_MODE'
  if (askAbove !== null && cost > askAbove) return 'APPROVAL_THRESHOLD'
  const isAbove = askAboveInDay !== null && usedAt(allowance, now).day + cost > askAboveInDay
  return isAbove ? 'DAILY_APPROVAL_THRESHOLD' : undefined
}
