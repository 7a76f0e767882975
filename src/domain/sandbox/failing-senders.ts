/** Failing senders of the sandbox: UMA addresses whose payments fail after the platform has approved them, each for its own reason. */
import type { IncomingFailureReason } from '../../../contract/payments/failure-reasons.ts'

interface FailingSender {
  /** Absent: the money never arrives, and the payment fails when its deadline passes. */
  readonly reason?: IncomingFailureReason
  readonly scenario: string
}

/** Local part of the address, without the `$`, → outcome. */
export const FAILING_SENDERS: Readonly<Record<string, FailingSender>> = {
  'fail.lookup': {
    reason: 'LNURLP_FAILED',
    scenario: "The sender's institution does not complete the lookup; the payment fails after five seconds.",
  },
  'fail.payrequest': {
    reason: 'PAY_REQUEST_FAILED',
    scenario: "The sender's institution does not complete the pay request; the payment fails after five seconds.",
  },
  'fail.offramp': {
    reason: 'OFFRAMP_FAILED',
    scenario: "The money cannot be credited to the recipient's account; the payment fails after five seconds.",
  },
  'never.pays': { scenario: "The sender's institution never pays; the payment fails after five minutes." },
}

/** @param domain of the institution of these senders. @returns undefined for senders whose payments arrive */
export function failingSender(address: string, domain: string): FailingSender | undefined {
  const [name, host] = address.slice(1).split('@')
  return host === domain ? FAILING_SENDERS[name as string] : undefined
}
