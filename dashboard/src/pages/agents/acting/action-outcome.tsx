/** Outcome of an agent's action, as the agent reads it: executed, pending until a person decides, or refused. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AgentAction } from '../../../../../contract/agents/agent-actions.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { ActionStatus } from '../action-list.tsx'
import { RuleName } from '../decision.tsx'
import type { Acting } from './acting.ts'

const WORDS: Readonly<Record<AgentAction['status'], string>> = {
  APPROVED: 'The payment has begun.',
  PENDING_APPROVAL: 'No money has moved: the policy requires the approval of a person.',
  REJECTED: 'A person has rejected it. No money has moved.',
  FAILED: 'It was approved, but could not be executed.',
}

export function ActionOutcome({ acting, action }: { acting: Acting; action: AgentAction }) {
  // Read by the agent, as a program that waits for the decision.
  const { data: current = action } = useQuery({
    queryKey: ['acting-action', action.id],
    queryFn: () => acting.api('agentGetAction', { params: { actionId: action.id } }),
  })
  const { status, approvalRule, transaction, rejectionReason, failureReason } = current
  const why = rejectionReason ?? failureReason
  return (
    <section
      aria-label="Outcome"
      className="flex animate-arrive flex-col items-start gap-2 rounded-xl bg-sunken px-4 py-3"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ActionStatus of={current} />
        {approvalRule && <RuleName of={approvalRule} />}
      </p>
      <p>
        {WORDS[status]}
        {why && ` ${why}.`}
      </p>
      {status === 'PENDING_APPROVAL' && (
        <Link to="/agents/approvals" search={{ action: action.id }} className={buttonClass({ size: 'small' })}>
          Decide it in Approvals
        </Link>
      )}
      {transaction && (
        <Link to="/payments/$id" params={{ id: transaction.id }} className="rounded text-accent underline">
          View payment
        </Link>
      )}
    </section>
  )
}
