/** Failure reasons page: what each means, and how to see it in the sandbox. */
import {
  INCOMING_FAILURE_REASONS,
  type IncomingFailureReason,
  OUTGOING_FAILURE_REASONS,
  type OutgoingFailureReason,
} from '../../contract/payments/failure-reasons.ts'
import { page } from './markdown.ts'

const receive = (name: string, then: string) =>
  `\`POST /sandbox/uma/receive\` from \`$${name}@sandbox.uma.example\`, ${then}`
const answer = (what: string) =>
  `With a \`webhookEndpoint\` that answers ${what} when it is asked for approval, \`POST /sandbox/uma/receive\` from any other address.`

/** Not in the contract, because production has its pages and must not have the sandbox's magic values. */
const INCOMING_STEPS: Readonly<Record<IncomingFailureReason, string>> = {
  LNURLP_FAILED: receive('fail.lookup', 'and five seconds of the clock.'),
  PAY_REQUEST_FAILED: receive('fail.payrequest', 'and five seconds of the clock.'),
  PAYMENT_APPROVAL_WEBHOOK_ERROR: answer('500'),
  PAYMENT_APPROVAL_TIMED_OUT: `${answer('202')} Then five seconds of the clock.`,
  OFFRAMP_FAILED: receive('fail.offramp', 'and five seconds of the clock.'),
  MISSING_MANDATORY_PAYEE_DATA: answer('422'),
  QUOTE_EXPIRED: receive('never.pays', 'and six minutes of the clock.'),
  QUOTE_EXECUTION_FAILED: '`POST /transfer-in` from an external account that ends in `002`.',
}
const OUTGOING_STEPS: Readonly<Record<OutgoingFailureReason, string>> = {
  QUOTE_EXPIRED: '`POST /quotes`, and sixteen minutes of the clock.',
  QUOTE_EXECUTION_FAILED: 'A quote to an external account that ends in `002`, executed.',
  LIGHTNING_PAYMENT_FAILED: 'A quote to the UMA address `$fail.lightning.usd@sandbox.uma.example`, executed.',
  FUNDING_AMOUNT_MISMATCH:
    'A quote with `REALTIME_FUNDING`, paid by `POST /sandbox/send` with another `currencyAmount` than its `totalSendingAmount`.',
  COUNTERPARTY_POST_TX_FAILED:
    'A quote to an external account that ends in `004`, executed; or in `005`, and five seconds of the clock.',
}

type Reasons = Readonly<Record<string, { readonly cause: string; readonly acts: string; readonly money: string }>>
const sections = (reasons: Reasons, steps: Readonly<Record<string, string>>): string[] =>
  Object.entries(reasons).map(([reason, { cause, acts, money }]) =>
    [
      `### ${reason}\n`,
      `${cause}\n`,
      `- Who acts: ${acts}`,
      `- The money: ${money}`,
      `- In the sandbox: ${steps[reason]}`,
    ].join('\n'),
  )

export const failureReasonsPage = (): string =>
  page(
    'Failure reasons',
    "A payment that could not be made says why in `failureReason`. The status is FAILED, or EXPIRED for a quote that ran out, or REFUNDED when the rail could not deliver what had come from outside, and it went back there. From [contract/payments/failure-reasons.ts](../../contract/payments/failure-reasons.ts); a test reaches each of them in the sandbox as it is said here. The sandbox's clock is moved with `POST /sandbox/clock/advance`.",
    '## Incoming payments',
    ...sections(INCOMING_FAILURE_REASONS, INCOMING_STEPS),
    '## Outgoing payments',
    ...sections(OUTGOING_FAILURE_REASONS, OUTGOING_STEPS),
  )
