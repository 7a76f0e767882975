/** Course of a scenario: expected events and postings, compared with the actual ones. */
import type { ReactNode } from 'react'
import type { NamedPosting } from '../../../../contract/ledger/postings.ts'
import type { ExpectedEvent, ExpectedPosting, Place } from '../../../../contract/sandbox/scenarios/course.ts'
import { formatClock, formatUntil } from '../../format/time.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { Status } from '../../ui/status.tsx'
import { type ComparedField, type ComparedStep, type Comparison, type Mark, type Pair, placeOf } from './comparison.ts'
import type { ObservedEvent } from './observation.ts'

const VERDICTS: Readonly<Record<Mark, { readonly words: string; readonly look: string }>> = {
  MET: { words: 'As expected', look: 'bg-done-soft text-done' },
  OPEN: { words: 'In progress', look: 'bg-wait-soft text-wait' },
  DIFFERENT: { words: 'Not as expected', look: 'bg-bad-soft text-bad' },
}

interface CourseCardProps {
  readonly comparison: Comparison
  readonly hasRun: boolean
  readonly aside: ReactNode
}

export function CourseCard({ comparison: { steps, result, others, mark }, hasRun, aside }: CourseCardProps) {
  const { words, look } = VERDICTS[mark]
  const isLonger = others.events.length + others.postings.length > 0
  return (
    <Card
      title="Course"
      aside={
        <span className="flex flex-wrap items-center justify-end gap-3">
          {aside}
          {hasRun && (
            <span role="status" className={`rounded-full px-3 py-0.5 text-sm font-medium ${look}`}>
              {words}
            </span>
          )}
        </span>
      }
    >
      {!hasRun && <p className="mb-2 text-muted">Expected. Run it to compare with what happens.</p>}
      <div className="flex flex-col gap-5">
        {steps.map((step) => (
          <StepBlock
            key={step.afterMs}
            title={step.afterMs === 0 ? 'Immediately' : `After ${formatUntil(step.afterMs)}`}
            step={step}
            hasRun={hasRun}
          />
        ))}
        <ResultBlock fields={result} hasRun={hasRun} />
        {isLonger && <StepBlock title="Not expected" step={others} hasRun />}
      </div>
    </Card>
  )
}

interface StepBlockProps {
  readonly title: string
  readonly step: Omit<ComparedStep, 'afterMs'>
  readonly hasRun: boolean
}

function StepBlock({ title, step: { events, postings }, hasRun }: StepBlockProps) {
  return (
    <section aria-label={title}>
      <h3 className="border-b border-line pb-1.5 text-sm font-semibold">{title}</h3>
      <div className="grid grid-cols-1 gap-x-10 gap-y-4 pt-2 lg:grid-cols-2">
        <div>
          <h4 className="text-sm text-muted">Events</h4>
          {events.length === 0 && <p className="py-2 text-muted">None.</p>}
          <ol className="divide-y divide-line">
            {events.map((pair, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the course is fixed
              <EventRow key={place} pair={pair} hasRun={hasRun} />
            ))}
          </ol>
        </div>
        <div>
          <h4 className="text-sm text-muted">Postings</h4>
          {postings.length === 0 && <p className="py-2 text-muted">No money moves.</p>}
          <ol className="divide-y divide-line">
            {postings.map((pair, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the course is fixed
              <PostingRow key={place} pair={pair} hasRun={hasRun} />
            ))}
          </ol>
        </div>
      </div>
    </section>
  )
}

/** Fields of the object when the course has ended. */
function ResultBlock({ fields, hasRun }: { fields: readonly ComparedField[]; hasRun: boolean }) {
  return (
    <section aria-label="Result">
      <h3 className="border-b border-line pb-1.5 text-sm font-semibold">Result</h3>
      <ul className="divide-y divide-line">
        {fields.map(({ name, expected, actual, mark }) => (
          <li key={name} className={ROW}>
            {hasRun && <MarkIcon mark={mark} />}
            <span className="min-w-0 flex-1 font-mono text-[0.8rem] [overflow-wrap:anywhere]">
              {name}: {mark === 'DIFFERENT' ? (actual ?? 'absent') : expected}
              {mark === 'DIFFERENT' && <span className="block text-bad">Expected: {expected}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const ROW = 'flex min-h-10 items-center gap-3 py-1.5'

function EventRow({ pair, hasRun }: { pair: Pair<ExpectedEvent, ObservedEvent>; hasRun: boolean }) {
  const { expected, actual, mark } = pair
  const shown = actual ?? expected
  return (
    <li className={ROW}>
      {hasRun && <MarkIcon mark={mark} />}
      <span className="min-w-0 flex-1">
        <span className="font-mono text-[0.8rem] [overflow-wrap:anywhere]">{shown?.type}</span>
        {mark === 'DIFFERENT' && expected && (
          <span className="block text-sm text-bad">
            Expected: {[expected.type, expected.status].filter(Boolean).join(', ')}
          </span>
        )}
      </span>
      {actual && <span className="money text-sm text-muted max-sm:hidden">{formatClock(actual.at)}</span>}
      {shown?.status && <Status of={shown.status} />}
    </li>
  )
}

const PLACES: Readonly<Record<Place, string>> = {
  account: 'Account',
  fees: 'Fees',
  fx: 'FX',
  transit: 'In transit',
  rails: 'Rails',
  suspense: 'Suspense',
  cards: 'Cards',
}

function PostingRow({ pair, hasRun }: { pair: Pair<ExpectedPosting, NamedPosting>; hasRun: boolean }) {
  const { expected, actual, mark } = pair
  const sides = actual
    ? [PLACES[placeOf(actual.from)] ?? actual.from.name, PLACES[placeOf(actual.to)] ?? actual.to.name]
    : [expected?.from, expected?.to].map((place) => place && PLACES[place])
  return (
    <li className={ROW}>
      {hasRun && <MarkIcon mark={mark} />}
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        {sides[0]} <Icon name="arrow" size="size-3.5" className="text-muted" />
        <span className="sr-only">to</span> {sides[1]}
        {mark === 'DIFFERENT' && expected && (
          <span className="block text-sm text-bad">
            Expected: {PLACES[expected.from]} to {PLACES[expected.to]}, {expected.currency}
          </span>
        )}
      </span>
      {actual ? <Money of={actual} /> : <span className="text-sm text-muted">{expected?.currency}</span>}
    </li>
  )
}

const MARKS: Readonly<Record<Mark, { readonly words: string; readonly look: string }>> = {
  MET: { words: 'Happened as expected:', look: 'text-done' },
  OPEN: { words: 'Not yet:', look: 'text-muted' },
  DIFFERENT: { words: 'Not as expected:', look: 'text-bad' },
}

function MarkIcon({ mark }: { mark: Mark }) {
  const { words, look } = MARKS[mark]
  return (
    <span className={look}>
      {mark === 'OPEN' ? (
        <span className="block size-4 rounded-full border-2 border-edge" />
      ) : (
        <Icon name={mark === 'MET' ? 'check' : 'cross'} />
      )}
      <span className="sr-only">{words}</span>
    </span>
  )
}
