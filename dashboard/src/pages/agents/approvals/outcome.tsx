/** Outcome of an action that was just decided, or that a link names and that is no longer pending. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AgentAction } from '../../../../../contract/agents/agent-actions.ts'
import { AGENT_RULES, type AgentRule } from '../../../../../contract/agents/agent-policies.ts'
import { actionQuery } from '../../../api/agents.ts'
import { partiesQuery } from '../../../api/queries.ts'
import { accountsOf, describeAction, headlineOf, statusOf } from '../action-words.ts'

interface OutcomeProps {
  readonly decided: AgentAction | undefined
  /** Id of an action that a link names and that is not pending. */
  readonly wanted: string | undefined
}

export function Outcome({ decided, wanted }: OutcomeProps) {
  const { data, error } = useQuery(actionQuery(wanted))
  if (wanted && error)
    return <p className="rounded-xl bg-sunken px-4 py-3 text-muted">The linked action was not found.</p>
  const action = wanted ? data : decided
  return (
    <div aria-live="polite" className="empty:-mb-5">
      {action && action.status !== 'PENDING_APPROVAL' && <OutcomeText action={action} />}
    </div>
  )
}

const LOOKS: Readonly<Record<string, string>> = {
  APPROVED: 'bg-done-soft text-done',
  FAILED: 'bg-bad-soft text-bad',
  REJECTED: 'bg-sunken text-ink',
}

function OutcomeText({ action }: { action: AgentAction }) {
  const { data: parties = [] } = useQuery(partiesQuery(accountsOf(action)))
  const words = describeAction(action, parties)
  const { status, transaction, failureReason, rejectionReason } = action
  return (
    <p className={`flex animate-arrive flex-wrap items-baseline gap-x-3 gap-y-1 rounded-xl px-4 py-3 ${LOOKS[status]}`}>
      <span>
        {statusOf(action)}: {headlineOf(words)}
        {failureReason && ` · ${reasonText(failureReason)}`}
        {rejectionReason && ` · ${rejectionReason}`}
      </span>
      {transaction && (
        <Link to="/payments/$id" params={{ id: transaction.id }} className="rounded font-medium underline">
          View payment
        </Link>
      )}
    </p>
  )
}

const reasonText = (code: string): string =>
  code in AGENT_RULES ? `${AGENT_RULES[code as AgentRule]}; no money moved.` : `${code}; no money moved.`
