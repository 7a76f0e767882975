/** Log of the API calls behind a page, each as a curl command or as TypeScript, with its reply. */
import { useState } from 'react'
import { curlCommand, typeScriptCall } from '../../api/call-text.ts'
import type { RecordedCall, RecordedCalls } from '../../api/recorded-calls.ts'
import { useStore } from '../../api/store.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useCopy } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Verbatim } from '../../ui/verbatim.tsx'

export function CallLog({ calls: record }: { calls: RecordedCalls }) {
  const calls = useStore(record)
  const acts = calls.filter(({ method }) => method !== 'GET')
  const reads = calls.filter(({ method }) => method === 'GET')
  const [chosen, setChosen] = useState<number>()
  return (
    <Card title="Calls" className="lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto">
      {acts.length === 0 && (
        <p className="py-2 text-muted">No calls yet. Your actions appear here with request and reply.</p>
      )}
      <CallList calls={acts} openId={chosen ?? acts[0]?.id} onOpen={setChosen} label="Calls, newest first" />
      {reads.length > 0 && (
        <details className="mt-4">
          <summary className="text-accent">Background reads ({reads.length})</summary>
          <CallList calls={reads} openId={chosen} onOpen={setChosen} label="Background reads" />
        </details>
      )}
    </Card>
  )
}

interface CallListProps {
  readonly calls: readonly RecordedCall[]
  readonly openId: number | undefined
  /** Undefined: the newest one, whichever that is. */
  readonly onOpen: (id: number | undefined) => void
  readonly label: string
}

const CLOSED = 0

function CallList({ calls, openId, onOpen, label }: CallListProps) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {calls.map((call) => {
        const isOpen = call.id === openId
        return (
          <li key={call.id} className="border-b border-line last:border-0">
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => onOpen(isOpen ? CLOSED : call.id)}
              className="flex w-full items-center gap-3 rounded-lg py-2.5 text-left hover:bg-sunken"
            >
              <StatusMark status={call.status} />
              <span className="min-w-0 flex-1 truncate font-mono text-[0.8rem]" title={`${call.method} ${call.path}`}>
                <span className="font-semibold">{call.method}</span> {shorten(call.path)}
              </span>
              {call.headers?.['service-wallet-signature'] && (
                <span className="shrink-0 rounded-full bg-accent-soft px-2 py-0.5 text-xs text-accent">signed</span>
              )}
            </button>
            {isOpen && <Exchange call={call} />}
          </li>
        )
      })}
    </ol>
  )
}

/** Shortens ids to their end, which distinguishes them: `/auth/sessions/…4f1c`. */
const shorten = (path: string): string => path.replace(/[A-Z]\w+(?::|%3A)[0-9a-f-]{32}([0-9a-f]{4})/g, '…$1')

function StatusMark({ status }: { status: number | undefined }) {
  if (status === undefined)
    return (
      <span role="status" aria-label="In progress" className="mx-3.5 size-2 animate-breathe rounded-full bg-going" />
    )
  const look = status === 0 || status >= 400 ? 'bg-bad-soft text-bad' : 'bg-done-soft text-done'
  return (
    <span
      className={`money shrink-0 rounded-md px-1.5 py-0.5 text-xs font-semibold ${status === 202 ? 'bg-wait-soft text-wait' : look}`}
    >
      {status === 0 ? 'none' : status}
    </span>
  )
}

type Form = 'curl' | 'TypeScript'

function Exchange({ call }: { call: RecordedCall }) {
  const [form, setForm] = useState<Form>('curl')
  const text = form === 'curl' ? curlCommand(call, window.location.origin) : typeScriptCall(call)
  const { copied, copy } = useCopy(text)
  const reply = call.reply === undefined ? 'No body' : JSON.stringify(call.reply, null, 2)
  return (
    <div className="flex animate-arrive flex-col gap-2 pb-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 className="sr-only">Request</h3>
        <fieldset className="flex gap-1.5">
          <legend className="sr-only">Shown as</legend>
          {(['curl', 'TypeScript'] as const).map((word) => (
            <button
              key={word}
              type="button"
              aria-pressed={word === form}
              onClick={() => setForm(word)}
              className="rounded-full border border-line px-2.5 py-0.5 text-sm text-muted hover:bg-sunken aria-pressed:border-transparent aria-pressed:bg-ink aria-pressed:text-paper"
            >
              {word}
            </button>
          ))}
        </fieldset>
        <Button look="quiet" size="small" onClick={copy}>
          <Icon name={copied ? 'check' : 'copy'} size="size-3.5" />
          <span role="status">{copied ? 'Copied' : `Copy as ${form}`}</span>
        </Button>
      </div>
      <Verbatim text={text} label="Request" />
      <h3 className="text-sm font-medium text-muted">Reply</h3>
      <Verbatim text={call.status === undefined ? 'Waiting …' : reply} label="Reply" />
    </div>
  )
}
