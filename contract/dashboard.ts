/** The dashboard's own reads beyond the public API: their paths and replies, against which both sides are checked. */
import type { InternalAccount } from './accounts/internal-accounts.ts'
import type {
  LedgerCause,
  LedgerCheckpointView,
  LedgerPage,
  LedgerVerification,
  MoneyFlow,
  NamedPosting,
  PostingSide,
} from './accounts/ledger-view.ts'
import type { AgentAction } from './agents/agent-actions.ts'
import type { Agent } from './agents/agents.ts'
import type { CardStory, PurchaseStory } from './cards/card-story.ts'
import type { ChainBlock, ChainTransaction, ChainView, PaymentOutside } from './chain-view.ts'
import type { Currency, CurrencyAmount } from './elements.ts'
import type { DeliveredEvent } from './events/delivered-events.ts'
import type { SystemView } from './operators/system-view.ts'
import type { BothSides, OtherBanks } from './payments/both-sides.ts'
import type { Quote } from './payments/quotes.ts'
import type { Transaction } from './payments/transactions.ts'
import type { FirstSteps } from './sandbox/first-steps.ts'

/** Paths of reads. `{id}` is the wire id of a resource. */
export const DASHBOARD_READS = {
  getOverview: '/dashboard-api/overview',
  getMoneyFlow: '/dashboard-api/money-flow',
  getFirstSteps: '/dashboard-api/first-steps',
  listParties: '/dashboard-api/parties',
  getAccountLedger: '/dashboard-api/accounts/{id}/ledger',
  /** `place`, `currency`, `cause` and `before` are in the query. */
  listPostings: '/dashboard-api/postings',
  getLedgerCheckpoint: '/dashboard-api/ledger-checkpoint',
  verifyLedger: '/dashboard-api/ledger-verification',
  getPaymentStory: '/dashboard-api/payments/{id}',
  /** A UMA payment between two platforms of the installation. */
  getBothSides: '/dashboard-api/payments/{id}/both-sides',
  getOtherBanks: '/dashboard-api/other-banks',
  getCardStory: '/dashboard-api/cards/{id}',
  getPurchaseStory: '/dashboard-api/card-transactions/{id}',
  getAgentStory: '/dashboard-api/agents/{id}',
  getAgentAction: '/dashboard-api/agent-actions/{id}',
  getTokenUses: '/dashboard-api/token-uses',
  getSystem: '/dashboard-api/system',
  getRails: '/dashboard-api/rails',
  /** The currency `from` is in the query. */
  getRateOrigins: '/dashboard-api/rate-origins',
  /** `{id}` is a rail's; `number` or `hash` is in the query. */
  getChain: '/dashboard-api/chains/{id}',
  getChainBlock: '/dashboard-api/chains/{id}/block',
  getChainTransaction: '/dashboard-api/chains/{id}/transaction',
} as const

export interface DashboardReplies extends Record<keyof typeof DASHBOARD_READS, object> {
  readonly getOverview: Overview
  readonly getMoneyFlow: MoneyFlow
  readonly getFirstSteps: FirstSteps
  readonly listParties: readonly Party[]
  readonly getAccountLedger: AccountLedger
  readonly listPostings: LedgerPage
  readonly getLedgerCheckpoint: LedgerCheckpointView
  readonly verifyLedger: LedgerVerification
  readonly getPaymentStory: PaymentStory
  readonly getBothSides: BothSides
  readonly getOtherBanks: OtherBanks
  readonly getCardStory: CardStory
  readonly getPurchaseStory: PurchaseStory
  readonly getAgentStory: AgentStory
  readonly getAgentAction: AgentAction
  readonly getTokenUses: TokenUses
  readonly getSystem: SystemView
  readonly getRails: RailsView
  readonly getRateOrigins: RateOrigins
  readonly getChain: ChainView
  readonly getChainBlock: ChainBlock
  readonly getChainTransaction: ChainTransaction
}

export const DASHBOARD_PATHS = {
  /** Server-sent events: an empty one whenever something has changed. */
  live: '/dashboard-api/live',
  signInLinks: '/dashboard-api/sign-in-links',
  signOut: '/dashboard-api/sign-out',
} as const

/** Page on which people approve agents' actions; links lead here. */
export const APPROVALS_PAGE = '/agents/approvals'

export interface Overview {
  readonly mode: string
  readonly platform: { readonly id: string; readonly name: string; readonly webhookEndpoint: string | null }
  /** Largest balance first. */
  readonly accounts: readonly OwnedAccount[]
  /** Whether there are more accounts. */
  readonly hasMoreAccounts: boolean
  readonly trialBalance: readonly TrialBalanceLine[]
  /** Number of payments in each status. */
  readonly payments: Readonly<Record<string, number>>
  /** What waits for an operator, oldest first. */
  readonly attention: readonly Attention[]
}

export interface Attention {
  readonly reason: string
  readonly since: string
  /** Command that resolves it. */
  readonly command?: string
  /** The payment or the card that it is about. */
  readonly paymentId?: string
  readonly cardId?: string
}

export type OwnedAccount = InternalAccount & { readonly ownerName: string }

