/** API reference: every operation of this server, found by name or path, with its fields, errors and a form to run it. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { API } from '../../api/client.ts'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { type ApiDocument, type DocumentedOperation, documentQuery } from './document.ts'
import { OperationDetail } from './operation-detail.tsx'

export function ReferencePage() {
  const { operation: chosen } = useParams({ strict: false })
  const { data, error } = useQuery(documentQuery)
  const operation = data?.operations.find(({ operationId }) => operationId === chosen)
  return (
    <div className="grid gap-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <title>{`${chosen ?? 'API reference'} · Causeway`}</title>
      <div className={chosen === undefined ? '' : 'max-lg:hidden'}>
        {data ? <OperationList document={data} chosen={chosen} /> : !error && <Waiting lines={12} />}
      </div>
      <div className={`min-w-0 ${chosen === undefined ? 'max-lg:order-first' : ''}`}>
        <Problem error={error} />
        {data && chosen === undefined && <Introduction />}
        {data && operation && <OperationDetail key={chosen} operation={operation} document={data} />}
        {data && chosen !== undefined && !operation && (
          <Empty title="Operation not found">The API has no operation named {chosen}.</Empty>
        )}
      </div>
    </div>
  )
}

function Introduction() {
  const base = `${window.location.origin}${API}`
  const docs = (page: string, word: string) => (
    <a href={`/docs/${page}`} className="text-accent underline decoration-accent/40">
      {word}
    </a>
  )
  return (
    <section aria-label="About the API" className="flex max-w-prose flex-col gap-3">
      <h1 className="text-2xl font-semibold tracking-tight">API reference</h1>
      <p>
        Choose an operation: its fields, errors, and a form that runs it against this sandbox. The examples contain ids
        of your own objects.
      </p>
      <p>
        Base URL: <code className="rounded bg-sunken px-1.5 py-0.5 text-sm [overflow-wrap:anywhere]">{base}</code>
      </p>
      <p>
        Programs authenticate with a token, as HTTP Basic; here your session is used. Writes take an{' '}
        <code>Idempotency-Key</code>: repeated with the same key, a request has no second effect. Amounts are integers
        in the smallest unit of their currency.
      </p>
      <p>
        See also {docs('errors', 'errors')}, {docs('events', 'events and webhooks')}, {docs('concepts', 'concepts')},
        and the document itself,{' '}
        <a href="/openapi.json" className="text-accent underline decoration-accent/40">
          openapi.json
        </a>
        .
      </p>
    </section>
  )
}

const isMatch = ({ operationId, path, summary }: DocumentedOperation, search: string): boolean =>
  [operationId, path, summary].some((text) => text.toLowerCase().includes(search.toLowerCase()))

function OperationList({ document, chosen }: { document: ApiDocument; chosen: string | undefined }) {
  const { q = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const found = document.operations.filter((operation) => isMatch(operation, q))
  const set = (text: string) => navigate({ to: '.', search: text === '' ? {} : { q: text }, replace: true })
  return (
    <nav
      aria-label="Operations"
      className="flex flex-col gap-4 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto lg:pr-2"
    >
      <SearchField label="Find an operation" placeholder="Name or path" value={q} onChange={set} />
      {found.length === 0 && <p className="text-muted">No operation matches “{q}”.</p>}
      {document.tags.map(({ name, description }) => {
        const operations = found.filter(({ tags }) => tags[0] === name)
        if (operations.length === 0) return null
        return (
          <section key={name} aria-label={name}>
            <h2 className="font-semibold" title={description}>
              {name}
            </h2>
            <ul className="mt-1 flex flex-col">
              {operations.map((operation) => (
                <OperationLink
                  key={operation.operationId}
                  operation={operation}
                  isChosen={operation.operationId === chosen}
                  q={q}
                />
              ))}
            </ul>
          </section>
        )
      })}
    </nav>
  )
}

interface OperationLinkProps {
  readonly operation: DocumentedOperation
  readonly isChosen: boolean
  readonly q: string
}

function OperationLink({ operation: { operationId, method, summary }, isChosen, q }: OperationLinkProps) {
  return (
    <li>
      <Link
        to="/reference/$operation"
        params={{ operation: operationId }}
        search={q === '' ? {} : { q }}
        aria-current={isChosen ? 'page' : undefined}
        className="flex items-baseline gap-2 rounded-lg px-2 py-1.5 text-sm hover:bg-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium"
      >
        <span className="w-12 shrink-0 font-mono text-xs text-muted">{method}</span>
        <span className="min-w-0">{summary}</span>
      </Link>
    </li>
  )
}
