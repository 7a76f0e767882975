/**
 * Outside systems in the dashboard: blocks and transactions of a rail's chain, and what a rail knows about a payment.
 */

/** A chain as one of its endpoints shows it: its latest blocks, and the deposits that are not final yet. */
export interface ChainView {
  /** Id of the rail. */
  readonly rail: string
  /** Confirmations after which a transaction counts as final; a transaction in the latest block has one. */
  readonly confirmationsNeeded: number
  /** The latest first. */
  readonly blocks: readonly ChainBlock[]
  readonly pendingDeposits: readonly PendingDeposit[]
}

export interface ChainBlock {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  readonly at: string
  readonly transactions: readonly ChainTransfer[]
}

/** A transaction in a list. */
export interface ChainTransfer {
  readonly hash: string
  readonly from: string
  /** Null: it created a contract. */
  readonly to: string | null
}

export interface ChainTransaction extends ChainTransfer {
  readonly status: 'PENDING' | 'SUCCESS' | 'REVERTED'
  /** Null while it is in no block. */
  readonly block: { readonly number: number; readonly hash: string; readonly at: string } | null
  readonly confirmations: number
  readonly confirmationsNeeded: number
  readonly nonce: number
  /** Transfers that configured tokens report. */
  readonly transfers: readonly TokenAmount[]
  /** `cost` in the chain's coin, with its name. Null while it is in no block. */
  readonly gas: { readonly used: number; readonly priceGwei: string; readonly cost: string } | null
}

export interface TokenAmount {
  readonly from: string
  readonly to: string
  /** In major units, as the token's decimals say. */
  readonly amount: string
  readonly currency: string
}

/** A transfer to a deposit address that is in a block and not final: a reorganization may still undo it. */
export interface PendingDeposit extends TokenAmount {
  readonly hash: string
  readonly confirmations: number
}

/** What a rail knows about a payment, on the payment's page. */
export interface PaymentOutside {
  /** The rail's id. */
  readonly rail: string
  readonly facts: readonly OutsideFact[]
}

export interface OutsideFact {
  readonly name: string
  readonly value: string
  /** A transaction or block that the chain pages of the rail show. */
  readonly shows?: 'TRANSACTION' | 'BLOCK'
}
