/** Page of pending approvals, oldest first, decided by mouse or keyboard. */

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { AgentAction } from '../../../../../contract/agents/agent-actions.ts'
import { PAGE_MAX, waitingQuery } from '../../../api/agents.ts'
import { partiesQuery } from '../../../api/queries.ts'
import { shownTotal } from '../../../format/total.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem, Waiting } from '../../../ui/note.tsx'
import { allAccountsOf, describeAction } from '../action-words.ts'
import { ApprovalRow } from './approval-row.tsx'
import { ApproveDialog, KeysDialog, RejectDialog } from './dialogs.tsx'
import { NoApprovals } from './no-approvals.tsx'
import { Outcome } from './outcome.tsx'
import { useShortcuts } from './shortcuts.ts'

interface Asked {
  readonly what: 'approve' | 'reject'
  readonly action: AgentAction
}

export function ApprovalsPage() {
  const { action: wanted } = useSearch({ from: '/agents/approvals' })
  const navigate = useNavigate({ from: '/agents/approvals' })
  const { data, error } = useQuery(waitingQuery(PAGE_MAX))
  const actions = data?.data ?? []
  const { data: parties = [] } = useQuery(partiesQuery(allAccountsOf(actions)))
  const [asked, setAsked] = useState<Asked>()
  const [isHelp, setHelp] = useState(false)
  const [decided, setDecided] = useState<AgentAction>()
  const list = useRef<HTMLOListElement>(null)
  const byKey = useRef(false)

  const found = actions.findIndex(({ id }) => id === wanted)
  const place = Math.max(0, found)
  const selected = actions[place]
  const select = (next: number) => {
    const action = actions[Math.min(actions.length - 1, Math.max(0, next))]
    if (!action) return
    byKey.current = true
    navigate({ search: { action: action.id }, replace: true, resetScroll: false })
  }
  const ask = (what: Asked['what']) => (selected ? () => setAsked({ what, action: selected }) : undefined)
  // The dialog keeps its action, whatever changes in the list behind it.
  useShortcuts({
    j: () => select(place + 1),
    ArrowDown: () => select(place + 1),
    k: () => select(place - 1),
    ArrowUp: () => select(place - 1),
    a: ask('approve'),
    r: ask('reject'),
    '?': () => setHelp(true),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection is the reason
  useEffect(() => {
    if (!byKey.current) return
    byKey.current = false
    list.current?.querySelector<HTMLElement>('[aria-current="true"] a[data-choice]')?.focus()
  }, [selected?.id])

  const close = () => setAsked(undefined)
  const done = (action: AgentAction) => {
    close()
    setDecided(action)
    if (wanted === action.id) navigate({ search: {}, replace: true, resetScroll: false })
  }
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-5">
      <title>{data?.totalCount ? `(${data.totalCount}) Approvals · Causeway` : 'Approvals · Causeway'}</title>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">Approvals</h1>
          <p className="text-muted">
            {data?.totalCount
              ? `${data.totalCount === 1 ? 'One pending action' : `${shownTotal(data)} pending actions`}, oldest first. No money has moved yet.`
              : 'Actions that need your approval appear here.'}
          </p>
        </div>
        <Button size="small" onClick={() => setHelp(true)} className="max-sm:hidden">
          Keys <kbd className="font-mono text-muted">?</kbd>
        </Button>
      </div>
      <Problem error={error} />
      <Outcome decided={decided} wanted={data && found < 0 ? wanted : undefined} />
      {!data && !error && <Waiting lines={6} />}
      {data?.totalCount === 0 && <NoApprovals />}
      <ol ref={list} aria-label="Pending actions" className="flex flex-col gap-4">
        {actions.map((action) => (
          <li key={action.id} aria-current={action === selected}>
            <ApprovalRow
              action={action}
              words={describeAction(action, parties)}
              isSelected={action === selected}
              onApprove={() => setAsked({ what: 'approve', action })}
              onReject={() => setAsked({ what: 'reject', action })}
            />
          </li>
        ))}
      </ol>
      {data?.hasMore && <p className="text-center text-muted">Showing the oldest {PAGE_MAX}.</p>}
      {asked?.what === 'approve' && (
        <ApproveDialog
          action={asked.action}
          words={describeAction(asked.action, parties)}
          onClose={close}
          onDone={done}
        />
      )}
      {asked?.what === 'reject' && (
        <RejectDialog
          action={asked.action}
          words={describeAction(asked.action, parties)}
          onClose={close}
          onDone={done}
        />
      )}
      {isHelp && <KeysDialog onClose={() => setHelp(false)} />}
    </div>
  )
}
