/** Timeline of a payment: its events and their webhook deliveries. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DeliveredEvent, DeliveryAttempt } from '../../../../../contract/events/delivered-events.ts'
import { overviewQuery } from '../../../api/queries.ts'
import { formatClock, formatMoment } from '../../../format/time.ts'
import { Card } from '../../../ui/card.tsx'
import { statusWord } from '../../../ui/status.tsx'

interface TimelineProps {
  readonly events: readonly DeliveredEvent[]
  /** Where the type of an event does not name the resulting state. */
  readonly withStatus?: boolean
}

export function Timeline({ events, withStatus = false }: TimelineProps) {
  const { data } = useQuery(overviewQuery)
  const endpoint = data?.platform.webhookEndpoint
  return (
    <Card title="Events">
      <ol className="flex flex-col">
        {events.map((event, place) => (
          <li key={event.id} className="relative flex animate-arrive gap-4 pb-5 last:pb-2">
            {place < events.length - 1 && <span className="absolute top-4 bottom-[-0.4rem] left-[5px] w-0.5 bg-line" />}
            <span className="relative mt-1.5 size-3 shrink-0 rounded-full border-2 border-accent bg-surface" />
            <div className="min-w-0 flex-1">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span>
                  <Link
                    to="/events/$id"
                    params={{ id: event.id }}
                    className="rounded font-mono text-[0.8rem] text-accent [overflow-wrap:anywhere] hover:underline"
                  >
                    {event.type}
                  </Link>{' '}
                  {withStatus && <span className="text-sm text-muted">{statusWord(event.status)}</span>}
                </span>
                <time dateTime={event.at} title={formatMoment(event.at)} className="money text-sm text-muted">
                  {formatClock(event.at)}
                </time>
              </div>
              <ul className="text-sm">
                {event.attempts.map((attempt) => (
                  <Attempt key={attempt.at + attempt.durationMs} attempt={attempt} />
                ))}
                {endpoint && event.attempts.length === 0 && <li className="text-muted">Delivery pending</li>}
              </ul>
            </div>
          </li>
        ))}
      </ol>
      {data && (
        <p className="border-t border-line pt-3 text-sm text-muted">
          {endpoint ? (
            <>
              Webhooks go to <span className="font-mono [overflow-wrap:anywhere] text-ink">{endpoint}</span>
            </>
          ) : (
            <>
              No webhook endpoint is set, so events are not sent.{' '}
              <Link to="/webhooks" className="text-accent underline">
                Set one
              </Link>
            </>
          )}
        </p>
      )}
    </Card>
  )
}

const WORDS: Readonly<Record<DeliveryAttempt['outcome'], string>> = {
  DELIVERED: 'Delivered',
  FAILED: 'Not delivered',
  GIVEN_UP: 'Given up',
}

function Attempt({ attempt: { outcome, httpStatus, error, durationMs, at } }: { attempt: DeliveryAttempt }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4">
      <span className={outcome === 'DELIVERED' ? 'text-done' : 'text-bad'}>
        Webhook {WORDS[outcome].toLowerCase()}
        {httpStatus !== undefined && ` · ${httpStatus}`}
        {error && ` · ${error}`}
      </span>
      <span className="money text-muted">
        {formatClock(at)} · {durationMs} ms
      </span>
    </li>
  )
}
