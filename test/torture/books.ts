/**
 * Model of the torture test: expected balance of every account and outcome of every payment, from acknowledged replies
 * only.
 */

/** In minor units. */
export interface Balance {
  available: number
  /** Held for card purchases. */
  held: number
}

export type Status = 'COMPLETED' | 'FAILED'

/** A quote whose execution was sent and never answered: it was executed as a whole, or not at all. */
export interface OpenExecution {
  readonly quoteId: string
  readonly transactionId: string
  /** Called if it was executed. */
  readonly book: () => void
}

export interface Books {
  readonly accounts: ReadonlyMap<string, Balance>
  /** The last status of each payment that was acknowledged as begun. */
  readonly payments: ReadonlyMap<string, Status>
  /** The last status of each card purchase. */
  readonly purchases: ReadonlyMap<string, string>
  /** Payments of quotes that were not executed, or whose execution is unknown. */
  readonly unpaid: Set<string>
  readonly openExecutions: OpenExecution[]
  /** Requests for a quote that were never answered: each made one quote, or none. */
  openQuotes: number
  /** Payments whose ids no reply has shown: deposits, and what another owner's account shows of a payment to it. */
  arrivals: number
  open(accountId: string): void
  change(accountId: string, by: Partial<Balance>): void
  availableOf(accountId: string): number
  expectPayment(transactionId: string, status: Status): void
  expectPurchase(id: string, status: string): void
}

export function openBooks(): Books {
  const accounts = new Map<string, Balance>()
  const payments = new Map<string, Status>()
  const purchases = new Map<string, string>()
  const unpaid = new Set<string>()
  const found = (id: string) => accounts.get(id) as Balance
  return {
    accounts,
    payments,
    purchases,
    unpaid,
    openExecutions: [],
    openQuotes: 0,
    arrivals: 0,
    open: (id) => void accounts.set(id, { available: 0, held: 0 }),
    change(id, { available = 0, held = 0 }) {
      const balance = found(id)
      balance.available += available
      balance.held += held
    },
    availableOf: (id) => found(id).available,
    expectPayment(id, status) {
      unpaid.delete(id)
      payments.set(id, status)
    },
    expectPurchase: (id, status) => void purchases.set(id, status),
  }
}
