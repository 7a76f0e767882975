/** Page of the audit log: every decision about and by agents, refusals included. */

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { agentsQuery, auditQuery, PAGE_MAX } from '../../api/agents.ts'
import { endOfDay, startOfDay } from '../../format/time.ts'
import { shownTotal } from '../../format/total.ts'
import { buttonClass } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { useAgentName } from '../agents/names.tsx'
import { AuditList } from './audit-list.tsx'
import { VerifyCard } from './verify-card.tsx'

const PAGE = 25
const DECISIONS = { ALLOW: 'Allowed', ASK: 'Asked', DENY: 'Denied' } as const

export function AuditPage() {
  const { agent, decision, from, to, cursor } = useSearch({ from: '/audit' })
  const filter = { agentId: agent, decision, startDate: from && startOfDay(from), endDate: to && endOfDay(to) }
  const { data, error, isPlaceholderData } = useQuery(auditQuery({ ...filter, cursor, limit: PAGE }))
  return (
    <div className="flex flex-col gap-5">
      <title>Audit log · Causeway</title>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">Audit log</h1>
          <p className="text-muted">Every decision about agents and by them, refusals included.</p>
        </div>
        {data && <p className="money text-muted">{shownTotal(data)} entries</p>}
      </div>
      <VerifyCard key={agent} agentId={agent} />
      <Filters />
      <Problem error={error} />
      <div
        className={`rounded-2xl border border-line bg-surface px-5 py-2 shadow-card transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {!data && !error && <Waiting lines={10} />}
        {data && data.data.length > 0 && <AuditList entries={data.data} isOfOne={agent !== undefined} />}
        {data?.data.length === 0 && (
          <Empty
            title={agent || decision || from || to ? 'No matching entry' : 'No decisions yet'}
            action={
              <Link to="/agents" search={{}} className={buttonClass()}>
                View agents
              </Link>
            }
          >
            Each decision is recorded in the same database transaction.
          </Empty>
        )}
      </div>
      {(cursor || data?.hasMore) && (
        <nav aria-label="Pages" className="flex justify-between">
          {cursor ? (
            <Link to="/audit" search={{ agent, decision, from, to }} className={buttonClass()}>
              Newest
            </Link>
          ) : (
            <span />
          )}
          {data?.hasMore && (
            <Link to="/audit" search={{ agent, decision, from, to, cursor: data.nextCursor }} className={buttonClass()}>
              Older
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}

function Filters() {
  const { cursor: _, ...shown } = useSearch({ from: '/audit' })
  const navigate = useNavigate({ from: '/audit' })
  const { data } = useQuery(agentsQuery({ limit: PAGE_MAX }))
  const agents = data?.data ?? []
  const isListed = agents.some(({ id }) => id === shown.agent)
  const set = (changes: Partial<typeof shown>) =>
    navigate({ search: { ...shown, ...changes }, replace: true, resetScroll: false })
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
      <SelectField label="Agent" value={shown.agent ?? ''} onChange={(agent) => set({ agent: agent || undefined })}>
        <option value="">All</option>
        {agents.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {shown.agent && data && !isListed && <OtherAgent id={shown.agent} />}
      </SelectField>
      <SelectField
        label="Decision"
        value={shown.decision ?? ''}
        onChange={(decision) => set({ decision: decision || undefined })}
      >
        <option value="">All</option>
        {Object.entries(DECISIONS).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </SelectField>
      <TextField
        label="From"
        type="date"
        value={shown.from ?? ''}
        onChange={(from) => set({ from: from || undefined })}
      />
      <TextField label="To" type="date" value={shown.to ?? ''} onChange={(to) => set({ to: to || undefined })} />
    </div>
  )
}

/** An agent that is deleted, or older than those listed. */
function OtherAgent({ id }: { id: string }) {
  return <option value={id}>{useAgentName(id).name}</option>
}
