/** Comparison of a scenario's expected course with what happened. */
import type { NamedPosting, PostingSide } from '../../../../contract/accounts/ledger-view.ts'
import type { PaymentStory } from '../../../../contract/dashboard.ts'
import type { DeliveredEvent } from '../../../../contract/events/delivered-events.ts'
import type { Course, ExpectedEvent, ExpectedPosting, Place } from '../../../../contract/sandbox/scenarios/course.ts'

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
  readonly events: readonly Pair<ExpectedEvent, DeliveredEvent>[]
  readonly postings: readonly Pair<ExpectedPosting, NamedPosting>[]
}

export interface Comparison {
  readonly steps: readonly ComparedStep[]
  /** Events and postings after the expected ones. */
  readonly others: Omit<ComparedStep, 'afterMs'>
  readonly mark: Mark
}

/** A house account by its role; every other account takes part as the customer's. */
export const placeOf = ({ name, about }: Pick<PostingSide, 'name' | 'about'>): Place =>
  about === undefined ? 'account' : (name.replace('House ', '') as Place)

const isSameEvent = (expected: ExpectedEvent, { type, status }: DeliveredEvent) =>
  expected.type === type && expected.status === status
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

/** @param story absent: it was not run */
export function compare(course: Course, story: Pick<PaymentStory, 'events' | 'postings'> | undefined): Comparison {
  const events = [...(story?.events ?? [])]
  const postings = [...(story?.postings ?? [])]
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
  const mark = marks.includes('DIFFERENT') ? 'DIFFERENT' : marks.includes('OPEN') ? 'OPEN' : 'MET'
  return { steps, others, mark }
}
