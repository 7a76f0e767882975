/** System page: program, database, jobs, deliveries, ledger and rails at a glance. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { JobClassStatus, SystemStatus } from '../../../../contract/installation/system.ts'
import type { TrialBalanceLine } from '../../../../contract/ledger/balances.ts'
import { api } from '../../api/client.ts'
import { attentionQuery, railsQuery, trialBalanceQuery } from '../../api/queries.ts'
import { endpointQuery } from '../../api/webhooks.ts'
import { formatMinor } from '../../format/money.ts'
import { formatMoment } from '../../format/time.ts'
import { Card } from '../../ui/card.tsx'
import { Fact } from '../../ui/fact.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Problem, Waiting } from '../../ui/note.tsx'
import { Cell, type Column, Table } from '../../ui/table.tsx'
import { HEALTH } from '../rails/rails-page.tsx'

/** Jobs become due without an event. */
const systemQuery = queryOptions({
  queryKey: ['system'],
  refetchInterval: 5000,
  queryFn: () => api('getSystemStatus'),
})

export function SystemPage() {
  const { data, error } = useQuery(systemQuery)
  const trialBalance = useQuery(trialBalanceQuery)
  return (
    <div className="flex flex-col gap-6">
      <title>System · Causeway</title>
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">System</h1>
        <p className="mt-1 max-w-2xl text-muted">
          The process that answers this page, and its database. For monitoring, use{' '}
          <code className="font-mono text-sm">/readyz</code> and <code className="font-mono text-sm">/metrics</code>.
        </p>
      </header>
      <Problem error={error ?? trialBalance.error} />
      {!data && !error && <Waiting lines={10} />}
      {data && (
        <>
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
            <ProgramCard system={data} />
            <DatabaseCard system={data} />
            {trialBalance.data && <LedgerCard trialBalance={trialBalance.data} />}
            <DeliveriesCard />
          </div>
          <JobsCard jobs={data.jobs} />
          <RailsCard />
        </>
      )}
    </div>
  )
}

function Verdict({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  return (
    <span
      className={`rounded-full px-2.5 py-0.5 text-sm font-medium ${isGood ? 'bg-done-soft text-done' : 'bg-bad-soft text-bad'}`}
    >
      {children}
    </span>
  )
}

const LINK = 'rounded text-accent hover:underline'

function ProgramCard({ system: { version, apiVersion, mode, node, startedAt } }: { system: SystemStatus }) {
  return (
    <Card title="Program">
      <dl className="flex flex-col gap-1">
        <Fact name="Version">{version}</Fact>
        <Fact name="API">{apiVersion}</Fact>
        <Fact name="Mode">{mode}</Fact>
        <Fact name="Node.js">{node}</Fact>
        <Fact name="Started">{formatMoment(startedAt)}</Fact>
      </dl>
    </Card>
  )
}

const KINDS = { postgres: 'PostgreSQL', embedded: 'Embedded (PGlite)' } as const

function DatabaseCard({ system: { database } }: { system: SystemStatus }) {
  return (
    <Card title="Database" aside={<Verdict isGood>Answers</Verdict>}>
      <dl className="flex flex-col gap-1">
        <Fact name="Kind">{KINDS[database.kind]}</Fact>
        <Fact name="PostgreSQL">{database.version}</Fact>
        <Fact name="Migrations">{database.migrations}</Fact>
        <Fact name="Newest migration">
          <span className="font-mono text-[0.8rem]">{database.lastMigration}</span>
        </Fact>
        <Fact name="Applied">{formatMoment(database.lastMigrationAt)}</Fact>
      </dl>
    </Card>
  )
}

/** Currencies of this platform that do not sum to zero, and amounts in suspense. */
function LedgerCard({ trialBalance }: { trialBalance: readonly TrialBalanceLine[] }) {
  const { data: attention } = useQuery(attentionQuery)
  const sums = Map.groupBy(trialBalance, ({ currency }) => currency.code)
  const off = [...sums].filter(([, lines]) => lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n) !== 0n)
  const suspense = trialBalance.filter(({ place, amount }) => place === 'suspense' && amount !== '0')
  return (
    <Card
      title="Ledger"
      aside={<Verdict isGood={off.length === 0}>{off.length === 0 ? 'Balanced' : 'Not balanced'}</Verdict>}
    >
      <dl className="flex flex-col gap-1">
        <Fact name="Currencies in use">{sums.size}</Fact>
        {off.length > 0 && <Fact name="Imbalance in">{off.map(([code]) => code).join(', ')}</Fact>}
        <Fact name="In suspense">
          {suspense.length === 0
            ? 'Nothing'
            : suspense
                .map(({ amount, currency }) => `${formatMinor(amount, currency.decimals)} ${currency.code}`)
                .join(', ')}
        </Fact>
        <Fact name="Waiting for an operator">{attention?.length ?? '…'}</Fact>
        <Fact name="Details">
          <Link to="/ledger" search={{}} className={LINK}>
            Ledger
          </Link>
        </Fact>
      </dl>
    </Card>
  )
}

