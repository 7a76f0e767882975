/** Owns senders that exist in the sandbox only: the name in their address chooses what their payment fails of, once it was taken. */
import type { IncomingFailureReason } from '../../../contract/payments/failure-reasons.ts'

interface FailingSender {
  /** Absent: nothing more is heard of the payment, until the time for its money is over. */
  readonly reason?: IncomingFailureReason
  readonly scenario: string
}

/** Local part of the address, without the `$`, → what happens. */
export const FAILING_SENDERS: Readonly<Record<string, FailingSender>> = {
  'fail.lookup': {
    reason: 'LNURLP_FAILED',
    scenario: "Five seconds later the sender's institution has not completed the lookup.",
  },
  'fail.payrequest': {
    reason: 'PAY_REQUEST_FAILED',
    scenario: "Five seconds later the sender's institution has broken off the agreement.",
  },
  'fail.offramp': {
    reason: 'OFFRAMP_FAILED',
    scenario: "Five seconds later the money could not be brought to the recipient's account.",
  },
  'never.pays': { scenario: "The sender's institution does not pay, and five minutes later the payment has failed." },
}

/** @param domain of the institution that such senders are at. @returns undefined for senders whose payments arrive */
export function failingSender(address: string, domain: string): FailingSender | undefined {
  const [name, host] = address.slice(1).split('@')
  return host === domain ? FAILING_SENDERS[name as string] : undefined
}
