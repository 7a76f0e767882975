/** Failure reasons: the cause behind each value of `failureReason`, who acts, and what happens to the money. */

interface FailureReason {
  readonly cause: string
  readonly acts: string
  readonly money: string
}
type Reasons = Readonly<Record<string, FailureReason>>

const NOT_TAKEN = "The recipient is not credited. The money stays with the sender's institution."
const GIVEN_BACK =
  'Principal and fees are back on the account that paid: `refund` says when. Money that came in for this one payment goes back to where it came from, and the payment is REFUNDED. What cannot be given back is in suspense, the refund is FAILED, and an operator has a task.'

export const INCOMING_FAILURE_REASONS = {
  LNURLP_FAILED: {
    cause: "The sender's institution did not complete the lookup of the receiver.",
    acts: 'The sender, who may pay again.',
    money: NOT_TAKEN,
  },
  PAY_REQUEST_FAILED: {
    cause: "The sender's institution broke off while the two institutions were agreeing on the payment.",
    acts: 'The sender, who may pay again.',
    money: NOT_TAKEN,
  },
  PAYMENT_APPROVAL_WEBHOOK_ERROR: {
    cause:
      "The platform's endpoint could not be reached when it was asked to approve the payment, or answered with something else than 200, 202, 403, 409 or 422.",
    acts: 'The platform, which repairs its endpoint. Then the sender may pay again.',
    money: NOT_TAKEN,
  },
  PAYMENT_APPROVAL_TIMED_OUT: {
    cause: 'The platform did not decide within five seconds: it was silent, or answered 202 and then nothing.',
    acts: 'The platform, which decides faster. Then the sender may pay again.',
    money: NOT_TAKEN,
  },
  OFFRAMP_FAILED: {
    cause: 'The payment was taken, but could not be turned into money on the account of the recipient.',
    acts: 'The sender, who may pay again.',
    money: NOT_TAKEN,
  },
  MISSING_MANDATORY_PAYEE_DATA: {
    cause: 'The platform answered 422: it wants to know more before it takes the payment.',
    acts: 'The platform, which says in its configuration what it wants to know. Then the sender may pay again.',
    money: NOT_TAKEN,
  },
  QUOTE_EXPIRED: {
    cause: "The payment was taken, but the sender's institution did not pay within five minutes.",
    acts: 'The sender, who may pay again.',
    money:
      'The recipient is not credited. An institution that says afterwards that it has paid is told that it has not, and gives the money back to the sender.',
  },
  QUOTE_EXECUTION_FAILED: {
    cause: 'A transfer in could not be fetched: the bank of the external account refused it.',
    acts: 'The platform, with the owner of the external account: it must be open and hold enough.',
    money: 'The account is not credited. The money stays on the external account.',
  },
} as const satisfies Reasons

export const OUTGOING_FAILURE_REASONS = {
  QUOTE_EXPIRED: {
    cause: 'Nobody executed the quote, or paid its instructions, before `expiresAt`. The status is EXPIRED.',
    acts: 'The platform, which makes another quote.',
    money: 'No money has moved.',
  },
  QUOTE_EXECUTION_FAILED: {
    cause: 'The payment could not be handed over: the rail, or the institution of the receiver, did not take it.',
    acts: 'The platform, which looks at the details of the receiver and makes another quote.',
    money: GIVEN_BACK,
  },
  LIGHTNING_PAYMENT_FAILED: {
    cause: 'The Lightning network found no way to the receiver, or the way broke.',
    acts: 'The platform, which makes another quote later.',
    money: GIVEN_BACK,
  },
  FUNDING_AMOUNT_MISMATCH: {
    cause: 'For a quote with real-time funding another amount arrived than its `totalSendingAmount`.',
    acts: 'The platform, which makes another quote and has exactly its amount paid.',
    money: 'What arrived goes back to where it came from. Nothing is kept, not even fees.',
  },
  COUNTERPARTY_POST_TX_FAILED: {
    cause:
      'The receiving side did not deliver, or sent the money back: at once, or after the payment was COMPLETED, which banks do even days later.',
    acts: 'The platform, with the receiver: the account must be open and take such payments.',
    money: GIVEN_BACK,
  },
} as const satisfies Reasons

export type IncomingFailureReason = keyof typeof INCOMING_FAILURE_REASONS
export type OutgoingFailureReason = keyof typeof OUTGOING_FAILURE_REASONS
