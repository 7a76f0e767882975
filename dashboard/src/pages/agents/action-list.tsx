/** Latest actions of an agent, with their outcomes. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AgentAction } from '../../../../contract/agents/agent-actions.ts'
import { partiesQuery } from '../../api/queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Money } from '../../ui/money.tsx'
import { type ActionWords, allAccountsOf, describeAction, statusOf } from './action-words.ts'

const LOOKS: Readonly<Record<AgentAction['status'], string>> = {
  PENDING_APPROVAL: 'bg-wait-soft text-wait',
  APPROVED: 'bg-done-soft text-done',
  REJECTED: 'bg-bad-soft text-bad',
  FAILED: 'bg-bad-soft text-bad',
}

export function ActionStatus({ of: action }: { of: AgentAction }) {
  return (
    <span
      key={action.status}
      className={`inline-flex shrink-0 animate-arrive items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium ${LOOKS[action.status]}`}
    >
      <span className="size-1.5 rounded-full bg-current" />
      {statusOf(action)}
    </span>
  )
}

export function ActionList({ actions }: { actions: readonly AgentAction[] }) {
  const { data: parties = [] } = useQuery(partiesQuery(allAccountsOf(actions)))
  return (
    <ul className="-mx-3 flex flex-col">
      {actions.map((action) => (
        <li key={action.id} className="border-b border-line last:border-0">
          <ActionLine action={action} words={describeAction(action, parties)} />
        </li>
      ))}
    </ul>
  )
}

const LINE = 'grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 rounded-lg px-3 py-3 hover:bg-sunken'

function ActionLine({ action, words }: { action: AgentAction; words: ActionWords }) {
  const { status, transaction, rejectionReason, failureReason } = action
  const why = rejectionReason ?? failureReason
  const content = (
    <>
      <span className="flex min-w-0 items-center gap-2 font-medium">
        <span className="truncate">{words.from}</span>
        <Icon name="arrow" size="size-3.5" className="text-muted" />
        <span className="sr-only">to</span>
        <span className="truncate">{words.to}</span>
      </span>
      {words.takes ? <Money of={words.takes} className="text-right font-semibold" /> : <span />}
      <span className="truncate text-sm text-muted">
        <Ago moment={action.createdAt} />
        {why && ` · ${why}`}
      </span>
      <span className="text-right">
        <ActionStatus of={action} />
      </span>
    </>
  )
  if (status === 'PENDING_APPROVAL')
    return (
      <Link to="/agents/approvals" search={{ action: action.id }} className={LINE}>
        {content}
      </Link>
    )
  if (!transaction) return <div className={LINE}>{content}</div>
  return (
    <Link to="/payments/$id" params={{ id: transaction.id }} className={LINE}>
      {content}
    </Link>
  )
}
