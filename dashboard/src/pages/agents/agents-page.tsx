/** Page of agents, with state, usage and pending approvals. */
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Agent } from '../../../../contract/agents/agents.ts'
import { agentsQuery, PAGE_MAX, waitingQuery } from '../../api/agents.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { AgentState } from './agent-state.tsx'
import { StopDialog } from './dialogs.tsx'
import { Gauges } from './gauges.tsx'
import { OwnerName } from './names.tsx'

const PAGE = 12

export function AgentsPage() {
  const { cursor } = useSearch({ from: '/agents' })
  const { data, error } = useQuery(agentsQuery({ cursor, limit: PAGE }))
  const [stopped, setStopped] = useState<Agent>()
  return (
    <div className="flex flex-col gap-5">
      <title>Agents · Causeway</title>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">Agents</h1>
          <p className="text-muted">Programs that act for a customer under your policy.</p>
        </div>
        <CreateLink />
      </div>
      <Problem error={error} />
      {!data && !error && <Waiting lines={8} />}
      {data?.data.length === 0 && (
        <div className="rounded-2xl border border-line bg-surface shadow-card">
          <Empty title="No agent yet" action={<CreateLink />}>
            Create one for a customer and set its policy. Then connect a program with a device code, or as a tool of a
            language model over MCP.
          </Empty>
        </div>
      )}
      {data && data.data.length > 0 && (
        <ul className="grid grid-cols-1 gap-5 md:grid-cols-2">
          {data.data.map((agent) => (
            <li key={agent.id} className="min-w-0">
              <AgentCard agent={agent} onStop={() => setStopped(agent)} />
            </li>
          ))}
        </ul>
      )}
      {(cursor || data?.hasMore) && (
        <nav aria-label="Pages" className="flex justify-between">
          {cursor ? (
            <Link to="/agents" search={{}} className={buttonClass()}>
              Newest
            </Link>
          ) : (
            <span />
          )}
          {data?.hasMore && (
            <Link to="/agents" search={{ cursor: data.nextCursor }} className={buttonClass()}>
              Older
            </Link>
          )}
        </nav>
      )}
      {stopped && <StopDialog agent={stopped} onClose={() => setStopped(undefined)} />}
    </div>
  )
}

function CreateLink() {
  return (
    <Link to="/agents/new" className={`${buttonClass({ look: 'primary' })} max-sm:w-full`}>
      Create an agent
    </Link>
  )
}

function AgentCard({ agent, onStop }: { agent: Agent; onStop: () => void }) {
  const { data } = useQuery(waitingQuery(PAGE_MAX))
  const waiting = data?.data.filter(({ agentId }) => agentId === agent.id) ?? []
  return (
    <article
      aria-label={agent.name}
      className="flex h-full flex-col gap-4 rounded-2xl border border-line bg-surface p-5 shadow-card"
    >
      <header className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="truncate text-lg font-semibold">
            <Link to="/agents/$id" params={{ id: agent.id }} className="rounded hover:underline">
              {agent.name}
            </Link>
          </h2>
          <p className="truncate text-muted">
            for <OwnerName id={agent.customerId} />
          </p>
        </div>
        <AgentState of={agent} />
      </header>
      <Gauges agent={agent} />
      <footer className="mt-auto flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3">
        {waiting.length > 0 ? (
          <Link
            to="/agents/approvals"
            search={{ action: waiting[0]?.id }}
            className={buttonClass({ look: 'quiet', size: 'small' })}
          >
            {waiting.length === 1 ? '1 action waits for you' : `${waiting.length} actions wait for you`}
          </Link>
        ) : (
          <span className="text-sm text-muted">Nothing pending.</span>
        )}
        {!agent.isPaused && (
          <Button
            data-needs="MANAGE"
            size="small"
            look="dangerQuiet"
            aria-label={`Stop ${agent.name}`}
            onClick={onStop}
          >
            Stop
          </Button>
        )}
      </footer>
    </article>
  )
}
