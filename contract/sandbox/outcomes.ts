/** Sandbox outcomes: what each ending of an identifier, and each simulated UMA address, makes happen. */
import type { CardDeclineReason } from '../cards/card-transactions.ts'
import type { KnownCurrency } from '../currencies.ts'
import type { IncomingFailureReason, OutgoingFailureReason } from '../payments/failure-reasons.ts'

/** Reasons that the simulated rail reports. */
type RailFailure = Extract<
  OutgoingFailureReason,
  'QUOTE_EXECUTION_FAILED' | 'COUNTERPARTY_POST_TX_FAILED' | 'LIGHTNING_PAYMENT_FAILED'
>

/** Report of the simulated rail on a payout or a pull. */
export type SimulatedReport =
  | { readonly state: 'IN_TRANSIT'; readonly askAgainInMs: number }
  | { readonly state: 'DELIVERED'; readonly askAgainInMs?: number }
  | { readonly state: 'FAILED'; readonly reason: RailFailure; readonly money: 'BACK' | 'STUCK' }
  | { readonly state: 'RETURNED'; readonly reason: RailFailure }
  | { readonly state: 'CANCELLED' }

export interface SimulatedOutcome {
  /** What happens, in a sentence. */
  readonly scenario: string
  /** The account is refused before any money moves. */
  readonly refused?: RailFailure
  /** Report on the submission. Absent: delivered at once. */
  readonly sent?: SimulatedReport
  /** Report on a later query. Absent: delivered. */
  readonly asked?: SimulatedReport
}

