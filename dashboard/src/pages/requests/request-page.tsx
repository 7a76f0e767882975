/** Page of one request: who sent it, its bodies, and the same call as curl and TypeScript. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiError } from '../../../../client/api-error.ts'
import type { ApiRequestWithBodies } from '../../../../contract/platform/api-requests.ts'
import { formatMoment } from '../../format/time.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyAs, Copyable } from '../../ui/copy.tsx'
import { Fact } from '../../ui/fact.tsx'
import { IdLink, LinkedText } from '../../ui/linked-text.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { Verbatim } from '../../ui/verbatim.tsx'
import { asCurl, asTypeScript } from './call.ts'
import { requestQuery } from './queries.ts'
import { callerOf } from './requests-page.tsx'
import { StatusMark } from './status-mark.tsx'

export function RequestPage() {
  const { id } = useParams({ from: '/requests/$id' })
  const { data, error } = useQuery(requestQuery(id))
  if (error instanceof ApiError && error.status === 404)
    return (
      <Empty
        title="Request not found"
        action={
          <Link to="/requests" search={{}} className={buttonClass()}>
            View requests
          </Link>
        }
      >
        It is older than the request log, or belongs to another platform.
      </Empty>
    )
  return (
    <div className="flex flex-col gap-6">
      <Problem error={error} />
      {data ? <Detail key={id} request={data} /> : !error && <Waiting lines={12} />}
    </div>
  )
}

function Detail({ request }: { request: ApiRequestWithBodies }) {
  const { operation, method, path, query, requestBody, responseBody, errorCode } = request
  return (
    <>
      <title>{`${operation} · Causeway`}</title>
      <header>
        <Link to="/requests" search={{}} className="rounded text-sm text-accent hover:underline">
          Requests
        </Link>
        <h1 className="font-mono text-lg font-semibold [overflow-wrap:anywhere]">
          {method} <LinkedText text={path} />
        </h1>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <StatusMark of={request} />
          {errorCode && (
            <a
              href={`/docs/errors#${errorCode.toLowerCase()}`}
              className="rounded font-mono text-accent hover:underline"
            >
              {errorCode}
            </a>
          )}
          <span>{formatMoment(request.createdAt)}</span>
        </p>
      </header>
      <Facts request={request} />
      {query && <Body title="Query" value={query} />}
      {requestBody !== undefined && <Body title="Request body" value={requestBody} />}
      {responseBody !== undefined && <Body title="Response body" value={responseBody} />}
      <Calls request={request} />
    </>
  )
}

function Facts({ request }: { request: ApiRequestWithBodies }) {
  const { operation, durationMs, tokenId, agentId, idempotencyKey, isReplayed, requestId } = request
  return (
    <Card title="Request">
      <dl>
        <Fact name="Operation">
          <Link to="/requests" search={{ operation }} className="rounded font-mono text-sm text-accent hover:underline">
            {operation}
          </Link>
        </Fact>
        <Fact name="Caller">
          {agentId ? (
            <IdLink id={agentId} />
          ) : (
            <Link to="/requests" search={{ token: tokenId }} className="rounded text-accent hover:underline">
              {callerOf(request)}
            </Link>
          )}
        </Fact>
        <Fact name="Duration">
          <span className="money">{durationMs} ms</span>
        </Fact>
        {idempotencyKey && (
          <Fact name="Idempotency-Key">
            <Link
              to="/requests"
              search={{ key: idempotencyKey }}
              className="rounded font-mono text-sm text-accent hover:underline"
            >
              {idempotencyKey}
            </Link>
          </Fact>
        )}
        {isReplayed && <Fact name="Replayed">It is the response of an earlier request with this key.</Fact>}
        <Fact name="X-Request-Id">
          <Copyable text={requestId} label="request id" />
        </Fact>
      </dl>
    </Card>
  )
}

function Body({ title, value }: { title: string; value: unknown }) {
  return (
    <Card title={title}>
      <Verbatim label={title} text={JSON.stringify(value, null, 2)} className="max-h-[32rem]" />
    </Card>
  )
}

/** The call as text. Redacted values are shown as `[redacted]`. */
function Calls({ request }: { request: ApiRequestWithBodies }) {
  const curl = asCurl(request, window.location.origin)
  const typeScript = asTypeScript(request)
  return (
    <Card title="Send it again" aside={<CopyAs curl={curl} typeScript={typeScript} />}>
      <Verbatim label="The request as curl" text={curl} />
      <p className="mt-2 text-sm text-muted">
        Credentials come from the environment. Fill in what is redacted, and choose an Idempotency-Key of your own.
      </p>
    </Card>
  )
}
