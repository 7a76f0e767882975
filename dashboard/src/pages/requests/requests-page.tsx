/** Page of requests to the API, with their responses. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ApiRequest } from '../../../../contract/platform/api-requests.ts'
import { endOfDay, startOfDay } from '../../format/time.ts'
import { buttonClass } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { requestsQuery, tokensQuery } from './queries.ts'
import { OUTCOME_WORDS, StatusMark } from './status-mark.tsx'

const PAGE = 25
const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']

export function RequestsPage() {
  const { cursor, ...search } = useSearch({ from: '/requests' })
  const filter = {
    operation: search.operation?.trim(),
    method: search.method,
    outcome: search.outcome,
    errorCode: search.error?.trim().toUpperCase(),
    idempotencyKey: search.key?.trim(),
    requestId: search.request?.trim(),
    tokenId: search.token,
    createdAfter: search.from && startOfDay(search.from),
    createdBefore: search.to && endOfDay(search.to),
  }
  const { data, error, isPlaceholderData } = useQuery(requestsQuery({ ...filter, cursor, limit: PAGE }))
  const isFiltered = Object.keys(search).length > 0
  return (
    <div className="flex flex-col gap-5">
      <title>Requests · Causeway</title>
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">Requests</h1>
        <p className="mt-1 text-muted">
          What programs, agents and people sent to the API. Secrets and personal data are redacted.
        </p>
      </header>
      <Filters />
      <Problem error={error} />
      <div
        className={`rounded-2xl border border-line bg-surface px-5 py-2 shadow-card transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {data ? data.data.length > 0 && <RequestTable requests={data.data} /> : !error && <Waiting lines={8} />}
        {data?.data.length === 0 && <NoRequests isFiltered={isFiltered} />}
      </div>
      {(cursor || data?.hasMore) && (
        <nav aria-label="Pages" className="flex justify-between">
          {cursor ? (
            <Link to="/requests" search={search} className={buttonClass()}>
              Newest
            </Link>
          ) : (
            <span />
          )}
          {data?.hasMore && (
            <Link to="/requests" search={{ ...search, cursor: data.nextCursor }} className={buttonClass()}>
              Older
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}

function NoRequests({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Empty
      title={isFiltered ? 'No matching request' : 'No requests yet'}
      action={
        isFiltered ? (
          <Link to="/requests" search={{}} className={buttonClass()}>
            All requests
          </Link>
        ) : (
          <a href="/docs/first-payment" className={buttonClass({ look: 'primary' })}>
            Send the first one
          </a>
        )
      }
    >
      {isFiltered
        ? 'It may be older than the request log, or of a kind that is not recorded: a request without valid credentials, or a successful read of this dashboard.'
        : 'Each request with a token of this platform is shown here. In production, only those that were refused, unless all are recorded.'}
    </Empty>
  )
}

function Filters() {
  const { cursor: _, ...shown } = useSearch({ from: '/requests' })
  const navigate = useNavigate({ from: '/requests' })
  const set = (changes: Partial<typeof shown>) =>
    navigate({ search: { ...shown, ...changes }, replace: true, resetScroll: false })
  const tokens = useQuery(tokensQuery)
  const text = (label: string, name: keyof typeof shown, placeholder: string) => (
    <TextField
      label={label}
      type="search"
      isCode
      placeholder={placeholder}
      value={shown[name] ?? ''}
      onChange={(value) => set({ [name]: value || undefined })}
    />
  )
  return (
    <search className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      <SelectField
        label="Outcome"
        value={shown.outcome ?? ''}
        onChange={(outcome) => set({ outcome: outcome || undefined })}
      >
        <option value="">All</option>
        {Object.entries(OUTCOME_WORDS).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Method"
        value={shown.method ?? ''}
        onChange={(method) => set({ method: method || undefined })}
      >
        <option value="">All</option>
        {METHODS.map((method) => (
          <option key={method}>{method}</option>
        ))}
      </SelectField>
      <SelectField label="Token" value={shown.token ?? ''} onChange={(token) => set({ token: token || undefined })}>
        <option value="">All</option>
        {tokens.data?.data.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {text('Operation', 'operation', 'createQuote')}
      {text('Error code', 'error', 'INVALID_INPUT')}
      {text('Idempotency-Key', 'key', 'invoice-4711')}
      {text('Request id', 'request', 'X-Request-Id')}
      <TextField
        label="From"
        type="date"
        value={shown.from ?? ''}
        onChange={(from) => set({ from: from || undefined })}
      />
      <TextField label="To" type="date" value={shown.to ?? ''} onChange={(to) => set({ to: to || undefined })} />
    </search>
  )
}

function RequestTable({ requests }: { requests: readonly ApiRequest[] }) {
  const columns = [
    { title: 'Request' },
    { title: 'Caller', from: 'lg' },
    { title: 'Status' },
    { title: 'Duration', isRight: true, from: 'md' },
    { title: 'Time', isRight: true, from: 'sm' },
  ] as const
  return (
    <Table columns={columns}>
      {requests.map((request) => (
        <tr key={request.id}>
          <Cell>
            <Link
              to="/requests/$id"
              params={{ id: request.id }}
              className="rounded font-mono text-[0.8rem] text-accent [overflow-wrap:anywhere] hover:underline"
            >
              {request.method} {request.path}
            </Link>
            <span className="block text-sm text-muted">
              {request.operation}
              {request.isReplayed && ' · replayed'}
            </span>
          </Cell>
          <Cell from="lg" className="text-sm text-muted">
            {callerOf(request)}
          </Cell>
          <Cell>
            <StatusMark of={request} />
            {request.errorCode && (
              <span className="mt-1 block font-mono text-[0.72rem] text-muted [overflow-wrap:anywhere]">
                {request.errorCode}
              </span>
            )}
          </Cell>
          <Cell isRight from="md" className="money text-sm whitespace-nowrap text-muted">
            {request.durationMs} ms
          </Cell>
          <Cell isRight from="sm" className="text-sm whitespace-nowrap text-muted">
            <Ago moment={request.createdAt} />
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

export const callerOf = ({ callerName, agentId, tokenId }: ApiRequest): string =>
  callerName ?? (agentId ? 'Agent' : tokenId ? 'Token' : 'Device code')
