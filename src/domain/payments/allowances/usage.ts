/**
 * Agent usage: tables of each agent's counters and of the payments that count, and the arithmetic of the counters:
 * periods in UTC, counters that restart with them, and the return of failed payments.
 */
import { LIMITS } from '../../../../contract/limits.ts'
import { type Ratio, scaleDown, scaleUp, times } from '../../../core/rate.ts'
import { isoTime } from '../../../core/time.ts'
import { int, json, money, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'

/** One row per agent, changed by every payment that counts. Amounts are minor units of `currency`, the limits'. */
export const agentUsage = table(
  'agent_usage',
  {
    /** The agent's. */
    id: uuid,
    currency: text(),
    /** The UTC day of the daily counters: `2025-11-20`. */
    day: text(),
    dailyCount: int,
    dailySpend: money,
    /** The part of it that was counted in a previous currency of the limits. */
    dailyCarried: money,
    /** The UTC month of the monthly counter: `2025-11`. */
    month: text(),
    monthlySpend: money,
    monthlyCarried: money,
    /** Counts the changes of currency. */
    epoch: int,
    /** For each former epoch, the value of one of its minor units in current ones: numerator and denominator. */
    rates: json<readonly (readonly [string, string])[]>(),
  },
  {
    resource: 'Agent',
    changing: [
      'currency',
      'day',
      'dailyCount',
      'dailySpend',
      'dailyCarried',
      'month',
      'monthlySpend',
      'monthlyCarried',
      'epoch',
      'rates',
    ],
  },
)
export type AgentUsage = Row<typeof agentUsage>

/** A payment that counts, with the counters after it and the limits that they were within. */
export const agentSpending = table(
  'agent_spending',
  {
    /** The payment's. */
    id: uuid,
    agentId: uuid,
    /** Minor units of `currency`, the limits' at that time. */
    amount: money,
    currency: text(),
    epoch: int,
    day: text(),
    month: text(),
    dailyCount: int,
    dailySpend: money,
    monthlySpend: money,
    dailyCountLimit: orNull(int),
    dailyLimit: orNull(money),
    monthlyLimit: orNull(money),
    createdAt: time,
    /** When the payment turned out to have failed; null: it counts. */
    givenBackAt: orNull(time),
  },
  { changing: ['givenBackAt'] },
)
export type AgentSpending = Row<typeof agentSpending>

const DAY_MS = 86_400_000
const MOST = BigInt(LIMITS.amount)
const atMost = (amount: bigint) => (amount < MOST ? amount : MOST)
const least = (a: bigint, b: bigint) => (a < b ? a : b)

const dayOf = (moment: number) => isoTime(moment).slice(0, 10)
const monthOf = (moment: number) => isoTime(moment).slice(0, 7)
export const dayAfter = (day: string): string => dayOf(Date.parse(day) + DAY_MS)
export const monthAfter = (month: string): string => monthOf(Date.parse(`${month}-28`) + 4 * DAY_MS)

/** A row of usage without its owner. */
export type Counters = Omit<AgentUsage, 'id'>

/** The counters of an agent that has used nothing. */
export const unused = (agentId: string, currency: string, now: number): AgentUsage => ({
  id: agentId,
  currency,
  day: dayOf(now),
  dailyCount: 0,
  dailySpend: 0n,
  dailyCarried: 0n,
  month: monthOf(now),
  monthlySpend: 0n,
  monthlyCarried: 0n,
  epoch: 0,
  rates: [],
})

/** The counters at a given time. A clock that is behind the one that counted last does not reopen a closed day. */
export function usageAt({ id: _, ...usage }: AgentUsage, now: number): Counters {
  const [day, month] = [dayOf(now), monthOf(now)]
  return {
    ...usage,
    ...(day > usage.day && { day, dailyCount: 0, dailySpend: 0n, dailyCarried: 0n }),
    ...(month > usage.month && { month, monthlySpend: 0n, monthlyCarried: 0n }),
  }
}

/** The counters with one more payment. @param usage at that time. @param amount minor units of the limits' currency */
export const withSpending = (usage: Counters, amount: bigint): Counters => ({
  ...usage,
  dailyCount: usage.dailyCount + 1,
  dailySpend: usage.dailySpend + amount,
  monthlySpend: usage.monthlySpend + amount,
})

/**
 * The counters without a payment that failed. Only the periods that counted it are reduced, and one counted in another
 * currency by no more than was carried over.
 */
export function withoutSpending({ id: _, ...usage }: AgentUsage, spent: AgentSpending): Counters {
  const isSameDay = usage.day === spent.day
  const isSameMonth = usage.month === spent.month
  if (spent.epoch === usage.epoch)
    return {
      ...usage,
      ...(isSameDay && { dailyCount: usage.dailyCount - 1, dailySpend: usage.dailySpend - spent.amount }),
      ...(isSameMonth && { monthlySpend: usage.monthlySpend - spent.amount }),
    }
  const [numerator, denominator] = usage.rates[spent.epoch] as readonly [string, string]
  const back = scaleDown(spent.amount, { numerator: BigInt(numerator), denominator: BigInt(denominator) })
  const [daily, monthly] = [least(back, usage.dailyCarried), least(back, usage.monthlyCarried)]
  return {
    ...usage,
    ...(isSameDay && {
      dailyCount: usage.dailyCount - 1,
      dailySpend: usage.dailySpend - daily,
      dailyCarried: usage.dailyCarried - daily,
    }),
    ...(isSameMonth && { monthlySpend: usage.monthlySpend - monthly, monthlyCarried: usage.monthlyCarried - monthly }),
  }
}

/** The counters in another currency, rounded up. @param rate minor units of the new currency for one of the old */
export function inCurrency(usage: Counters, currency: string, rate: Ratio): Counters {
  const dailySpend = atMost(scaleUp(usage.dailySpend, rate))
  const monthlySpend = atMost(scaleUp(usage.monthlySpend, rate))
  const former = usage.rates.map(([numerator, denominator]) =>
    times({ numerator: BigInt(numerator), denominator: BigInt(denominator) }, rate),
  )
  return {
    ...usage,
    currency,
    dailySpend,
    dailyCarried: dailySpend,
    monthlySpend,
    monthlyCarried: monthlySpend,
    epoch: usage.epoch + 1,
    rates: [...former, rate].map(({ numerator, denominator }) => [`${numerator}`, `${denominator}`] as const),
  }
}