/** What one place holds in one currency. All places sum to zero. */
export interface TrialBalanceLine {
  readonly currency: Currency
  /** `customers` stands for all accounts of customers and platform; the others are house accounts. */
  readonly place: string
  /** Description of the place. */
  readonly about: string
  /** Minor units as text: a sum of many balances may exceed what a JSON number represents exactly. */
  readonly amount: string
}

/** An account as a person recognizes it. */
export interface Party {
  readonly id: string
  readonly name: string
  /** `USD balance`, `CLABE ··9719` */
  readonly detail: string
  readonly currency: string
  readonly isExternal: boolean
  /** The customer that it is registered for, or the platform. */
  readonly ownerName: string
}

export interface AccountLedger {
  readonly account: OwnedAccount
  /** Of the newest payments and purchases, newest first. */
  readonly entries: readonly LedgerEntry[]
  /** `before` of the next page; absent: there are no older entries. */
  readonly nextCursor?: string
  /** Holds for purchases, newest first: part of the balance, but not available. */
  readonly holds: readonly OpenHold[]
}

/** An entry of an account, and its cause. */
export interface LedgerEntry extends CurrencyAmount {
  readonly direction: 'IN' | 'OUT'
  /** The balance after it, in minor units. */
  readonly after: number
  readonly other: Omit<PostingSide, 'after'>
  readonly cause: LedgerCause
  readonly at: string
}

export interface OpenHold extends CurrencyAmount {
  readonly cause: LedgerCause
  readonly at: string
}

export interface TokenUses {
  /** By the token's id, to about five minutes; absent: not used yet. */
  readonly lastUsedAt: Readonly<Record<string, string>>
}

export interface AgentStory {
  readonly agent: Agent
  /** Its latest actions, newest first. */
  readonly actions: readonly AgentAction[]
  /** Its latest payments, newest first. */
  readonly payments: readonly Transaction[]
}

export interface PaymentStory {
  readonly transaction: Transaction
  readonly quote?: Quote | undefined
  /** Where the quote's exchange rate comes from; absent where nothing is exchanged. */
  readonly rateOrigin?: ShownRateOrigin | undefined
  /**
   * The payment outside: the rail that carries it, and what the rail knows about it. Absent: it has not left, or never
   * will.
   */
  readonly outside?: PaymentOutside | undefined
  /** When the rail is polled next; in the sandbox only, while the payment is in progress. */
  readonly nextCheckAt?: string | undefined
  /**
   * A transaction with the same reference: the other side of a payment between two customers, or the transfer that
   * forwards it to a deposit account.
   */
  readonly twinId?: string | undefined
  readonly parties: readonly Party[]
  readonly postings: readonly NamedPosting[]
  readonly events: readonly DeliveredEvent[]
  /** The messages exchanged with another institution about it, in order; empty for other payments. */
  readonly umaMessages: readonly ExchangedMessage[]
}

/** Of the current rates from one currency. */
export interface RateOrigins {
  /** By the code of the other currency. */
  readonly origins: Readonly<Record<string, ShownRateOrigin>>
}

export interface ShownRateOrigin {
  /** Host names. */
  readonly sources: readonly string[]
  /** Mid-market rate: sending units for one receiving unit. */
  readonly midRate: string
  /** Fraction by which the quote's rate is worse, `0.004`. */
  readonly spread: string
  readonly at: string
}

/** One message between two institutions. Encrypted fields are shown as such. */
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

export interface RailsView {
  /** In order of preference. */
  readonly rails: readonly RailView[]
}

export interface RailView {
  readonly id: string
  readonly health: { readonly status: 'UP' | 'DEGRADED' | 'DOWN'; readonly detail?: string }
  /** Payments of the platform that were submitted to it and have not ended. */
  readonly inTransit: number
  /** What it holds outside, of all platforms together. */
  readonly holdings: readonly RailHolding[]
  /** Its arrivals that are in suspense. */
  readonly inSuspense: number
  /** Its last statement compared with the ledger; absent: it has none. */
  readonly statement?: RailStatement | undefined
  readonly lines: readonly RailLine[]
}

/** A statement compared with the ledger. Amounts are minor units as text. */
export interface RailStatement {
  readonly id: string
  readonly currency: Currency
  readonly difference: string
  /** What only one of the two has so far. */
  readonly onTheWay: string
  /** Number of movements that differ; their sum may be zero. */
  readonly movements: number
  readonly comparedAt: string
}

/** Amounts are minor units as text, as in `TrialBalanceLine`. */
export interface RailHolding {
  readonly currency: Currency
  /** Null: not seen yet. */
  readonly float: string | null
  /** Payouts that the float still contains. */
  readonly inFlight: string
  /** Such as `statement 2026-117` or `block 21000000`. */
  readonly asOf: string | null
  readonly seenAt: string | null
}

/** Lines of the routing table that differ only in currency and account types. */
export interface RailLine {
  readonly direction: 'OUT' | 'PULL' | 'IN'
  readonly scheme: string
  readonly currencies: readonly string[]
  /** Minor units; null: no limit. */
  readonly minAmount: number | null
  readonly maxAmount: number | null
  readonly cutOff: string | null
  readonly settlement: string
  readonly fee: string
}
