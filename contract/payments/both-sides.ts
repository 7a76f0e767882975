/** UMA payment between two platforms of one installation, as the dashboard shows it: both ledgers and the messages. */
import type { NamedPosting } from '../accounts/ledger-view.ts'
import type { Currency } from '../elements.ts'
import type { Transaction } from './transactions.ts'

export interface BothSides {
  readonly sender: PaymentSide
  readonly receiver: PaymentSide
  /** In the order in which the sender's institution sent and received them. */
  readonly messages: readonly CheckedMessage[]
}

export interface PaymentSide {
  readonly bank: Bank
  readonly transaction: Transaction
  /** Name of the customer who pays or is paid, or of the platform. */
  readonly ownerName: string
  readonly postings: readonly NamedPosting[]
  /** Sum of all accounts of the platform in each currency: zero. Minor units as text. */
  readonly sums: readonly { readonly currency: Currency; readonly amount: string }[]
}

/** A platform as an institution of UMA. */
export interface Bank {
  /** Wire id of its configuration. */
  readonly id: string
  readonly name: string
  readonly umaDomain: string
}

/** A message that one of the two sent to the other. */
export interface CheckedMessage {
  readonly id: string
  readonly from: 'SENDER' | 'RECEIVER'
  /** `PAY_REQUEST` */
  readonly kind: string
  readonly fields: Readonly<Record<string, string>>
  readonly at: string
  /**
   * The other institution has stored it as valid: of a signed message, with a signature that fits the key, a recent time
   * and a nonce that was not used before.
   */
  readonly isVerified: boolean
}

/** The other platforms that the session may view, with the UMA addresses of their customers. */
export interface OtherBanks {
  readonly banks: readonly (Bank & { readonly addresses: readonly UmaOwner[] })[]
}

export interface UmaOwner {
  readonly umaAddress: string
  readonly name: string
}
