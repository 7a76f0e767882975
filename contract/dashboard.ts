/** Owns what the dashboard is told beyond the public API: the shapes that both of its sides are checked against. */
import type { Currency, CurrencyAmount } from './elements.ts'
import type { InternalAccount } from './internal-accounts.ts'
import type { Quote } from './quotes.ts'
import type { Transaction } from './transactions.ts'

/** `GET /dashboard-api/overview` */
export interface Overview {
  readonly mode: string
  readonly platform: { readonly id: string; readonly name: string; readonly webhookEndpoint: string | null }
  /** Those that hold most come first. */
  readonly accounts: readonly OwnedAccount[]
  /** There are more accounts than these. */
  readonly hasMoreAccounts: boolean
  readonly trialBalance: readonly TrialBalanceLine[]
  /** How many payments are in each status. */
  readonly payments: Readonly<Record<string, number>>
}

export type OwnedAccount = InternalAccount & { readonly ownerName: string }

/** What one place holds in one currency. Over all places the sum is zero. */
export interface TrialBalanceLine {
  readonly currency: Currency
  /** `customers` stands for all accounts of customers and platform; the others are accounts of the house. */
  readonly place: string
  /** A sentence about the place. */
  readonly about: string
  /** Minor units as text: a sum of many balances may be beyond what a JSON number holds exactly. */
  readonly amount: string
}

/** An account as a person recognises it. `GET /dashboard-api/parties` */
export interface Party {
  readonly id: string
  readonly name: string
  /** `USD balance`, `CLABE ··9719` */
  readonly detail: string
  readonly currency: string
  readonly isExternal: boolean
}

/** `GET /dashboard-api/accounts/{id}/ledger` */
export interface AccountLedger {
  readonly account: OwnedAccount
  /** Of the newest payments and purchases, newest first. */
  readonly entries: readonly LedgerEntry[]
  /** There are more entries than these. */
  readonly hasMoreEntries: boolean
  /** What is set aside for purchases, newest first. It can't be spent, and is still there. */
  readonly holds: readonly OpenHold[]
}

/** What left or reached an account, and what for. */
export interface LedgerEntry extends CurrencyAmount {
  readonly direction: 'IN' | 'OUT'
  /** What the account had right after, in minor units. */
  readonly after: number
  readonly other: Omit<PostingSide, 'after'>
  readonly cause: LedgerCause
  readonly at: string
}

export interface OpenHold extends CurrencyAmount {
  readonly cause: LedgerCause
  readonly at: string
}

/** `CARD`: a card transaction, all others are transactions. */
export interface LedgerCause {
  readonly kind: 'PAYMENT' | 'CARD'
  readonly id: string
  readonly status: string
  /** Merchant or description, where there is one. */
  readonly label?: string
}

/** `GET /dashboard-api/payments/{id}` */
export interface PaymentStory {
  readonly transaction: Transaction
  readonly quote?: Quote | undefined
  /** A transaction with the same reference: the other side of a payment between two customers, or the way on to a deposit account. */
  readonly twinId?: string | undefined
  readonly parties: readonly Party[]
  readonly lifecycle: StatesAndMoves
  readonly postings: readonly NamedPosting[]
  readonly events: readonly ToldEvent[]
  /** What this and another institution said to each other about it, in order; empty for all other payments. */
  readonly umaMessages: readonly ExchangedMessage[]
}

/** One message between two institutions. What was encrypted is told as such. */
export interface ExchangedMessage {
  readonly id: string
  readonly direction: 'SENT' | 'RECEIVED'
  /** `PAY_REQUEST` */
  readonly kind: string
  /** Domain of the other institution. */
  readonly institution: string
  readonly fields: Readonly<Record<string, string>>
  readonly at: string
}

export interface StatesAndMoves {
  readonly initial: readonly string[]
  readonly states: Readonly<Record<string, string>>
  readonly moves: Readonly<
    Record<string, { readonly from: readonly string[]; readonly to: string; readonly when: string }>
  >
}

/** An amount that left one account and reached another. */
export interface NamedPosting extends CurrencyAmount {
  readonly line: number
  readonly from: PostingSide
  readonly to: PostingSide
  readonly at: string
}

export interface PostingSide {
  readonly id: string
  readonly name: string
  /** A sentence about an account of the house; absent for all others. */
  readonly about?: string
  /** Minor units right after; null for accounts of the house, whose balances are sums. */
  readonly after: number | null
}

export interface ToldEvent {
  readonly id: string
  readonly type: string
  readonly sequence: number
  /** Of the payment, right after. */
  readonly status: string
  readonly at: string
  readonly attempts: readonly DeliveryAttempt[]
}

export interface DeliveryAttempt {
  readonly outcome: 'DELIVERED' | 'FAILED' | 'GIVEN_UP'
  readonly httpStatus: number | null
  readonly error: string | null
  readonly durationMs: number
  readonly at: string
}
