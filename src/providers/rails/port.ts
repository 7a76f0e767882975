/** Rail port: payouts to, and pulls from, bank schemes and networks. */
import type { PurposeOfPayment } from '../../../contract/elements.ts'

/** One payout, as the rail needs it. */
export interface Payout {
  /** The same for every attempt, so that the rail places the money once. */
  readonly key: string
  readonly currency: string
  /** Minor units of the currency. */
  readonly amount: bigint
  readonly rail: string | null
  readonly accountType: string
  readonly accountInfo: Readonly<Record<string, unknown>>
  /** What tells the account from others: account number, IBAN, address. */
  readonly identifier: string
  /** What the receiver sees. */
  readonly reference: string
  /** The sender's own text for the receiver's statement, at most 80 characters; null: none, and of money that is fetched. */
  readonly remittanceInformation: string | null
  /** Why the payment is made, as some countries require it; null: not said. */
  readonly purposeOfPayment: PurposeOfPayment | null
  /** What it is part of; networks treat a transfer between a person's own accounts differently from a payment. */
  readonly purpose: 'QUOTE' | 'TRANSFER'
}

export type PayoutFailure = 'QUOTE_EXECUTION_FAILED' | 'COUNTERPARTY_POST_TX_FAILED' | 'LIGHTNING_PAYMENT_FAILED'

/** How a payout stands. */
export type PayoutReport =
  | { readonly state: 'IN_TRANSIT'; readonly askAgainInMs: number }
  /** Arrived. `askAgainInMs`: the receiving bank may still send it back; ask then. */
  | { readonly state: 'DELIVERED'; readonly askAgainInMs?: number }
  /** Not made. `money`: back with us, or stuck where only an operator can get it. */
  | { readonly state: 'FAILED'; readonly reason: PayoutFailure; readonly money: 'BACK' | 'STUCK' }
  /** Arrived before, and was sent back. */
  | { readonly state: 'RETURNED'; readonly reason: PayoutFailure }
  /** Called off by a person before it arrived; the money is back. */
  | { readonly state: 'CANCELLED' }

/** What a rail knows before anything is handed over. `refused`: why it would not take the transfer. */
export interface TransferVerdict {
  readonly refused?: PayoutFailure
}

/** What the receiving bank says about the name of an account's owner. */
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

/** The networks. Errors thrown mean "unknown": the caller asks again with the same key. */
export interface Rails {
  /** Hands a payout over; a repeated key changes nothing and reports how the first one stands. */
  send(payout: Payout): Promise<PayoutReport>
  /** How money that was handed over, or is being fetched, stands now. */
  ask(payout: Payout): Promise<PayoutReport>
  /** Fetches money from an account; a repeated key changes nothing. DELIVERED: it has arrived with us. */
  pull(payout: Payout): Promise<PayoutReport>
  /** Asks whether an account can take part in a transfer at all. */
  vet(account: { readonly identifier: string }): Promise<TransferVerdict>
  /** Looks an account up before it is registered. */
  checkBeneficiary(account: {
    readonly identifier: string
    readonly beneficiaryName: string | undefined
    readonly isWallet: boolean
  }): Promise<BeneficiaryCheck>
}
