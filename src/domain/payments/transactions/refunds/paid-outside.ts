/**
 * Origin of money that came over a rail for one payment. No rail returns it by itself: if the payment fails, the money is
 * still at our bank or in our wallet, and goes to suspense instead of back to *rails*.
 */
import type { Read } from '../../../../engine/command.ts'
import type { Rows } from '../../../../engine/rows.ts'
import { claimFresh, claims } from '../../../platform/name-claim.ts'

const nameOf = (transactionId: string) => `paid-outside/${transactionId}`

/** Records the arrival that pays for a payment. Called once for each payment. */
export const notePaidOutside = (rows: Rows, transactionId: string, arrivalId: string): void =>
  claimFresh(rows, nameOf(transactionId), arrivalId)

/** What `isPaidOutside` reads. */
export const paidOutsideRead = (transactionId: string): Read => [claims, nameOf(transactionId)]

/** Whether the money of a payment came over a rail. In a sandbox, simulated funding does not: that is simply undone. */
export const isPaidOutside = (rows: Rows, transactionId: string): boolean =>
  rows.find(claims, nameOf(transactionId)) !== undefined
