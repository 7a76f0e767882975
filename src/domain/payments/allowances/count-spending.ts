/** Agent spending: counted in the command that reserves the money, given back in the command that ends the payment. */
import type { Rows } from '../../../engine/rows.ts'
import { agentSpending, agentUsage } from './tables.ts'
import { usageAt, withoutSpending, withSpending } from './usage.ts'

/** What a payment was allowed within; null: no limit. The database holds it, too. */
export interface CountedWithin {
  readonly dailyCountLimit: number | null
  readonly dailyLimit: bigint | null
  readonly monthlyLimit: bigint | null
}

/** @param amount minor units of the limits' currency */
export function countSpending(
  rows: Rows,
  agentId: string,
  transactionId: string,
  amount: bigint,
  within: CountedWithin,
): void {
  const usage = rows.get(agentUsage, agentId)
  const counted = withSpending(usageAt(usage, rows.now), amount)
  rows.change(agentUsage, usage, counted)
  const { currency, epoch, day, month, dailyCount, dailySpend, monthlySpend } = counted
  rows.add(agentSpending, {
    id: transactionId,
    agentId,
    amount,
    currency,
    epoch,
    day,
    month,
    dailyCount,
    dailySpend,
    monthlySpend,
    ...within,
    createdAt: rows.now,
    givenBackAt: null,
  })
}

/** Gives back what a payment took; one that never counted, or was given back before, changes nothing. */
export function giveBackSpending(rows: Rows, agentId: string, transactionId: string): void {
  rows.together([agentUsage, agentId], [agentSpending, transactionId])
  const spent = rows.find(agentSpending, transactionId)
  if (!spent || spent.givenBackAt !== null) return
  const usage = rows.get(agentUsage, agentId)
  rows.change(agentUsage, usage, withoutSpending(usage, spent))
  rows.change(agentSpending, spent, { givenBackAt: rows.now })
}
