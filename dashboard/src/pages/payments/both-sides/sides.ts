/** UMA payment between two banks of the sandbox: both ledgers and the messages. */
import type { Currency } from '../../../../../contract/elements.ts'
import type { TrialBalanceLine } from '../../../../../contract/ledger/balances.ts'
import type { NamedPosting } from '../../../../../contract/ledger/postings.ts'
import type { ExchangedMessage } from '../../../../../contract/payments/transaction-history.ts'
import type { Transaction } from '../../../../../contract/payments/transactions.ts'
import type { Bank } from './banks.ts'

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

export function sumsIn(lines: readonly TrialBalanceLine[]): PaymentSide['sums'] {
  const codes = new Map(lines.map(({ currency }) => [currency.code, currency]))
  return [...codes.values()].map((currency) => ({
    currency,
    amount: String(
      lines
        .filter((line) => line.currency.code === currency.code)
        .reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    ),
  }))
}

/** The sender's messages, each with whether its receiver has stored it too: institutions store valid messages only. */
export function checkMessages(
  sent: readonly ExchangedMessage[],
  theirs: readonly ExchangedMessage[],
): readonly CheckedMessage[] {
  const rest = [...theirs]
  return sent.map(({ id, direction, kind, fields, at }) => {
    const place = rest.findIndex(
      (other) => other.kind === kind && other.direction !== direction && other.fields.nonce === fields.nonce,
    )
    if (place >= 0) rest.splice(place, 1)
    // The sender's institution stores a received message only if it is valid.
    const isVerified = direction === 'RECEIVED' || place >= 0
    return { id, from: direction === 'SENT' ? 'SENDER' : 'RECEIVER', kind, fields, at, isVerified }
  })
}
