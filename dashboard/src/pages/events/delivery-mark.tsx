/** State of an event's delivery. The word carries the meaning; the colour only supports it. */
import type { DeliveryStatus } from '../../../../contract/events/recorded-events.ts'

export const DELIVERY_WORDS: Readonly<Record<DeliveryStatus, string>> = {
  DELIVERED: 'Delivered',
  PENDING: 'Pending',
  RETRYING: 'Retrying',
  FAILED: 'Failed',
  NOT_SENT: 'Not sent',
}
const LOOKS: Readonly<Record<DeliveryStatus, string>> = {
  DELIVERED: 'bg-done-soft text-done',
  PENDING: 'bg-wait-soft text-wait',
  RETRYING: 'bg-bad-soft text-bad',
  FAILED: 'bg-bad-soft text-bad',
  NOT_SENT: 'bg-sunken text-muted',
}

export function DeliveryMark({ of: status }: { of: DeliveryStatus }) {
  return (
    <span
      key={status}
      className={`inline-flex animate-arrive items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium ${LOOKS[status]}`}
    >
      <span className="size-1.5 rounded-full bg-current" />
      {DELIVERY_WORDS[status]}
    </span>
  )
}
