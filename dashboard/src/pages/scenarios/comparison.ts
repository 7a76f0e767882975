/** Comparison of a scenario's expected course with what happened. */
import type { NamedPosting, PostingSide } from '../../../../contract/ledger/postings.ts'
import type {
  Course,
  ExpectedEvent,
  ExpectedPosting,
  Place,
  Step,
} from '../../../../contract/sandbox/scenarios/course.ts'
import { valueAt } from '../../../../contract/sandbox/scenarios/scenario.ts'
import type { Observation, ObservedEvent } from './observation.ts'

/** OPEN: it has not happened yet. */
export type Mark = 'MET' | 'OPEN' | 'DIFFERENT'

/** Expected and actual values; one of the two can be absent. */
export interface Pair<Expected, Actual> {
  readonly expected?: Expected | undefined
  readonly actual?: Actual | undefined
  readonly mark: Mark
}

export interface ComparedStep {
  readonly afterMs: number
  readonly events: readonly Pair<ExpectedEvent, ObservedEvent>[]
  readonly postings: readonly Pair<ExpectedPosting, NamedPosting>[]
}

export interface ComparedField extends Pair<string, string> {
  readonly name: string
}

export interface Comparison {
  readonly steps: readonly ComparedStep[]
  readonly result: readonly ComparedField[]
  /** Events and postings after the expected ones. */
  readonly others: Omit<ComparedStep, 'afterMs'>
  readonly mark: Mark
}

/** A house account by its role; every other account takes part as the customer's. */
export const placeOf = ({ name, about }: Pick<PostingSide, 'name' | 'about'>): Place =>
  about === undefined ? 'account' : (name.replace('House ', '') as Place)

const isSameEvent = (expected: ExpectedEvent, { type, status }: ObservedEvent) =>
  expected.type === type && (expected.status === undefined || expected.status === status)
const isSamePosting = (expected: ExpectedPosting, { from, to, currency }: NamedPosting) =>
  expected.from === placeOf(from) && expected.to === placeOf(to) && expected.currency === currency.code

/** Pairs the expected ones with matches from `rest`, in order. */
function pairUp<Expected, Actual>(
  expected: readonly Expected[],
  rest: Actual[],
  isSame: (expected: Expected, actual: Actual) => boolean,
): Pair<Expected, Actual>[] {
  return expected.map((one) => {
    const actual = rest.shift()
    if (actual === undefined) return { expected: one, mark: 'OPEN' }
    return { expected: one, actual, mark: isSame(one, actual) ? 'MET' : 'DIFFERENT' }
  })
}

const textOf = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : String(value)

/** Only fields of the object show that it has happened. */
const isSilent = ({ afterMs, events, postings }: Step) => afterMs > 0 && events.length + postings.length === 0

/** @param observed absent: the scenario was not run */
export function compare(course: Course, observed: Observation | undefined): Comparison {
  const events = [...(observed?.events ?? [])]
  const postings = [...(observed?.postings ?? [])]
  const steps = course.steps.map((step) => ({
    afterMs: step.afterMs,
    events: pairUp(step.events, events, isSameEvent),
    postings: pairUp(step.postings, postings, isSamePosting),
  }))
  const others = {
    events: events.map((actual) => ({ actual, mark: 'DIFFERENT' as const })),
    postings: postings.map((actual) => ({ actual, mark: 'DIFFERENT' as const })),
  }
  const marks = [...steps, others].flatMap((step) => [...step.events, ...step.postings]).map(({ mark }) => mark)
  // Fields have their final values when the last step has happened, which a step without events and postings does not show.
  const isOpen = observed === undefined || marks.includes('OPEN') || course.steps.some(isSilent)
  const result = Object.entries(course.result).map(([name, value]): ComparedField => {
    const expected = String(value)
    const actual = textOf(valueAt(observed?.object, name))
    return { name, expected, actual, mark: actual === expected ? 'MET' : isOpen ? 'OPEN' : 'DIFFERENT' }
  })
  const all = [...marks, ...result.map(({ mark }) => mark)]
  const mark = all.includes('DIFFERENT') ? 'DIFFERENT' : all.includes('OPEN') ? 'OPEN' : 'MET'
  return { steps, result, others, mark }
}
