/** Agent spending: counted in the command that reserves the money, returned in the command that ends the payment. */
import { command } from '../../../engine/command.ts'
import { agentSpending, agentUsage, usageAt, withoutSpending, withSpending } from './usage.ts'

/** The limits that a payment was within; null: no limit. A CHECK of the database enforces them as well. */
export interface SpendingLimits {
  readonly dailyCountLimit: number | null
  readonly dailyLimit: bigint | null
  readonly monthlyLimit: bigint | null
}

/** A payment by an agent; bare ids. */
export interface AgentPayment {
  readonly agentId: string
  readonly transactionId: string
}

export interface Spending extends AgentPayment {
  /** Minor units of the limits' currency. */
  readonly amount: bigint
  readonly limits: SpendingLimits
}

export const countSpending = command({
  reads: (_seen, { agentId }: Spending) => [[agentUsage, agentId]],
  run(rows, { agentId, transactionId, amount, limits }): void {
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
      ...limits,
      createdAt: rows.now,
      givenBackAt: null,
    })
  },
})

/** Returns the amount of a payment; one that was never counted, or was already returned, changes nothing. */
export const giveBackSpending = command({
  reads: (_seen, { agentId, transactionId }: AgentPayment) => [
    [agentUsage, agentId],
    [agentSpending, transactionId],
  ],
  run(rows, { agentId, transactionId }): void {
    const spent = rows.find(agentSpending, transactionId)
    if (!spent || spent.givenBackAt !== null) return
    const usage = rows.get(agentUsage, agentId)
    rows.change(agentUsage, usage, withoutSpending(usage, spent))
    rows.change(agentSpending, spent, { givenBackAt: rows.now })
  },
})
