/**
 * Page of tasks: entries of all platforms that wait for an operator, by queue, and requests that wait for a second
 * operator.
 */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QUEUES, type QueueEntry, type QueueName } from '../../../../contract/operators/queues.ts'
import { useMay } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ObjectLink } from '../../ui/linked-text.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { RequestList } from './request-list.tsx'
import { tasksQuery } from './requests.ts'
import { ResolveDialog } from './resolve-dialog.tsx'

export function TasksPage() {
  const { data, error } = useQuery(tasksQuery)
  const [resolved, setResolved] = useState<QueueEntry>()
  const waiting = new Set(data?.requests.filter(({ status }) => status === 'WAITING').map(({ target }) => target))
  const queues = (Object.keys(QUEUES) as QueueName[]).flatMap((name) => {
    const entries = data?.entries.filter(({ queue }) => queue === name) ?? []
    return entries.length > 0 ? [{ name, entries }] : []
  })
  return (
    <div className="flex flex-col gap-6">
      <title>Tasks · Causeway</title>
      <h1 className="text-2xl font-semibold tracking-tight">Tasks</h1>
      <Problem error={error} />
      {!data && !error && <Waiting lines={4} />}
      {data?.entries.length === 0 && (
        <Card title="Open tasks">
          <Empty title="No open tasks">
            Money in suspense, payouts that are held or have no outcome, card exceptions, bank statements, verifications
            and jobs that were given up appear here.
          </Empty>
        </Card>
      )}
      {queues.map(({ name, entries }) => (
        <Card key={name} title={QUEUES[name]}>
          <ul className="divide-y divide-line">
            {entries.map((entry) => (
              <EntryLine
                key={entry.id}
                entry={entry}
                isRequested={waiting.has(entry.id)}
                onResolve={() => setResolved(entry)}
              />
            ))}
          </ul>
        </Card>
      ))}
      <RequestList requests={data?.requests ?? []} />
      {resolved && <ResolveDialog task={resolved} onClose={() => setResolved(undefined)} />}
    </div>
  )
}

interface EntryLineProps {
  readonly entry: QueueEntry
  readonly isRequested: boolean
  readonly onResolve: () => void
}

function EntryLine({ entry, isRequested, onResolve }: EntryLineProps) {
  const { id, platform, reason, facts, subjects, since, advice } = entry
  const mayRequest = useMay('requestTasks')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-80">
        <p>{reason}</p>
        {facts.length > 0 && <p className="text-sm">{facts.join(' · ')}</p>}
        <p className="text-sm text-muted">
          {platform ?? 'Installation'} · <Ago moment={since} /> · {advice}
        </p>
        <p className="flex flex-wrap gap-x-4 font-mono text-xs text-muted">
          {subjects.length === 0
            ? id
            : subjects.map((subject) => (
                <ObjectLink key={subject} id={subject} className="break-all hover:text-accent hover:underline">
                  {subject}
                </ObjectLink>
              ))}
        </p>
      </div>
      {isRequested && <span className="text-sm text-wait">A request waits</span>}
      {!isRequested && mayRequest && (
        <Button size="small" onClick={onResolve} aria-label={`Resolve ${id}`}>
          Resolve …
        </Button>
      )}
    </li>
  )
}
