/** Ledger as the dashboard shows it: postings of a platform with the names of their sides. */
import type { Currency, CurrencyAmount } from '../elements.ts'

/** `CARD`: a card transaction, all others are transactions. */
export interface LedgerCause {
  readonly kind: 'PAYMENT' | 'CARD'
  readonly id: string
  readonly status: string
  /** Merchant, description, or the other end of the payment. */
  readonly label?: string
  /** Of a card transaction. */
  readonly cardId?: string
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
  /** Description of a house account; absent for others. */
  readonly about?: string
  /** Balance after it, in minor units; null for house accounts, whose balances are sums. */
  readonly after: number | null
}

export interface LedgerPosting extends NamedPosting {
  readonly cause: LedgerCause
}

export interface LedgerPage {
  /** Those of the newest payments and purchases first. */
  readonly postings: readonly LedgerPosting[]
  /** `before` of the next page; absent: this is the last one. */
  readonly nextCursor?: string
}

/** Money that moved between places, as the home page draws it. */
export interface MoneyFlow {
  /** The payments and purchases made since then count, by all their postings so far. */
  readonly since: string
  readonly flows: readonly Flow[]
  /** Whether only the newest postings count, because of their number. */
  readonly isPartial: boolean
}

/** Postings of one currency from one place to another, as places of the trial balance. */
export interface Flow {
  readonly from: string
  readonly to: string
  readonly currency: Currency
  /** Minor units as text, as in the trial balance. */
  readonly amount: string
  readonly postings: number
  readonly lastAt: string
}

/** The newest checkpoint of the ledger. */
export interface LedgerCheckpointView {
  /** Absent: there is none yet. */
  readonly checkpoint?: {
    readonly number: number
    readonly sealedAt: string
    readonly hash: string
    /** Thumbprint of the key that signed it. */
    readonly key: string
    /** Postings of all checkpoints up to this one. */
    readonly postings: number
  }
}

/** Newest checkpoints whose postings a page verifies; of all others it verifies the signatures and the chain. */
export const CHECKPOINTS_VERIFIED = 200

export interface LedgerVerification {
  /** Checkpoints that are intact. */
  readonly checkpoints: number
  /** Postings that they seal. */
  readonly postings: number
  /** Postings after the last one of them. */
  readonly unsealed: number
  /** `<number>:<hash>` of the last one; note it elsewhere. */
  readonly head: string
  /** Thumbprint of the key that signed the latest checkpoint; note it elsewhere. Absent: there is no checkpoint. */
  readonly key?: string
  readonly isIntact: boolean
  /** The first fault. */
  readonly fault?: string
}
