/** Wait for the platform's decision on an incoming payment. */
import { elapsed } from '../../../../core/clock.ts'
import type { Committed } from '../../../../engine/engine.ts'
import type { Store } from '../../../../infra/db/store.ts'
import { APPROVAL_MS } from '../../transactions/decide-approval.ts'
import { getTransactionById } from '../../transactions/queries.ts'
import { type Transaction, transactions } from '../../transactions/transaction.ts'

/** Real time, longer than the approval's time limit, which follows the clock and stops with it in the sandbox. */
const LONGEST_WAIT_MS = APPROVAL_MS + 3_000
/** How often to check for a decision that another process committed. */
const CHECK_EVERY_MS = 500

export interface Decisions {
  /** Called for each committed batch: wakes the waits for its payments. */
  committed(set: Committed): void
  /** @returns the payment when it is decided; still PENDING if that takes too long */
  decided(platformId: string, transactionId: string): Promise<Transaction>
}

export function decisionsOf(store: Store): Decisions {
  const waiting = new Map<string, () => void>()
  return {
    committed(set) {
      if (waiting.size > 0) for (const { key } of set.slots.get(transactions)?.values() ?? []) waiting.get(key)?.()
    },
    async decided(platformId, transactionId) {
      const deadline = elapsed() + LONGEST_WAIT_MS
      for (;;) {
        let timer: NodeJS.Timeout | undefined
        const woken = new Promise<void>((resume) => {
          waiting.set(transactionId, resume)
          timer = setTimeout(resume, CHECK_EVERY_MS)
        })
        const payment = await getTransactionById(store, platformId, transactionId)
        if (payment.status !== 'PENDING' || elapsed() > deadline) {
          clearTimeout(timer)
          waiting.delete(transactionId)
          return payment
        }
        await woken
        clearTimeout(timer)
      }
    },
  }
}
