/** Tasks: what waits for a person on all platforms, and the requests to resolve it that wait for a second one. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TaskView } from '../../../../contract/operators/requests.ts'
import { useMay } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { RequestList } from './request-list.tsx'
import { tasksQuery } from './requests.ts'
import { ResolveDialog } from './resolve-dialog.tsx'

export function TasksPage() {
  const { data, error } = useQuery(tasksQuery)
  const [resolved, setResolved] = useState<TaskView>()
  const waiting = new Set(data?.requests.filter(({ status }) => status === 'WAITING').map(({ target }) => target))
  return (
    <div className="flex flex-col gap-6">
      <title>Tasks · Causeway</title>
      <h1 className="text-2xl font-semibold tracking-tight">Tasks</h1>
      <Problem error={error} />
      <Card title="Open tasks">
        {!data && !error && <Waiting lines={4} />}
        {data?.tasks.length === 0 && (
          <Empty title="No open tasks">Money in suspense and jobs that were given up appear here.</Empty>
        )}
        <ul className="divide-y divide-line">
          {data?.tasks.map((task) => (
            <TaskLine
              key={task.id}
              task={task}
              isRequested={waiting.has(task.id)}
              onResolve={() => setResolved(task)}
            />
          ))}
        </ul>
      </Card>
      <RequestList requests={data?.requests ?? []} />
      {resolved && <ResolveDialog task={resolved} onClose={() => setResolved(undefined)} />}
    </div>
  )
}

interface TaskLineProps {
  readonly task: TaskView
  readonly isRequested: boolean
  readonly onResolve: () => void
}

function TaskLine({ task: { id, platform, reason, since, advice }, isRequested, onResolve }: TaskLineProps) {
  const mayRequest = useMay('requestTasks')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-80">
        <p>{reason}</p>
        <p className="text-sm text-muted">
          {platform} · <Ago moment={since} /> · {advice}
        </p>
        <p className="truncate font-mono text-xs text-muted">{id}</p>
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
