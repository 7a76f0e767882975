/**
 * Page of the audit chain: changes of permissions by people, command lines and platforms, and refusals; verified on
 * request.
 */
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { AUDIT_ACTORS, AUDIT_OUTCOMES, type AuditEntryView } from '../../../../contract/operators/audit.ts'
import { type AuditSearch, auditQuery, verifyAuditChain } from '../../api/session.ts'
import { formatMoment } from '../../format/time.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { statusWord } from '../../ui/status.tsx'

export function AuditChainPage() {
  const search = useSearch({ from: '/audit-chain' })
  const { data, error } = useQuery(auditQuery(search))
  const last = data?.entries.at(-1)?.number
  return (
    <div className="flex flex-col gap-6">
      <title>Audit chain · Causeway</title>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-2xl font-semibold tracking-tight">Audit chain</h1>
        <Verify />
      </div>
      <Filters search={search} actions={data?.actions ?? []} />
      <Problem error={error} />
      <Card title="Entries">
        {!data && !error && <Waiting lines={6} />}
        {data?.entries.length === 0 && <Empty title="No matching entries">No entry matches the filters.</Empty>}
        <ol className="divide-y divide-line">
          {data?.entries.map((entry) => (
            <Entry key={entry.number} entry={entry} />
          ))}
        </ol>
      </Card>
      {data?.hasMore && (
        <Link to="/audit-chain" search={{ ...search, before: String(last) }} className={`${buttonClass()} self-end`}>
          Older
        </Link>
      )}
    </div>
  )
}

/** Computes every hash again, on the server. */
function Verify() {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: verifyAuditChain })
  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      <div role="status">
        {data?.isIntact && (
          <p className="text-sm text-done">
            {data.entries.toLocaleString('en')} entries, intact.{' '}
            <span className="text-muted" title={data.head}>
              Head {data.head.slice(0, data.head.indexOf(':') + 13)}…
            </span>
          </p>
        )}
        {data && !data.isIntact && <p className="font-medium text-bad">The chain is broken: {data.fault}</p>}
      </div>
      <Problem error={error} />
      <Button disabled={isPending} onClick={() => mutate()}>
        {isPending ? 'Verifying …' : 'Verify the chain'}
      </Button>
    </div>
  )
}

function Filters({ search, actions }: { search: AuditSearch; actions: readonly string[] }) {
  const navigate = useNavigate({ from: '/audit-chain' })
  const change = (changed: AuditSearch) =>
    navigate({ search: ({ before: _, ...rest }) => ({ ...rest, ...changed }), replace: true, resetScroll: false })
  return (
    <search className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <SelectField label="Who" value={search.actor ?? ''} onChange={(actor) => change({ actor })}>
        <option value="">Everyone</option>
        {AUDIT_ACTORS.map((actor) => (
          <option key={actor} value={actor}>
            {statusWord(actor)}
          </option>
        ))}
      </SelectField>
      <TextField label="Name" value={search.name ?? ''} onChange={(name) => change({ name })} />
      <SelectField label="What" value={search.action ?? ''} onChange={(action) => change({ action })}>
        <option value="">Everything</option>
        {actions.map((action) => (
          <option key={action}>{action}</option>
        ))}
      </SelectField>
      <SelectField label="Outcome" value={search.outcome ?? ''} onChange={(outcome) => change({ outcome })}>
        <option value="">All</option>
        {AUDIT_OUTCOMES.map((outcome) => (
          <option key={outcome} value={outcome}>
            {statusWord(outcome)}
          </option>
        ))}
      </SelectField>
    </search>
  )
}

const OUTCOME_LOOK = { STARTED: 'text-muted', DONE: 'text-done', REFUSED: 'text-bad', FAILED: 'text-bad' } as const

function Entry({ entry }: { entry: AuditEntryView }) {
  const { number, hash, at, actor, action, outcome, reason, refusal, target, before, after, operation, address } = entry
  const facts = [
    ['Target', target],
    ['Operation', operation],
    ['Refusal', refusal],
    ['Before', before && JSON.stringify(before)],
    ['After', after && JSON.stringify(after)],
    ['Platform', entry.platformId],
    ['Repeats before', entry.repeats],
    ['Address', address],
    ['Request', entry.requestId],
    ['Hash', hash],
  ].filter(([, value]) => value !== undefined)
  return (
    <li className="py-3">
      <details>
        <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="money text-sm text-muted">{number}</span>
          <span className="font-medium">{actor.name ?? actor.id ?? statusWord(actor.kind)}</span>
          <span className="font-mono text-sm">{action}</span>
          <span className={`text-sm ${OUTCOME_LOOK[outcome]}`}>{statusWord(outcome)}</span>
          <time dateTime={at} className="money ml-auto text-sm text-muted">
            {formatMoment(at)}
          </time>
          {reason && <span className="basis-full text-muted">“{reason}”</span>}
        </summary>
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="font-mono break-all">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  )
}
