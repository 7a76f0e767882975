/** Form that runs an operation against this server, or shows it as a command and as a call of the client. */
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Reply } from '../../../../client/send.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FileField } from '../../ui/fields/file-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Problem, Waiting } from '../../ui/note.tsx'
import { Verbatim } from '../../ui/verbatim.tsx'
import { inputFrom, send } from './call.ts'
import { CopyCall } from './copy-call.tsx'
import {
  type ApiDocument,
  bodyOf,
  type DocumentedOperation,
  isForAgents,
  listParameters,
  type Parameter,
} from './document.ts'
import { exampleObjectsQuery, newestQuery, withOwnIds } from './example-objects.ts'

interface RunFormProps {
  readonly operation: DocumentedOperation
  readonly document: ApiDocument
}

/** Rendered when the ids that it shows are known. */
export function RunForm({ operation, document }: RunFormProps) {
  const parameters = listParameters(operation, document).filter(({ in: place }) => place !== 'header')
  const body = bodyOf(operation)
  const objects = useQuery({ ...exampleObjectsQuery, enabled: body?.example !== undefined })
  // Nothing is proposed for deletion.
  const kinds = operation.method === 'DELETE' ? [] : parameters.map(kindOf)
  const newest = useQueries({ queries: kinds.map((kind) => newestQuery(kind ?? '')) })
  const isWaiting = (body?.example && objects.isPending) || newest.some((query) => query.isPending)
  if (operation['x-status'] === 'not-built') return null
  if (isWaiting) return <Waiting lines={4} />
  const ids = Object.fromEntries(parameters.map(({ name }, place) => [name, newest[place]?.data ?? '']))
  const text = body?.example ? withOwnIds(body.example, objects.data ?? {}) : ''
  return <Form operation={operation} parameters={parameters} ids={ids} text={text} isForm={body?.isForm ?? false} />
}

/** The kind of object that a parameter names. */
const kindOf = ({ in: place, schema }: Parameter): string | undefined =>
  place === 'path' ? /^\^(\w+):/.exec(schema.pattern ?? '')?.[1] : undefined

interface FormProps {
  readonly operation: DocumentedOperation
  readonly parameters: readonly Parameter[]
  /** Values that are proposed for parameters. */
  readonly ids: Readonly<Record<string, string>>
  /** Example of the body, as JSON; empty: it takes none, or may be left out. */
  readonly text: string
  readonly isForm: boolean
}

function Form({ operation, parameters, ids, text, isForm }: FormProps) {
  const { operationId, method } = operation
  const [values, setValues] = useState(ids)
  const [body, setBody] = useState(text)
  const [file, setFile] = useState<File>()
  const typed = { parameters, values, body, file, isForm }
  const client = useQueryClient()
  const run = useMutation({
    mutationFn: () => send(operationId, inputFrom(typed)),
    onSettled: () => client.invalidateQueries(),
  })
  const needed = parameters.filter(({ required }) => required)
  const optional = parameters.filter(({ required }) => !required)
  const field = ({ name }: Parameter) => (
    <TextField
      key={name}
      label={name}
      isCode
      value={values[name] ?? ''}
      onChange={(value) => setValues({ ...values, [name]: value })}
    />
  )
  const isComplete = needed.every(({ name }) => values[name] !== '')
  return (
    <Card title="Try it" aside={<CopyCall operation={operation} input={() => inputFrom(typed)} />}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          run.mutate()
        }}
      >
        {needed.map(field)}
        {optional.length > 0 && (
          <details>
            <summary className="w-fit rounded text-sm text-accent">Optional parameters</summary>
            <div className="mt-2 grid gap-3 sm:grid-cols-2">{optional.map(field)}</div>
          </details>
        )}
        {text !== '' && (
          <label className="flex flex-col gap-1.5 font-medium">
            {isForm ? 'Texts of the form' : 'Request body'}
            <textarea
              value={body}
              onChange={({ target }) => setBody(target.value)}
              rows={Math.min(18, body.split('\n').length)}
              spellCheck={false}
              className="rounded-lg border border-edge bg-surface px-3.5 py-2 font-mono text-[0.8rem] font-normal"
            />
          </label>
        )}
        {isForm && <FileField label="file" accept="*/*" onChange={setFile} />}
        {isForAgents(operation) ? (
          <p className="text-sm text-muted">
            An agent calls this with its access token. Copy the command, or connect an agent on{' '}
            <Link to="/agents" search={{}} className="text-accent underline decoration-accent/40">
              its page
            </Link>
            .
          </p>
        ) : (
          <Button
            type="submit"
            look="primary"
            className="w-fit"
            data-needs={method === 'GET' ? undefined : operation['x-permission']}
            disabled={run.isPending || !isComplete || (isForm && !file)}
          >
            Run
          </Button>
        )}
      </form>
      <Problem error={run.error} />
      {run.data && <ReplyView reply={run.data} />}
    </Card>
  )
}

function ReplyView({ reply: { status, body, text } }: { reply: Reply }) {
  const isChallenge = status === 202 && typeof body === 'object' && body !== null && 'payloadToSign' in body
  return (
    <section aria-label="Reply" className="mt-4 flex flex-col gap-2">
      <p role="status">
        <span className={`money font-semibold ${status < 400 ? 'text-done' : 'text-bad'}`}>{status}</span>{' '}
        <span className="text-sm text-muted">{text === '' ? 'no body' : ''}</span>
      </p>
      {isChallenge && (
        <p className="text-sm">
          The wallet’s holder must sign this.{' '}
          <Link to="/wallet" search={{}} className="text-accent underline decoration-accent/40">
            Open the wallet
          </Link>
        </p>
      )}
      {text !== '' && (
        <Verbatim
          label="Body of the reply"
          text={body === undefined ? text : JSON.stringify(body, null, 2)}
          className="max-h-[32rem]"
        />
      )}
    </section>
  )
}
