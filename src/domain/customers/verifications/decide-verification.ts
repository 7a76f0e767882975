/** Verification decision: applies a verdict to a customer and their verification, in one batch. */
import type { Rows } from '../../../engine/rows.ts'
import { move } from '../../../infra/state-machines/move.ts'
import type { Verdict } from '../../../providers/identity/port.ts'
import { approveCustomer } from '../approve-customer.ts'
import { customerMachine, customers } from '../customer.ts'
import { beginVerification, type CurrentVerification } from './current-verification.ts'
import { type Verification, verificationMachine } from './verification.ts'

export type FinalVerdict = Exclude<Verdict, { outcome: 'RESOLVE_ERRORS' }>

/** @throws Refusal INVALID_STATE_TRANSITION if the customer is already approved */
export function decideVerification(rows: Rows, verifying: CurrentVerification, verdict: FinalVerdict): Verification {
  const verification = openVerification(rows, verifying)
  const { customerId } = verification
  const updatedAt = rows.now
  switch (verdict.outcome) {
    case 'IN_PROGRESS':
      return verification
    case 'PENDING_MANUAL_REVIEW':
      return move(rows, verificationMachine, verification, 'review', { updatedAt })
    case 'APPROVED':
      approveCustomer(rows, { customerId })
      return move(rows, verificationMachine, verification, 'approve', { updatedAt })
    case 'REJECTED':
      move(rows, customerMachine, rows.get(customers, customerId), 'reject', { updatedAt })
      return move(rows, verificationMachine, verification, 'reject', { errors: verdict.errors, updatedAt })
  }
}

/** The verification to decide: the one in progress, the one that waits for corrections, or a new one. */
function openVerification(rows: Rows, { customer, current }: CurrentVerification): Verification {
  if (customer.status !== 'PENDING') move(rows, customerMachine, customer, 'submit', { updatedAt: rows.now })
  if (current?.status === 'IN_PROGRESS' || current?.status === 'PENDING_MANUAL_REVIEW') return current
  if (current?.status !== 'RESOLVE_ERRORS') return beginVerification(rows, customer.id, 'IN_PROGRESS')
  return move(rows, verificationMachine, current, 'submit', { errors: [], updatedAt: rows.now })
}