/** Payouts of quotes, by the last three characters of the account's identifier (decision 64). */
export const PAYOUT_OUTCOMES: Readonly<Record<string, SimulatedOutcome>> = {
  '002': {
    scenario: 'The quote fails to execute; the money goes back.',
    sent: { state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', money: 'BACK' },
  },
  '003': {
    scenario: 'The payout takes six minutes.',
    sent: { state: 'IN_TRANSIT', askAgainInMs: 360_000 },
  },
  '004': {
    scenario: 'The receiving side does not deliver; the money goes back.',
    sent: { state: 'FAILED', reason: 'COUNTERPARTY_POST_TX_FAILED', money: 'BACK' },
  },
  '005': {
    scenario: 'The payment completes, and five seconds later the receiving bank sends it back.',
    sent: { state: 'DELIVERED', askAgainInMs: 5_000 },
    asked: { state: 'RETURNED', reason: 'COUNTERPARTY_POST_TX_FAILED' },
  },
  '006': { scenario: 'A person cancels the payout; the money goes back.', sent: { state: 'CANCELLED' } },
  '007': {
    scenario: 'The payout fails and the money cannot be returned: it stays in suspense.',
    sent: { state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', money: 'STUCK' },
  },
}

/** Transfers in and out, and pulls for quotes, by the last three characters of the external account's identifier. */
export const TRANSFER_OUTCOMES: Readonly<Record<string, SimulatedOutcome>> = {
  '002': { scenario: 'Insufficient funds: it fails immediately.', refused: 'QUOTE_EXECUTION_FAILED' },
  '003': {
    scenario: 'The account is closed or invalid: it fails immediately.',
    refused: 'COUNTERPARTY_POST_TX_FAILED',
  },
  '004': {
    scenario: 'The bank rejects the transfer; the money goes back.',
    sent: { state: 'FAILED', reason: 'COUNTERPARTY_POST_TX_FAILED', money: 'BACK' },
  },
  '005': {
    scenario: 'It stays pending for thirty seconds and then fails; the money goes back.',
    sent: { state: 'IN_TRANSIT', askAgainInMs: 30_000 },
    asked: { state: 'FAILED', reason: 'COUNTERPARTY_POST_TX_FAILED', money: 'BACK' },
  },
}

/** Domain of the simulated institution, unless CAUSEWAY_SANDBOX_UMA_DOMAIN sets another one. */
export const SANDBOX_UMA_DOMAIN = 'sandbox.uma.example'

export interface SimulatedReceiver extends SimulatedOutcome {
  readonly currency: KnownCurrency
}

/** Payments to the simulated institution, by the name before the `@`, without the `$`. */
export const UMA_OUTCOMES: Readonly<Record<string, SimulatedReceiver>> = {
  'success.usd': { currency: 'USD', scenario: 'Succeeds in US dollars.' },
  'success.eur': { currency: 'EUR', scenario: 'Succeeds in euros.' },
  'success.mxn': { currency: 'MXN', scenario: 'Succeeds in Mexican pesos.' },
  'pending.long.usd': {
    currency: 'USD',
    scenario: 'Stays pending for six minutes, then succeeds.',
    sent: { state: 'IN_TRANSIT', askAgainInMs: 360_000 },
  },
  'fail.compliance.usd': {
    currency: 'USD',
    scenario: 'The other side refuses it for compliance; the money goes back.',
    sent: { state: 'FAILED', reason: 'COUNTERPARTY_POST_TX_FAILED', money: 'BACK' },
  },
  'fail.lightning.usd': {
    currency: 'USD',
    scenario: 'Lightning finds no way to the other side; the money goes back.',
    sent: { state: 'FAILED', reason: 'LIGHTNING_PAYMENT_FAILED', money: 'BACK' },
  },
}

export interface FailingSender {
  readonly scenario: string
  readonly reason: IncomingFailureReason
  /** After the payment was accepted. */
  readonly failsAfterMs: number
  /** The money never arrives, and the payment fails when its deadline passes. */
  readonly neverPays?: boolean
}

/** Senders at the simulated institution whose payments fail after the platform has accepted them, by the name before the `@`. */
export const FAILING_SENDERS: Readonly<Record<string, FailingSender>> = {
  'fail.lookup': {
    reason: 'LNURLP_FAILED',
    failsAfterMs: 5_000,
    scenario: "The sender's institution does not complete the lookup; the payment fails after five seconds.",
  },
  'fail.payrequest': {
    reason: 'PAY_REQUEST_FAILED',
    failsAfterMs: 5_000,
    scenario: "The sender's institution does not complete the pay request; the payment fails after five seconds.",
  },
  'fail.offramp': {
    reason: 'OFFRAMP_FAILED',
    failsAfterMs: 5_000,
    scenario: "The money cannot be credited to the recipient's account; the payment fails after five seconds.",
  },
  'never.pays': {
    reason: 'QUOTE_EXPIRED',
    // Five seconds for the approval, and five minutes for the payment.
    failsAfterMs: 305_000,
    neverPays: true,
    scenario: "The sender's institution never pays; the payment fails after five minutes.",
  },
}

/** The bank's answer when an account is registered, by the last three characters of its identifier. */
export const BENEFICIARY_OUTCOMES = {
  '102': { status: 'NOT_MATCHED', scenario: 'The name at the bank is another one.' },
  '103': { status: 'PARTIAL_MATCH', scenario: 'The name at the bank is similar; the reply contains it.' },
  '104': { status: 'PENDING', scenario: 'The bank has not answered yet.' },
  '105': { status: 'INVALID_ACCOUNT', scenario: 'The bank has no such account: INVALID_BANK_ACCOUNT.' },
  '106': { status: 'UNSUPPORTED', scenario: 'The bank does not check names.' },
  '107': { status: 'CHECKED_BY_RECEIVING_FI', scenario: 'The receiving bank checks the name of each payment.' },
} as const

export interface VerificationOutcome {
  readonly outcome: 'PENDING' | 'REJECTED'
  readonly scenario: string
}

/** Verifications, by the last three characters of a business's registration number or a beneficial owner's last name. */
export const IDENTITY_OUTCOMES: Readonly<Record<string, VerificationOutcome>> = {
  '001': { outcome: 'PENDING', scenario: 'The verification stays pending; a KYC link can end it.' },
  '002': { outcome: 'REJECTED', scenario: 'The verification is rejected.' },
}

export interface IssueOutcome {
  /** The issuer's first report. Absent: the card is issued at once. */
  readonly report?: { readonly state: 'PENDING'; readonly askAgainInMs?: number } | { readonly state: 'REJECTED' }
  readonly scenario: string
}

/** Requests for cards, by the last three characters of `platformCardId`, or of the cardholder's id if there is none. */
export const ISSUE_OUTCOMES: Readonly<Record<string, IssueOutcome>> = {
  '001': { report: { state: 'PENDING' }, scenario: 'The card stays PENDING_ISSUE.' },
  '002': { report: { state: 'REJECTED' }, scenario: 'The issuer refuses the card: CLOSED, ISSUER_REJECTED.' },
  '005': { report: { state: 'PENDING', askAgainInMs: 30_000 }, scenario: 'The card is ACTIVE after thirty seconds.' },
}

/** How long a simulated pull from the funding source of a card is pending. */
export const PURCHASE_PULL_MS = 30_000

export interface PurchaseOutcome {
  readonly decline?: CardDeclineReason
  /** How the pull from the funding source ends after thirty seconds. Absent: it is confirmed immediately. */
  readonly pull?: 'CONFIRMED' | 'FAILED'
  readonly scenario: string
}

/** Card purchases, by the last three characters of the merchant's descriptor. */
export const PURCHASE_OUTCOMES: Readonly<Record<string, PurchaseOutcome>> = {
  '002': { decline: 'INSUFFICIENT_FUNDS', scenario: 'Declined: `INSUFFICIENT_FUNDS`.' },
  '003': { decline: 'CARD_PAUSED', scenario: 'Declined: `CARD_PAUSED`.' },
  '005': { pull: 'CONFIRMED', scenario: 'Approved; the pull is pending for thirty seconds.' },
  '006': {
    pull: 'FAILED',
    scenario:
      'Approved; the pull fails after thirty seconds, and the card transaction becomes an EXCEPTION. What was cleared until then is owed.',
  },
}

export const purchaseOutcome = (descriptor: string): PurchaseOutcome | undefined =>
  PURCHASE_OUTCOMES[descriptor.slice(-3)]

/** Value and sentence of each outcome, as people read them. */
export const sentencesOf = (
  outcomes: Readonly<Record<string, { readonly scenario: string }>>,
): (readonly [value: string, scenario: string])[] =>
  Object.entries(outcomes).map(([value, { scenario }]) => [value, scenario])
