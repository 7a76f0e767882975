/** Owns how the status of a payment, purchase, card or external account looks. The word says it; the colour only helps. */

const LOOKS: Readonly<Record<string, string>> = {
  COMPLETED: 'bg-done-soft text-done',
  PROCESSING: 'bg-going-soft text-going',
  PENDING: 'bg-wait-soft text-wait',
  CREATED: 'bg-sunken text-muted',
  EXPIRED: 'bg-sunken text-muted',
  FAILED: 'bg-bad-soft text-bad',
  REJECTED: 'bg-bad-soft text-bad',
  REFUNDED: 'bg-bad-soft text-bad',
  AUTHORIZED: 'bg-going-soft text-going',
  PARTIALLY_SETTLED: 'bg-going-soft text-going',
  SETTLED: 'bg-done-soft text-done',
  RETURNED: 'bg-wait-soft text-wait',
  DECLINED: 'bg-bad-soft text-bad',
  EXCEPTION: 'bg-bad-soft text-bad',
  ACTIVE: 'bg-done-soft text-done',
  UNDER_REVIEW: 'bg-wait-soft text-wait',
  FROZEN: 'bg-going-soft text-going',
  PENDING_ISSUE: 'bg-wait-soft text-wait',
}
const MOVING = new Set(['PROCESSING', 'PENDING', 'PENDING_ISSUE'])

/** `PARTIALLY_SETTLED` → `Partially settled` */
export const statusWord = (status: string): string => status[0] + status.slice(1).toLowerCase().replaceAll('_', ' ')

export function Status({ of: status, className = '' }: { of: string; className?: string }) {
  return (
    <span
      key={status}
      className={`inline-flex animate-arrive items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium ${LOOKS[status] ?? LOOKS.CREATED} ${className}`}
    >
      <span className={`size-1.5 rounded-full bg-current ${MOVING.has(status) ? 'animate-breathe' : ''}`} />
      {statusWord(status)}
    </span>
  )
}
