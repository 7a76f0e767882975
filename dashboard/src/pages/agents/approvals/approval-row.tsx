/** Pending action: agent, payment, the limits it would use, and the two decisions. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AgentAction } from '../../../../../contract/agents/agent-actions.ts'
import { AGENT_RULES } from '../../../../../contract/agents/agent-policies.ts'
import type { Agent } from '../../../../../contract/agents/agents.ts'
import type { CurrencyAmount } from '../../../../../contract/elements.ts'
import { agentQuery } from '../../../api/agents.ts'
import { useNow } from '../../../api/now.ts'
import { amountText } from '../../../format/currency.ts'
import { formatUntil } from '../../../format/time.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Ago } from '../../../ui/moment.tsx'
import { Money } from '../../../ui/money.tsx'
import { type ActionWords, headlineOf } from '../action-words.ts'
import { RuleName } from '../decision.tsx'
import { Gauges } from '../gauges.tsx'
import { AgentLink, OwnerName } from '../names.tsx'

interface ApprovalRowProps {
  readonly action: AgentAction
  readonly words: ActionWords
  readonly isSelected: boolean
  readonly onApprove: () => void
  readonly onReject: () => void
}

export function ApprovalRow({ action, words, isSelected, onApprove, onReject }: ApprovalRowProps) {
  const { data: agent } = useQuery(agentQuery(action.agentId))
  return (
    <article
      aria-label={headlineOf(words)}
      className={`animate-arrive rounded-2xl border bg-surface p-5 shadow-card transition-shadow has-[a[data-choice]:focus-visible]:outline-2 has-[a[data-choice]:focus-visible]:outline-offset-2 has-[a[data-choice]:focus-visible]:outline-accent ${isSelected ? 'border-accent ring-1 ring-accent' : 'border-line'}`}
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
        <p>
          <AgentLink id={action.agentId} className="font-semibold" />
          <span className="text-muted">
            {' '}
            for <OwnerName id={action.customerId} />
          </span>
        </p>
        <Ago moment={action.createdAt} className="text-muted" />
      </header>
      <div className="mt-2 grid grid-cols-1 gap-x-8 gap-y-4 md:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="min-w-0">
          <Link
            to="/agents/approvals"
            search={{ action: action.id }}
            replace
            resetScroll={false}
            data-choice
            className="block outline-none"
          >
            <span className="flex flex-wrap items-baseline gap-x-3">
              {words.takes ? (
                <Money of={words.takes} className="text-2xl font-semibold" />
              ) : (
                <span className="text-2xl font-semibold">New payee</span>
              )}
              {words.gives && (
                <>
                  <Icon name="arrow" size="size-4" className="self-center text-muted" />
                  <span className="sr-only">arrives as</span>
                  <Money of={words.gives} className="text-2xl font-semibold" />
                </>
              )}
            </span>
            <span className="mt-0.5 block truncate text-lg">
              {words.takes && <span className="text-muted">to</span>} {words.to}
            </span>
          </Link>
          <p className="truncate text-sm text-muted">
            {[words.toDetail, words.takes && `from ${words.from}`].filter(Boolean).join(' · ')}
          </p>
          <Reason action={action} agent={agent} />
        </div>
        {agent && words.takes && <WouldUse agent={agent} takes={words.takes} />}
      </div>
      <footer className="mt-4 flex flex-wrap items-center gap-3 border-t border-line pt-4">
        <Button
          data-needs="MANAGE"
          look="primary"
          disabled={agent?.isPaused}
          onClick={onApprove}
          className="max-sm:flex-1"
        >
          Approve {isSelected && <Key of="a" />}
        </Button>
        <Button data-needs="MANAGE" look="dangerQuiet" onClick={onReject} className="max-sm:flex-1">
          Reject {isSelected && <Key of="r" />}
        </Button>
        {agent?.isPaused && <p className="text-sm text-bad">The agent is paused. Resume it first, or reject.</p>}
        {action.quote && <RateEnd expiresAt={action.quote.expiresAt} />}
      </footer>
    </article>
  )
}

const Key = ({ of }: { of: string }) => (
  <span aria-hidden="true" className="rounded border border-current px-1.5 font-mono text-xs leading-5 max-sm:hidden">
    {of}
  </span>
)

/** A payment in another currency is converted by the service when it is approved, so its usage is not known here. */
function WouldUse({ agent, takes: { amount, currency } }: { agent: Agent; takes: CurrencyAmount }) {
  const isInLimits = currency.code === agent.policy.spendingLimits.currency
  return (
    <div className="flex flex-col gap-3">
      <Gauges agent={agent} more={isInLimits ? amount : null} />
      {!isInLimits && <p className="text-sm text-muted">Usage without this payment, which is in {currency.code}.</p>}
    </div>
  )
}

/** The rule that required approval, with its figure in the current policy. */
function Reason({ action: { approvalRule }, agent }: { action: AgentAction; agent: Agent | undefined }) {
  if (!approvalRule) return null
  const { amount, currency } = agent?.policy.approvalThresholds ?? {}
  const figure =
    approvalRule === 'APPROVAL_THRESHOLD' && typeof amount === 'number' && currency
      ? `: ${amountText(amount, currency)}`
      : ''
  return (
    <p className="mt-3 flex flex-wrap items-baseline gap-x-2 text-sm">
      <span>
        {AGENT_RULES[approvalRule]}
        {figure}
      </span>
      <RuleName of={approvalRule} />
    </p>
  )
}

function RateEnd({ expiresAt }: { expiresAt: string }) {
  const left = Date.parse(expiresAt) - useNow(1000)
  if (left <= 0) return <p className="text-sm text-bad">The rate has expired. Approving will fail the payment.</p>
  return (
    <p role="timer" className="text-sm text-muted">
      The rate is valid for <span className="money">{formatUntil(left)}</span>.
    </p>
  )
}
