/** Entries of the audit log: request, decision with its rule, outcome, hashes. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AgentAuditEntry } from '../../../../contract/agents/agent-audit.ts'
import { Copyable } from '../../ui/copy.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Money } from '../../ui/money.tsx'
import { Verbatim } from '../../ui/verbatim.tsx'
import { DecisionMark, RuleName } from '../agents/decision.tsx'
import { AgentLink, AgentName } from '../agents/names.tsx'
import { actorWord, askedFor, OUTCOMES } from './audit-words.ts'

interface AuditListProps {
  readonly entries: readonly AgentAuditEntry[]
  /** Whether all entries are of one agent, whose name is then omitted. */
  readonly isOfOne?: boolean
}

export function AuditList({ entries, isOfOne = false }: AuditListProps) {
  return (
    <ol aria-label="Entries, newest first" className="-mx-3 flex flex-col">
      {entries.map((entry) => (
        <li key={entry.id} className="border-b border-line last:border-0">
          <Entry entry={entry} isOfOne={isOfOne} />
        </li>
      ))}
    </ol>
  )
}

function Entry({ entry, isOfOne }: { entry: AgentAuditEntry; isOfOne: boolean }) {
  const { agentId, sequence, actor, decision, rule, outcome, errorCode, amount, createdAt, hash } = entry
  return (
    <details className="group">
      <summary className="grid list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 rounded-lg px-3 py-3 hover:bg-sunken md:grid-cols-[5.5rem_minmax(0,1fr)_auto] [&::-webkit-details-marker]:hidden">
        <span className="max-md:order-3 max-md:justify-self-start">{decision && <DecisionMark of={decision} />}</span>
        <span className="min-w-0">
          <span className="flex flex-wrap items-baseline gap-x-2.5">
            <span className="font-medium">{askedFor(entry)}</span>
            <span className={`text-sm ${OUTCOMES[outcome].look}`}>{OUTCOMES[outcome].word}</span>
            {rule ? (
              <RuleName of={rule} />
            ) : (
              errorCode && <code className="font-mono text-[0.8rem] text-muted">{errorCode}</code>
            )}
          </span>
          <span className="block truncate text-sm text-muted">
            {!isOfOne && (
              <>
                <AgentName id={agentId} /> ·{' '}
              </>
            )}
            by {actorWord(actor)} · <Ago moment={createdAt} />
          </span>
        </span>
        <span className="text-right">
          {amount && <Money of={amount} className="block font-semibold" />}
          <span className="block font-mono text-xs text-muted" title={hash}>
            #{sequence} {hash.slice(0, 8)}
          </span>
        </span>
      </summary>
      <Inside entry={entry} />
    </details>
  )
}

function Inside({
  entry: { agentId, actionId, transactionId, content, previousHash, hash },
}: {
  entry: AgentAuditEntry
}) {
  return (
    <div className="flex flex-col gap-2 px-3 pb-4">
      <div className="flex flex-wrap gap-x-5 text-sm">
        <AgentLink id={agentId} className="text-accent" />
        {transactionId && (
          <Link to="/payments/$id" params={{ id: transactionId }} className="rounded text-accent hover:underline">
            The payment
          </Link>
        )}
        {actionId && (
          <Link to="/agents/approvals" search={{ action: actionId }} className="rounded text-accent hover:underline">
            The action
          </Link>
        )}
      </div>
      <dl className="grid grid-cols-1 gap-x-6 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
        <Term name="Previous hash">
          <Copyable text={previousHash} label="previous hash" />
        </Term>
        <Term name="Hash">
          <Copyable text={hash} label="hash" />
        </Term>
      </dl>
      <Verbatim label="Hashed text" text={content} />
    </div>
  )
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="self-center text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}
