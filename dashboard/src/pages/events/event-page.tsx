/** Page of one event: its body, its attempts, and sending it again. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiError } from '../../../../client/api-error.ts'
import type { EventWithAttempts } from '../../../../contract/events/recorded-events.ts'
import { api } from '../../api/client.ts'
import { eventQuery } from '../../api/events.ts'
import { overviewQuery } from '../../api/queries.ts'
import { formatMoment } from '../../format/time.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Copyable, useCopy } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IdLink } from '../../ui/linked-text.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { Verbatim } from '../../ui/verbatim.tsx'
import { Attempts } from './attempts.tsx'
import { DeliveryMark } from './delivery-mark.tsx'

export function EventPage() {
  const { id } = useParams({ from: '/events/$id' })
  const { data, error } = useQuery(eventQuery(id))
  if (error instanceof ApiError && error.status === 404)
    return (
      <Empty
        title="Event not found"
        action={
          <Link to="/events" search={{}} className={buttonClass()}>
            View events
          </Link>
        }
      >
        This platform has no event with this id.
      </Empty>
    )
  return (
    <div className="flex flex-col gap-6">
      <Problem error={error} />
      {data ? <Detail key={id} event={data} /> : !error && <Waiting lines={12} />}
    </div>
  )
}

function Detail({ event }: { event: EventWithAttempts }) {
  const { id, type, deliveryStatus, createdAt, sequence, resourceId, attempts, body } = event
  return (
    <>
      <title>{`${type} · Causeway`}</title>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <Link to="/events" search={{}} className="rounded text-sm text-accent hover:underline">
            Events
          </Link>
          <h1 className="font-mono text-lg font-semibold [overflow-wrap:anywhere]">{type}</h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <DeliveryMark of={deliveryStatus} />
            <span>{formatMoment(createdAt)}</span>
            <span>number {sequence} of its resource</span>
          </p>
          {resourceId && (
            <p className="mt-2 font-mono text-sm [overflow-wrap:anywhere]">
              <IdLink id={resourceId} />{' '}
              <Link to="/events" search={{ of: resourceId }} className="rounded font-sans text-accent hover:underline">
                all its events
              </Link>
            </p>
          )}
          <Copyable text={id} label="event id" />
        </div>
        <Resend id={id} />
      </header>
      <Attempts attempts={attempts} />
      <Card title="Body" aside={<CopyCurl event={event} />}>
        <Verbatim label="Body of the webhook" text={indented(body)} className="max-h-[40rem]" />
        <p className="mt-2 text-sm text-muted">
          Indented here. The signatures are over the text without spaces, which <em>Copy as curl</em> sends.
        </p>
      </Card>
    </>
  )
}

const indented = (body: string) => JSON.stringify(JSON.parse(body), null, 2)

function Resend({ id }: { id: EventWithAttempts['id'] }) {
  const client = useQueryClient()
  const { data } = useQuery(overviewQuery)
  const resend = useMutation({
    mutationFn: () => api('resendEvent', { params: { eventId: id } }),
    onSettled: () => client.invalidateQueries(),
  })
  const hasEndpoint = Boolean(data?.platform.webhookEndpoint)
  return (
    <div className="flex flex-col items-end gap-2 max-sm:items-start">
      <Button
        data-needs="MANAGE"
        look="primary"
        disabled={resend.isPending || !hasEndpoint}
        onClick={() => resend.mutate()}
      >
        Resend
      </Button>
      {data && !hasEndpoint && <p className="text-sm text-muted">Set a webhook endpoint first.</p>}
      <p role="status" className="text-sm text-muted">
        {resend.isSuccess && 'It is being sent.'}
      </p>
      <Problem error={resend.error} />
    </div>
  )
}

/** The delivery as a command: the last request that was sent, or the body alone. */
function CopyCurl({ event: { attempts, body } }: { event: EventWithAttempts }) {
  const { data } = useQuery(overviewQuery)
  const headers = attempts.find(({ requestHeaders }) => requestHeaders)?.requestHeaders ?? {
    'content-type': 'application/json',
  }
  const url = data?.platform.webhookEndpoint ?? 'http://localhost:3000/webhooks'
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const command = [
    `curl -X POST ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-raw ${quoted(body)}`,
  ].join(' \\\n  ')
  const { copied, copy } = useCopy(command)
  return (
    <Button look="quiet" size="small" onClick={copy}>
      <Icon name={copied ? 'check' : 'copy'} size="size-3.5" />
      <span role="status">{copied ? 'Copied' : 'Copy as curl'}</span>
    </Button>
  )
}
