/** Rail port: payouts to, and pulls from, bank schemes and networks. */
import type { PurposeOfPayment } from '../../../contract/elements.ts'

/** Instructions for one payout. */
export interface Payout {
  /** The same for every attempt, so that the rail places the money once. */
  readonly key: string
  readonly currency: string
  /** Minor units of the currency. */
  readonly amount: bigint
  readonly rail: string | null
  readonly accountType: string
  readonly accountInfo: Readonly<Record<string, unknown>>
  /** Account number, IBAN or address. */
  readonly identifier: string
  /** Reference that the receiver sees. */
  readonly reference: string
  /** The sender's own text for the receiver's statement, at most 80 characters; null: none, and for pulls. */
  readonly remittanceInformation: string | null
  /** Purpose of the payment, which some countries require; null: unknown. */
  readonly purposeOfPayment: PurposeOfPayment | null
  /** Networks treat a transfer between a person's own accounts differently from a payment. */
  readonly purpose: 'QUOTE' | 'TRANSFER'
}

export type PayoutFailure = 'QUOTE_EXECUTION_FAILED' | 'COUNTERPARTY_POST_TX_FAILED' | 'LIGHTNING_PAYMENT_FAILED'

/** State of a payout. */
export type PayoutReport =
  | { readonly state: 'IN_TRANSIT'; readonly askAgainInMs: number }
  /** Arrived. `askAgainInMs`: the receiving bank may still return it; query the state then. */
  | { readonly state: 'DELIVERED'; readonly askAgainInMs?: number }
  /** Not made. `money`: back with us, or stuck where only an operator can retrieve it. */
  | { readonly state: 'FAILED'; readonly reason: PayoutFailure; readonly money: 'BACK' | 'STUCK' }
  /** Arrived, and was returned. */
  | { readonly state: 'RETURNED'; readonly reason: PayoutFailure }
  /** Cancelled by a person before it arrived; the money is back. */
  | { readonly state: 'CANCELLED' }

/** Answer of a rail before a transfer is submitted. `refused`: why it would not accept the transfer. */
export interface TransferVerdict {
  readonly refused?: PayoutFailure
}

/** Answer of the receiving bank about the name of an account's owner. */
export type BeneficiaryCheck =
  | {
      readonly status:
        | 'MATCHED'
        | 'NOT_MATCHED'
        | 'PARTIAL_MATCH'
        | 'PENDING'
        | 'UNSUPPORTED'
        | 'CHECKED_BY_RECEIVING_FI'
      readonly name?: string
    }
  | { readonly status: 'INVALID_ACCOUNT' }

/** A thrown error means "unknown": the caller tries again with the same key. */
export interface Rails {
  /** Submits a payout; a repeated key submits nothing and returns the state of the first. */
  send(payout: Payout): Promise<PayoutReport>
  /** State of a payout or a pull that was submitted. */
  ask(payout: Payout): Promise<PayoutReport>
  /** Pulls money from an account; a repeated key submits nothing. DELIVERED: it has arrived with us. */
  pull(payout: Payout): Promise<PayoutReport>
  /** Whether an account can take part in a transfer. */
  vet(account: { readonly identifier: string }): Promise<TransferVerdict>
  /** Verifies an account before it is registered. */
  checkBeneficiary(account: {
    readonly identifier: string
    readonly beneficiaryName: string | undefined
    readonly isWallet: boolean
  }): Promise<BeneficiaryCheck>
}
