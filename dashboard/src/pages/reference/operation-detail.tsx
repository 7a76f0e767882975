/** One operation of the reference: what it does, its parameters, body, replies and errors. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sessionQuery } from '../../api/session.ts'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copy.tsx'
import {
  type ApiDocument,
  bodyOf,
  type DocumentedOperation,
  isForAgents,
  listParameters,
  type Parameter,
  resolved,
} from './document.ts'
import { RunForm } from './run-form.tsx'
import { Disclosure, Field, plain, SchemaFields } from './schema-fields.tsx'

interface OperationProps {
  readonly operation: DocumentedOperation
  readonly document: ApiDocument
}

export function OperationDetail({ operation, document }: OperationProps) {
  const { operationId, method, path, summary, description } = operation
  const parameters = listParameters(operation, document)
  const body = bodyOf(operation)
  const session = useQuery(sessionQuery)
  return (
    <article className="flex flex-col gap-6">
      <header>
        <Link to="/reference" search={{}} className="rounded text-sm text-accent hover:underline lg:hidden">
          All operations
        </Link>
        <h1 className="text-2xl font-semibold tracking-tight">{summary}</h1>
        <p className="mt-1 font-mono text-sm [overflow-wrap:anywhere]">
          <span className="font-semibold">{method}</span> {path}
        </p>
        {description && <p className="mt-2 max-w-prose whitespace-pre-line">{plain(description)}</p>}
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <span>{accessWords(operation)}</span>
          <Copyable text={operationId} label="name of the operation" />
        </p>
      </header>
      {/* In production a request moves real money: programs send them, not this page. */}
      {session.data?.mode === 'sandbox' && <RunForm operation={operation} document={document} />}
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          {parameters.length > 0 && <Parameters parameters={parameters} document={document} />}
          {body && (
            <Card title={body.isForm ? 'Form' : 'Body'}>
              {!body.isRequired && <p className="text-sm text-muted">May be left out.</p>}
              <SchemaFields schema={body.schema} document={document} />
            </Card>
          )}
        </div>
        <Replies operation={operation} document={document} />
      </div>
    </article>
  )
}

function accessWords(operation: DocumentedOperation): string {
  const { 'x-permission': permission, 'x-agent-permission': agents, 'x-sandbox-only': isSandbox } = operation
  const parts = [
    ...(operation['x-status'] === 'not-built' ? ['Not built yet: it answers 501.'] : []),
    ...(permission ? [`A token needs ${permission}.`] : []),
    ...(operation.security?.length === 0 ? ['No token is needed.'] : []),
    ...(isForAgents(operation) ? [`Called by agents${agents ? ` whose policy permits ${agents}` : ''}.`] : []),
    ...(isSandbox ? ['Exists in the sandbox only.'] : []),
  ]
  return parts.join(' ')
}

const PLACES = { path: 'in the path', query: 'in the query', header: 'header' } as const

function Parameters({ parameters, document }: { parameters: readonly Parameter[]; document: ApiDocument }) {
  return (
    <Card title="Parameters">
      {Object.entries(PLACES).map(([place, words]) => {
        const here = parameters.filter((parameter) => parameter.in === place)
        if (here.length === 0) return null
        return (
          <section key={place} aria-label={`Parameters ${words}`}>
            <h3 className="pt-2 text-sm font-medium text-muted">{words}</h3>
            <ul>
              {here.map(({ name, required, schema, description }) => (
                <Field
                  key={name}
                  name={name}
                  schema={description ? { ...schema, description } : schema}
                  isRequired={required}
                  document={document}
                />
              ))}
            </ul>
          </section>
        )
      })}
    </Card>
  )
}

function Replies({ operation: { responses }, document }: OperationProps) {
  const all = Object.entries(responses)
  const codesIn = (schema: unknown): string[] =>
    (schema as { allOf?: { properties?: { code?: { enum?: string[] } } }[] }).allOf?.[1]?.properties?.code?.enum ?? []
  return (
    <Card title="Replies">
      <ul className="flex flex-col">
        {all.map(([status, { description, content }]) => {
          const schema = content?.['application/json']?.schema
          const codes = Number(status) >= 400 && schema ? codesIn(schema) : []
          return (
            <li key={status} className="border-b border-line py-2.5 last:border-0">
              <p>
                <span className={`money font-semibold ${Number(status) < 400 ? 'text-done' : 'text-bad'}`}>
                  {status}
                </span>{' '}
                <span className="text-sm">{codes.length > 0 ? description.split(':')[0] : description}</span>
              </p>
              {codes.length > 0 && <ErrorLinks codes={codes} />}
              {Number(status) < 400 && schema && (
                <Disclosure summary={resolved(schema, document).name ?? 'Fields'}>
                  <SchemaFields schema={schema} document={document} />
                </Disclosure>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function ErrorLinks({ codes }: { codes: readonly string[] }) {
  return (
    <p className="mt-1 flex flex-wrap gap-1.5">
      {codes.map((code) => (
        <a
          key={code}
          href={`/docs/errors#${code.toLowerCase()}`}
          className="rounded bg-sunken px-1.5 py-0.5 font-mono text-xs text-accent hover:underline"
        >
          {code}
        </a>
      ))}
    </p>
  )
}
