/** Failure reasons: the cause behind each value of `failureReason`, who acts, and what happens to the money. */

interface FailureReason {
  readonly cause: string
  readonly acts: string
  readonly money: string
}
type Reasons = Readonly<Record<string, FailureReason>>

const NOT_ACCEPTED = "The recipient is not credited. The money stays with the sender's institution."
const RETURNED =
  'Principal and fees are returned to the account that paid; `refund` shows when. Money that arrived for this payment is returned to its origin, and the payment is REFUNDED. Money that cannot be returned is in suspense, the refund is FAILED, and the operator has a task.'

export const INCOMING_FAILURE_REASONS = {
  LNURLP_FAILED: {
    cause: "The sender's institution did not complete the lookup of the receiver.",
    acts: 'The sender can pay again.',
    money: NOT_ACCEPTED,
  },
  PAY_REQUEST_FAILED: {
    cause: "The sender's institution stopped while the two institutions were agreeing on the payment.",
    acts: 'The sender can pay again.',
    money: NOT_ACCEPTED,
  },
  PAYMENT_APPROVAL_WEBHOOK_ERROR: {
    cause:
      "The platform's endpoint could not be reached for the approval of the payment, or answered with a status other than 200, 202, 403, 409 or 422.",
    acts: 'The platform fixes its endpoint. Then the sender can pay again.',
    money: NOT_ACCEPTED,
  },
  PAYMENT_APPROVAL_TIMED_OUT: {
    cause: 'The platform did not decide within five seconds: it did not answer, or answered 202 and made no decision.',
    acts: 'The platform decides faster. Then the sender can pay again.',
    money: NOT_ACCEPTED,
  },
  OFFRAMP_FAILED: {
    cause: 'The payment was accepted, but could not be credited to the account of the recipient.',
    acts: 'The sender can pay again.',
    money: NOT_ACCEPTED,
  },
  MISSING_MANDATORY_PAYEE_DATA: {
    cause: 'The platform answered 422: it requires more details before it accepts the payment.',
    acts: 'The platform lists the required details in its configuration. Then the sender can pay again.',
    money: NOT_ACCEPTED,
  },
  QUOTE_EXPIRED: {
    cause: "The payment was accepted, but the sender's institution did not pay within five minutes.",
    acts: 'The sender can pay again.',
    money:
      'The recipient is not credited. A later report that the payment was made is refused, and the institution returns the money to the sender.',
  },
  QUOTE_EXECUTION_FAILED: {
    cause: 'A transfer in could not be pulled: the bank of the external account refused it.',
    acts: 'The platform, with the owner of the external account: it must be open and have enough money.',
    money: 'The account is not credited. The money stays in the external account.',
  },
} as const satisfies Reasons

export const OUTGOING_FAILURE_REASONS = {
  QUOTE_EXPIRED: {
    cause:
      'The quote was not executed, or not funded by its payment instructions, before `expiresAt`. The status is EXPIRED.',
    acts: 'The platform creates another quote.',
    money: 'No money has moved.',
  },
  QUOTE_EXECUTION_FAILED: {
    cause: 'The payment was not accepted by the rail or by the institution of the receiver.',
    acts: 'The platform checks the details of the receiver and creates another quote.',
    money: RETURNED,
  },
  LIGHTNING_PAYMENT_FAILED: {
    cause: 'The Lightning network found no route to the receiver, or the route failed.',
    acts: 'The platform creates another quote later.',
    money: RETURNED,
  },
  FUNDING_AMOUNT_MISMATCH: {
    cause: 'The amount that arrived for a quote with real-time funding differs from its `totalSendingAmount`.',
    acts: 'The platform creates another quote, and the payer sends exactly its amount.',
    money: 'The full amount is returned to its origin, without fees.',
  },
  COUNTERPARTY_POST_TX_FAILED: {
    cause:
      'The receiving side did not deliver, or returned the money: immediately, or after the payment was COMPLETED, even days later.',
    acts: 'The platform, with the receiver: the account must be open and accept such payments.',
    money: RETURNED,
  },
} as const satisfies Reasons

export type IncomingFailureReason = keyof typeof INCOMING_FAILURE_REASONS
export type OutgoingFailureReason = keyof typeof OUTGOING_FAILURE_REASONS
