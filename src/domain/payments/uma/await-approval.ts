/** Wait for the platform's decision about an incoming payment. */
import { elapsed } from '../../../core/clock.ts'
import type { Committed } from '../../../engine/engine.ts'
import type { Store } from '../../../infra/db/store.ts'
import { APPROVAL_MS } from '../transactions/decide-approval.ts'
import { getTransaction } from '../transactions/queries.ts'
import { type Transaction, transactions } from '../transactions/transaction.ts'

/** Beyond the deadline of the approval, which is of the clock and may stand still. */
const PATIENCE_MS = APPROVAL_MS + 3_000
/** How often to look for a decision that another process committed. */
const LOOK_MS = 500

export interface Decisions {
  /** Hears of a committed batch. */
  committed(set: Committed): void
  /** The payment when it is decided; still PENDING when that takes too long. */
  of(platformId: string, transactionId: string): Promise<Transaction>
}

export function decisionsOf(store: Store): Decisions {
  const waiting = new Map<string, () => void>()
  return {
    committed(set) {
      if (waiting.size > 0) for (const { key } of set.slots.get(transactions)?.values() ?? []) waiting.get(key)?.()
    },
    async of(platformId, transactionId) {
      const deadline = elapsed() + PATIENCE_MS
      for (;;) {
        let timer: NodeJS.Timeout | undefined
        const news = new Promise<void>((resume) => {
          waiting.set(transactionId, resume)
          timer = setTimeout(resume, LOOK_MS)
        })
        const payment = await getTransaction(store, platformId, transactionId)
        if (payment.status !== 'PENDING' || elapsed() > deadline) {
          clearTimeout(timer)
          waiting.delete(transactionId)
          return payment
        }
        await news
        clearTimeout(timer)
      }
    },
  }
}
