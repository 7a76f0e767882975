/** Scenario gallery: the outcomes of the sandbox's tables, each with its course. */
import { Link } from '@tanstack/react-router'
import { durationOf } from '../../../../contract/sandbox/scenarios/course.ts'
import { SCENARIO_KINDS, type Scenario, type ScenarioKind } from '../../../../contract/sandbox/scenarios/scenario.ts'
import { SCENARIOS } from '../../../../contract/sandbox/scenarios/scenarios.ts'
import { formatUntil } from '../../format/time.ts'
import { Card } from '../../ui/card.tsx'
import { ResultBadge } from './result-badge.tsx'

const KINDS = Object.entries(SCENARIO_KINDS) as [ScenarioKind, (typeof SCENARIO_KINDS)[ScenarioKind]][]

export function ScenariosPage() {
  return (
    <div className="flex flex-col gap-5">
      <title>Scenarios · Causeway</title>
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">Scenarios</h1>
        <p className="mt-1 max-w-2xl text-muted">
          In the sandbox, the end of an identifier or the name in a UMA address selects what happens. Pick an outcome to
          see its events and postings, run it, and copy it as a test.
        </p>
      </header>
      <div className="gap-5 lg:columns-2">
        {KINDS.map(([kind, { title, about }]) => (
          <Card key={kind} title={title} className="mb-5 break-inside-avoid">
            <p className="mb-2 text-sm text-muted">{about}</p>
            <ul className="divide-y divide-line">
              {SCENARIOS.filter((scenario) => scenario.kind === kind).map((scenario) => (
                <ScenarioRow key={scenario.id} scenario={scenario} />
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </div>
  )
}

function ScenarioRow({ scenario }: { scenario: Scenario }) {
  const { id, chosenBy, sentence, course } = scenario
  const ms = durationOf(course)
  return (
    <li className="relative -mx-2 flex items-start justify-between gap-4 rounded-lg px-2 py-2.5 hover:bg-sunken">
      <div className="min-w-0">
        <Link
          to="/scenarios/$id"
          params={{ id }}
          search={{}}
          className="font-medium after:absolute after:inset-0 after:rounded-lg"
        >
          {sentence}
        </Link>
        <p className="font-mono text-[0.8rem] text-muted [overflow-wrap:anywhere]">{chosenBy}</p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <ResultBadge of={scenario} />
        {ms > 0 && <span className="text-sm text-muted">after {formatUntil(ms)}</span>}
      </div>
    </li>
  )
}