function DeliveriesCard() {
  const { data, error } = useQuery(endpointQuery)
  const isGood = data?.state !== 'DISABLED' && !data?.failingSince
  return (
    <Card
      title="Webhook deliveries"
      aside={data && <Verdict isGood={isGood}>{isGood ? 'In order' : 'Failing'}</Verdict>}
    >
      <Problem error={error} />
      {data && (
        <dl className="flex flex-col gap-1">
          <Fact name="Endpoint">
            {data.url ? <span className="font-mono text-[0.8rem]">{data.url}</span> : 'Not set'}
          </Fact>
          <Fact name="Events to be delivered">{data.pendingEvents.toLocaleString('en')}</Fact>
          {data.failingSince && (
            <Fact name="Failing since">
              <Ago moment={data.failingSince} />
            </Fact>
          )}
          <Fact name="Details">
            <Link to="/webhooks" className={LINK}>
              Webhooks
            </Link>
          </Fact>
        </dl>
      )}
    </Card>
  )
}

const JOB_COLUMNS: readonly Column[] = [
  { title: 'Class' },
  { title: 'Due', isRight: true },
  { title: 'Held back', isRight: true, from: 'sm', about: 'Due, and waiting for an endpoint that does not answer' },
  { title: 'Planned', isRight: true },
  { title: 'Given up', isRight: true, about: 'An operator resolves them' },
  { title: 'Oldest due', isRight: true, from: 'md' },
]
const CLASSES: Readonly<Record<string, string>> = { money: 'Money', webhooks: 'Webhooks', other: 'Other' }

function JobsCard({ jobs }: { jobs: readonly JobClassStatus[] }) {
  const isGood = jobs.every(({ dead }) => dead === 0)
  return (
    <Card title="Jobs" aside={<Verdict isGood={isGood}>{isGood ? 'None given up' : 'Some given up'}</Verdict>}>
      <Table columns={JOB_COLUMNS} headFrom="always">
        {jobs.map(({ name, due, held, planned, dead, oldestDueAt }) => (
          <tr key={name}>
            <Cell>{CLASSES[name] ?? name}</Cell>
            <Cell isRight className="money">
              {due}
            </Cell>
            <Cell isRight from="sm" className="money">
              {held}
            </Cell>
            <Cell isRight className="money">
              {planned}
            </Cell>
            <Cell isRight className={`money ${dead > 0 ? 'font-semibold text-bad' : ''}`}>
              {dead}
            </Cell>
            <Cell isRight from="md" className="text-muted">
              {oldestDueAt ? <Ago moment={oldestDueAt} /> : '–'}
            </Cell>
          </tr>
        ))}
      </Table>
      <p className="mt-3 text-sm text-muted">Of all platforms of this installation.</p>
    </Card>
  )
}

function RailsCard() {
  const { data, error } = useQuery(railsQuery)
  return (
    <Card title="Rails">
      <Problem error={error} />
      {data?.rails.length === 0 && <p className="text-muted">No rail is connected.</p>}
      <ul className="divide-y divide-line">
        {data?.rails.map(({ rail, health, inTransit }) => (
          <li key={rail} className="flex flex-wrap items-center justify-between gap-3 py-2.5">
            <span>
              <Link to="/rails" className={LINK}>
                {rail}
              </Link>
              {health.detail && <span className="block text-sm text-muted">{health.detail}</span>}
            </span>
            <span className="flex items-center gap-3">
              <span className="text-sm text-muted">{inTransit} in transit</span>
              <span className={`rounded-full px-2.5 py-0.5 text-sm font-medium ${HEALTH[health.status].look}`}>
                {HEALTH[health.status].word}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
