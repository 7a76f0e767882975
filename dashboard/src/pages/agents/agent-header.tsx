/** Header of an agent's page: name, state, and the buttons that pause, resume and delete it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Agent } from '../../../../contract/agents/agents.ts'
import { updateAgent } from '../../api/agents.ts'
import { Button } from '../../ui/button.tsx'
import { ObjectLink } from '../../ui/linked-text.tsx'
import { Problem } from '../../ui/note.tsx'
import { AgentState } from './agent-state.tsx'
import { DeleteDialog, StopDialog } from './dialogs.tsx'

export function AgentHeader({ agent, customer }: { agent: Agent; customer: string }) {
  const [asked, setAsked] = useState<'stop' | 'delete'>()
  const client = useQueryClient()
  const resume = useMutation({
    mutationFn: () => updateAgent(agent.id, { isPaused: false }),
    onSuccess: () => client.invalidateQueries(),
  })
  const close = () => setAsked(undefined)
  return (
    <header className="flex flex-col gap-3">
      <p className="text-sm text-muted">
        <Link to="/agents" search={{}} className="rounded hover:text-ink hover:underline">
          Agents
        </Link>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <h1 className="min-w-0 text-2xl font-semibold tracking-tight break-words">{agent.name}</h1>
            <AgentState of={agent} />
          </div>
          <p className="mt-1 text-muted">
            acts for{' '}
            <ObjectLink id={agent.customerId} className="underline decoration-edge underline-offset-2">
              {customer}
            </ObjectLink>
          </p>
        </div>
        <div data-needs="MANAGE" className="flex flex-wrap gap-3 max-sm:w-full">
          {agent.isPaused ? (
            <Button
              look="primary"
              disabled={resume.isPending}
              onClick={() => resume.mutate()}
              className="max-sm:flex-1"
            >
              {resume.isPending ? 'Resuming …' : 'Resume'}
            </Button>
          ) : (
            <Button look="danger" onClick={() => setAsked('stop')} className="max-sm:flex-1">
              Stop now
            </Button>
          )}
          <Button look="dangerQuiet" onClick={() => setAsked('delete')} className="max-sm:flex-1">
            Delete
          </Button>
        </div>
      </div>
      <Problem error={resume.error} />
      {agent.isPaused && (
        <p role="status" className="rounded-xl bg-bad-soft px-4 py-3 text-bad">
          {agent.name} is paused: it may read, and everything else that it asks for is refused.
        </p>
      )}
      {asked === 'stop' && <StopDialog agent={agent} onClose={close} />}
      {asked === 'delete' && <DeleteDialog agent={agent} onClose={close} />}
    </header>
  )
}
