/** Page of events, with the state of their delivery. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { EVENT_TYPES } from '../../../../contract/events/events.ts'
import type { RecordedEvent } from '../../../../contract/events/recorded-events.ts'
import { eventsQuery } from '../../api/events.ts'
import { overviewQuery } from '../../api/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { DELIVERY_WORDS, DeliveryMark } from './delivery-mark.tsx'

const PAGE = 25
/** A test event is sent, but not recorded. */
const TYPES = EVENT_TYPES.filter((type) => type !== 'TEST')

export function EventsPage() {
  const { cursor, type, delivery, of } = useSearch({ from: '/events' })
  const filter = { type, deliveryStatus: delivery, resourceId: of?.trim() }
  const { data, error, isPlaceholderData } = useQuery(eventsQuery({ ...filter, cursor, limit: PAGE }))
  const search = { type, delivery, of }
  return (
    <div className="flex flex-col gap-5">
      <title>Events · Causeway</title>
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">Events</h1>
        <p className="mt-1 text-muted">Every change of a payment, account, customer or card, with its delivery.</p>
      </header>
      <EndpointNote />
      <Filters />
      <Problem error={error} />
      <div
        className={`rounded-2xl border border-line bg-surface px-5 py-2 shadow-card transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {!data && !error && <Waiting lines={10} />}
        {data && data.data.length > 0 && <EventTable events={data.data} />}
        {data?.data.length === 0 && (
          <Empty
            title={type || delivery || of ? 'No matching event' : 'No events yet'}
            action={
              <Link to="/payments/new" search={{}} className={buttonClass({ look: 'primary' })}>
                Make a payment
              </Link>
            }
          >
            Each step of a payment is an event.
          </Empty>
        )}
      </div>
      {(cursor || data?.hasMore) && (
        <nav aria-label="Pages" className="flex justify-between">
          {cursor ? (
            <Link to="/events" search={search} className={buttonClass()}>
              Newest
            </Link>
          ) : (
            <span />
          )}
          {data?.hasMore && (
            <Link to="/events" search={{ ...search, cursor: data.nextCursor }} className={buttonClass()}>
              Older
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}

function EndpointNote() {
  const { data } = useQuery(overviewQuery)
  if (!data || data.platform.webhookEndpoint) return null
  return (
    <p className="rounded-xl bg-wait-soft px-4 py-2.5 text-ink">
      No webhook endpoint is set: events are recorded and not sent.{' '}
      <Link to="/webhooks" className="underline">
        Set one
      </Link>
      , and send them again.
    </p>
  )
}

function Filters() {
  const { cursor: _, ...shown } = useSearch({ from: '/events' })
  const navigate = useNavigate({ from: '/events' })
  const set = (changes: Partial<typeof shown>) =>
    navigate({ search: { ...shown, ...changes }, replace: true, resetScroll: false })
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-3">
      <SelectField label="Type" value={shown.type ?? ''} onChange={(type) => set({ type: type || undefined })}>
        <option value="">All</option>
        {TYPES.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </SelectField>
      <SelectField
        label="Delivery"
        value={shown.delivery ?? ''}
        onChange={(delivery) => set({ delivery: delivery || undefined })}
      >
        <option value="">All</option>
        {Object.entries(DELIVERY_WORDS).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Resource"
        type="search"
        isCode
        placeholder="Transaction:…"
        value={shown.of ?? ''}
        onChange={(of) => set({ of: of || undefined })}
      />
    </div>
  )
}

function EventTable({ events }: { events: readonly RecordedEvent[] }) {
  const columns = [
    { title: 'Event' },
    { title: 'Resource', from: 'lg' },
    { title: 'Delivery' },
    { title: 'Time', isRight: true, from: 'sm' },
  ] as const
  return (
    <Table columns={columns}>
      {events.map(({ id, type, resourceId, deliveryStatus, createdAt }) => (
        <tr key={id}>
          <Cell>
            <Link
              to="/events/$id"
              params={{ id }}
              className="rounded font-mono text-[0.8rem] text-accent [overflow-wrap:anywhere] hover:underline"
            >
              {type}
            </Link>
          </Cell>
          <Cell from="lg" className="font-mono text-[0.8rem] text-muted">
            {resourceId && shorten(resourceId)}
          </Cell>
          <Cell>
            <DeliveryMark of={deliveryStatus} />
          </Cell>
          <Cell isRight from="sm" className="whitespace-nowrap text-sm text-muted">
            <Ago moment={createdAt} />
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

/** `Transaction …4f1c02aa`: the end of an id distinguishes it. */
const shorten = (id: string) => `${id.slice(0, id.indexOf(':'))} …${id.slice(-8)}`
