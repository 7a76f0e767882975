/** Agent usage tables: the counters of each agent's limits, and each payment that counts. */
import { int, json, money, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'

/** One row per agent, changed by every payment that counts. Amounts are minor units of `currency`, the limits'. */
export const agentUsage = table(
  'agent_usage',
  {
    /** The agent's. */
    id: uuid,
    currency: text(),
    /** The UTC day that the daily counters are of: `2025-11-20`. */
    day: text(),
    dailyCount: int,
    dailySpend: money,
    /** The part of it that was counted in a currency that the limits had before. */
    dailyCarried: money,
    /** The UTC month that the monthly counter is of: `2025-11`. */
    month: text(),
    monthlySpend: money,
    monthlyCarried: money,
    /** Counts the changes of currency. */
    epoch: int,
    /** For each former epoch, what one minor unit of it is in minor units of now: numerator and denominator. */
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

/** A payment that counts, with the counters right after it and the limits that they were within. */
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
