/** Owns how the status of a payment looks. The word says it; the colour only helps. */

const LOOKS: Readonly<Record<string, string>> = {
  COMPLETED: 'bg-done-soft text-done',
  PROCESSING: 'bg-going-soft text-going',
  PENDING: 'bg-wait-soft text-wait',
  CREATED: 'bg-sunken text-muted',
  EXPIRED: 'bg-sunken text-muted',
  FAILED: 'bg-bad-soft text-bad',
  REJECTED: 'bg-bad-soft text-bad',
  REFUNDED: 'bg-bad-soft text-bad',
}
const MOVING = new Set(['PROCESSING', 'PENDING'])

/** `PROCESSING` → `Processing` */
export const statusWord = (status: string): string => status[0] + status.slice(1).toLowerCase()

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
