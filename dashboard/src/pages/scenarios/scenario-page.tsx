/** Page of one scenario: its expected course, a run of it through the public API, and its code as a test. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { OwnedAccount } from '../../../../contract/platform/overview.ts'
import { durationOf } from '../../../../contract/sandbox/scenarios/course.ts'
import { runScenario, SCENARIO_KINDS, type Scenario } from '../../../../contract/sandbox/scenarios/scenario.ts'
import { SCENARIOS } from '../../../../contract/sandbox/scenarios/scenarios.ts'
import { api } from '../../api/client.ts'
import { overviewQuery } from '../../api/queries.ts'
import { formatUntil } from '../../format/time.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useCopy } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ObjectLink } from '../../ui/linked-text.tsx'
import { Empty, Problem } from '../../ui/note.tsx'
import { compare } from './comparison.ts'
import { CourseCard } from './course-card.tsx'
import { observationQuery } from './observation.ts'
import { ResultBadge } from './result-badge.tsx'
import { testCode } from './test-code.ts'

export function ScenarioPage() {
  const { id } = useParams({ from: '/scenarios/$id' })
  const scenario = SCENARIOS.find((one) => one.id === id)
  if (!scenario)
    return (
      <Empty
        title="Scenario not found"
        action={
          <Link to="/scenarios" className={buttonClass()}>
            View scenarios
          </Link>
        }
      >
        The sandbox has no scenario of this name.
      </Empty>
    )
  return <Shown key={id} scenario={scenario} />
}

function Shown({ scenario }: { scenario: Scenario }) {
  const { run } = useSearch({ from: '/scenarios/$id' })
  const { data: observed, error } = useQuery({ ...observationQuery(scenario, run ?? ''), enabled: run !== undefined })
  const comparison = compare(scenario.course, observed)
  return (
    <div className="flex flex-col gap-6">
      <title>{`${scenario.sentence} · Causeway`}</title>
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="min-w-0 max-w-2xl">
          <p className="flex flex-wrap gap-x-1 text-sm text-muted">
            <Link to="/scenarios" className="rounded hover:text-ink hover:underline">
              Scenarios
            </Link>
            <span>/ {SCENARIO_KINDS[scenario.kind].title}</span>
          </p>
          <h1 className="mt-1 text-2xl font-semibold tracking-tight">{scenario.sentence}</h1>
          <p className="mt-2 flex flex-wrap items-center gap-3">
            <span className="font-mono text-sm [overflow-wrap:anywhere]">{scenario.chosenBy}</span>
            <ResultBadge of={scenario} />
            {scenario.course.result.failureReason && (
              <span className="font-mono text-[0.8rem] text-muted">{scenario.course.result.failureReason}</span>
            )}
          </p>
        </div>
        <RunButton scenario={scenario} hasRun={run !== undefined} />
      </header>
      <Problem error={error} />
      {run && comparison.mark === 'OPEN' && <WaitNote scenario={scenario} />}
      <CourseCard
        comparison={comparison}
        hasRun={observed !== undefined}
        aside={
          run &&
          !scenario.isRefused && (
            <ObjectLink id={run} className="text-sm text-accent hover:underline">
              Open the {SCENARIO_KINDS[scenario.kind].object}
            </ObjectLink>
          )
        }
      />
      <TestCard code={testCode(scenario)} />
    </div>
  )
}

/** A customer's account in dollars; the overview has those that hold most first. */
const findDollars = (accounts: readonly OwnedAccount[]) =>
  accounts.find(
    ({ type, status, balance, customerId }) =>
      customerId !== undefined && type !== 'EMBEDDED_WALLET' && status === 'ACTIVE' && balance.currency.code === 'USD',
  )

/** Digits of an account number that no account has yet. */
const newDigits = () => crypto.getRandomValues(new BigUint64Array(1)).toString().padStart(12, '0').slice(-12)

function RunButton({ scenario, hasRun }: { scenario: Scenario; hasRun: boolean }) {
  const client = useQueryClient()
  const navigate = useNavigate({ from: '/scenarios/$id' })
  const { data: overview } = useQuery(overviewQuery)
  const dollars = overview && findDollars(overview.accounts)
  const running = useMutation({
    mutationFn: (account: OwnedAccount) => {
      const given = { customer: { id: account.customerId as string }, dollars: account, digits: newDigits() }
      return runScenario(scenario, given, (operation, input) => api[operation as 'createQuote'](input as never))
    },
    onSuccess: (id) => navigate({ search: { run: id }, replace: true, resetScroll: false }),
    onSettled: () => client.invalidateQueries(),
  })
  if (overview && !dollars)
    return (
      <p className="max-w-xs text-muted">
        To run it, a customer with an account in dollars is needed.{' '}
        <Link to="/customers/new" search={{}} className="text-accent underline">
          Create one
        </Link>
        .
      </p>
    )
  return (
    <div className="flex flex-col items-end gap-1.5 max-sm:w-full max-sm:items-stretch">
      <Button
        look={hasRun ? 'plain' : 'primary'}
        disabled={!dollars || running.isPending}
        onClick={() => dollars && running.mutate(dollars)}
      >
        {running.isPending ? 'Running …' : hasRun ? 'Run again' : 'Run'}
      </Button>
      {dollars && <p className="text-sm text-muted">With {dollars.ownerName}</p>}
      <Problem error={running.error} />
    </div>
  )
}

/** The rest of the course is a matter of the sandbox's clock. */
function WaitNote({ scenario }: { scenario: Scenario }) {
  const client = useQueryClient()
  const ms = durationOf(scenario.course)
  const moving = useMutation({
    mutationFn: () => api('advanceSandboxClock', { body: { seconds: ms / 1000 } }),
    onSettled: () => client.invalidateQueries(),
  })
  if (ms === 0) return null
  return (
    <section
      aria-label="Rest of the course"
      className="flex animate-arrive flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl border border-going/40 bg-surface px-5 py-3.5 shadow-card"
    >
      <p className="min-w-0 flex-1 basis-52">The rest happens after {formatUntil(ms)} on the sandbox’s clock.</p>
      <Button disabled={moving.isPending} onClick={() => moving.mutate()}>
        {moving.isPending ? 'Moving the clock …' : `Move the clock ${formatUntil(ms)}`}
      </Button>
      <Problem error={moving.error} />
    </section>
  )
}

function TestCard({ code }: { code: string }) {
  const { copied, copy } = useCopy(code)
  return (
    <Card
      title="As a test"
      aside={
        <Button look="quiet" size="small" onClick={copy}>
          <Icon name={copied ? 'check' : 'copy'} size="size-3.5" />
          <span role="status">{copied ? 'Copied' : 'Copy as test'}</span>
        </Button>
      }
    >
      <p className="mb-3 text-muted">
        For the test suite of your own project: <code className="font-mono text-sm">createSandbox</code> starts its own
        sandbox for each test.
      </p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        className="max-h-[34rem] overflow-auto rounded-xl bg-sunken p-4 font-mono text-[0.8rem] leading-relaxed"
      >
        {code}
      </pre>
    </Card>
  )
}
