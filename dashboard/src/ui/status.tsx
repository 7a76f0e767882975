/**
 * Status badge of payments, purchases, cards and accounts. The word carries the meaning; the colour only supports it.
 */
import type { internalAccountLifecycle } from '../../../contract/accounts/internal-account-lifecycle.ts'
import type { cardLifecycle } from '../../../contract/cards/card-lifecycle.ts'
import type { cardTransactionLifecycle } from '../../../contract/cards/card-transaction-lifecycle.ts'
import type { importLifecycle } from '../../../contract/customers/bulk-import-lifecycle.ts'
import type { customerLifecycle } from '../../../contract/customers/customer-lifecycle.ts'
import type { Lifecycle, StateOf } from '../../../contract/lifecycle.ts'
import type { externalAccountLifecycle } from '../../../contract/payments/external-accounts/external-account-lifecycle.ts'
import type { invitationLifecycle } from '../../../contract/payments/invitation-lifecycle.ts'
import type { transactionLifecycle } from '../../../contract/payments/transaction-lifecycle.ts'

type State =
  | StateOf<typeof transactionLifecycle>
  | StateOf<typeof cardLifecycle>
  | StateOf<typeof cardTransactionLifecycle>
  | StateOf<typeof internalAccountLifecycle>
  | StateOf<typeof externalAccountLifecycle>
  | StateOf<typeof customerLifecycle>
  | StateOf<typeof importLifecycle>
  | StateOf<typeof invitationLifecycle>
/** Shown instead of a state: a declined or returned purchase, a wallet without consent. */
type Word = 'DECLINED' | 'DELETED' | 'RETURNED' | 'NOT_AUTHORIZED'

/** A new state does not compile without a colour. The order is that of filters and counts. */
const LOOKS: Readonly<Record<State | Word, string>> = {
  COMPLETED: 'bg-done-soft text-done',
  PROCESSING: 'bg-going-soft text-going',
  PENDING: 'bg-wait-soft text-wait',
  FAILED: 'bg-bad-soft text-bad',
  REJECTED: 'bg-bad-soft text-bad',
  REFUNDED: 'bg-bad-soft text-bad',
  EXPIRED: 'bg-sunken text-muted',
  CREATED: 'bg-sunken text-muted',
  AUTHORIZED: 'bg-going-soft text-going',
  PARTIALLY_SETTLED: 'bg-going-soft text-going',
  SETTLED: 'bg-done-soft text-done',
  RETURNED: 'bg-wait-soft text-wait',
  DECLINED: 'bg-bad-soft text-bad',
  EXCEPTION: 'bg-bad-soft text-bad',
  APPROVED: 'bg-done-soft text-done',
  UNVERIFIED: 'bg-sunken text-muted',
  CLAIMED: 'bg-done-soft text-done',
  CANCELLED: 'bg-sunken text-muted',
  ACTIVE: 'bg-done-soft text-done',
  UNDER_REVIEW: 'bg-wait-soft text-wait',
  FROZEN: 'bg-going-soft text-going',
  PENDING_ISSUE: 'bg-wait-soft text-wait',
  INACTIVE: 'bg-sunken text-muted',
  DELETED: 'bg-sunken text-muted',
  CLOSED: 'bg-sunken text-muted',
  NOT_AUTHORIZED: 'bg-sunken text-muted',
}
const lookOf = (status: string): string => (status in LOOKS ? LOOKS[status as State] : LOOKS.CREATED)
const MOVING = new Set(['PROCESSING', 'PENDING', 'PENDING_ISSUE'])

/** States of a resource, in the order in which filters and counts show them. */
export const statesOf = ({ states }: Lifecycle): string[] => Object.keys(LOOKS).filter((state) => state in states)

/** `PARTIALLY_SETTLED` → `Partially settled` */
export const statusWord = (status: string): string => status[0] + status.slice(1).toLowerCase().replaceAll('_', ' ')

export function Status({ of: status, className = '' }: { of: string; className?: string }) {
  return (
    <span
      key={status}
      className={`inline-flex animate-arrive items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium ${lookOf(status)} ${className}`}
    >
      <span className={`size-1.5 rounded-full bg-current ${MOVING.has(status) ? 'animate-breathe' : ''}`} />
      {statusWord(status)}
    </span>
  )
}
