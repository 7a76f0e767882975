/** Course of a sandbox scenario: the events and postings that an outcome of the sandbox's tables leads to, in order. */
import type { EventType } from '../../events/events.ts'
import type { StateOf } from '../../lifecycle.ts'
import type { transactionLifecycle } from '../../payments/transaction-lifecycle.ts'
import type { FailingSender, SimulatedOutcome, SimulatedReport } from '../outcomes.ts'

type Status = StateOf<typeof transactionLifecycle>

/** A side of a posting: the customer's account, or a house account by its role. */
export type Place = 'account' | 'fees' | 'fx' | 'transit' | 'rails' | 'suspense' | 'cards'

export interface ExpectedEvent {
  readonly type: EventType
  /** Of the payment, right after; absent for events of other objects. */
  readonly status?: Status
}

export interface ExpectedPosting {
  readonly from: Place
  readonly to: Place
  readonly currency: string
}

/** What happens at one moment. */
export interface Step {
  /** On the sandbox's clock, since the last call. */
  readonly afterMs: number
  readonly events: readonly ExpectedEvent[]
  readonly postings: readonly ExpectedPosting[]
}

export interface Course {
  readonly steps: readonly Step[]
  /** Fields of the object in the end, by their paths; lists show the first one. */
  readonly result: Readonly<Record<string, string | number>>
}

interface Currencies {
  readonly sent: string
  readonly received: string
}

const COMPLETED = { status: 'COMPLETED' }
const failed = (failureReason: string) => ({ status: 'FAILED', failureReason })
const DELIVERED: SimulatedReport = { state: 'DELIVERED' }

/** From the customer's account to *transit*; the fee and the exchange where there are any. */
function debit({ sent, received }: Currencies, hasFee: boolean): ExpectedPosting[] {
  const fee: ExpectedPosting[] = hasFee ? [{ from: 'account', to: 'fees', currency: sent }] : []
  if (sent === received) return [...fee, { from: 'account', to: 'transit', currency: sent }]
  return [...fee, { from: 'account', to: 'fx', currency: sent }, { from: 'fx', to: 'transit', currency: received }]
}

/** The reversal of what was debited, out of *transit* or back from the rails. */
const giveBack = (debited: readonly ExpectedPosting[], from: Place, to: Place): ExpectedPosting[] =>
  debited
    .map((posting) => ({
      from: posting.to === 'transit' ? from : posting.to,
      to: posting.from === 'account' ? to : posting.from,
      currency: posting.currency,
    }))
    .reverse()

const outgoing = (name: string, status: Status): ExpectedEvent => ({
  type: `OUTGOING_PAYMENT.${name}` as EventType,
  status,
})
const refund = (status: Status, end: 'COMPLETED' | 'FAILED' = 'COMPLETED'): ExpectedEvent[] => [
  outgoing('REFUND_PENDING', status),
  outgoing(`REFUND_${end}`, status),
]

interface Sent {
  readonly debited: readonly ExpectedPosting[]
  readonly currency: string
  /** A transfer waits for its rail in PENDING. */
  readonly isTransfer: boolean
}

/** What a report of the rail leads to. */
function follow(report: SimulatedReport, { debited, currency, isTransfer }: Sent): Omit<Step, 'afterMs'> {
  switch (report.state) {
    case 'IN_TRANSIT':
      return { events: [], postings: [] }
    case 'DELIVERED':
      return {
        events: [...(isTransfer ? [outgoing('PROCESSING', 'PROCESSING')] : []), outgoing('COMPLETED', 'COMPLETED')],
        postings: [{ from: 'transit', to: 'rails', currency }],
      }
    case 'FAILED': {
      const isStuck = report.money === 'STUCK'
      return {
        events: [outgoing('FAILED', 'FAILED'), ...refund('FAILED', isStuck ? 'FAILED' : 'COMPLETED')],
        postings: giveBack(debited, 'transit', isStuck ? 'suspense' : 'account'),
      }
    }
    case 'RETURNED':
      return {
        events: [outgoing('FAILED', 'FAILED'), ...refund('FAILED')],
        postings: giveBack(debited, 'rails', 'account'),
      }
    case 'CANCELLED':
      return {
        events: [...refund('PROCESSING'), outgoing('COMPLETED', 'COMPLETED')],
        postings: giveBack(debited, 'transit', 'account'),
      }
  }
}

/** Both reports of the rail: on the submission, and on the later query where there is one. */
function courseOut(outcome: SimulatedOutcome, start: Omit<Step, 'afterMs'>, sent: Sent): Course {
  const first = outcome.sent ?? DELIVERED
  const afterMs = 'askAgainInMs' in first ? first.askAgainInMs : undefined
  const later = afterMs === undefined ? undefined : (outcome.asked ?? DELIVERED)
  const last = later ?? first
  const now = follow(first, sent)
  const begun = {
    afterMs: 0,
    events: [...start.events, ...now.events],
    postings: [...start.postings, ...now.postings],
  }
  return {
    steps: [begun, ...(later && afterMs !== undefined ? [{ afterMs, ...follow(later, sent) }] : [])],
    result: 'reason' in last ? failed(last.reason) : COMPLETED,
  }
}

/** A quote that is paid out over the simulated rail. */
export function payoutCourse(outcome: SimulatedOutcome, currencies: Currencies): Course {
  const debited = debit(currencies, true)
  const events = [outgoing('PENDING', 'PENDING'), outgoing('PROCESSING', 'PROCESSING')]
  const sent = { debited, currency: currencies.received, isTransfer: false }
  return courseOut(outcome, { events, postings: debited }, sent)
}

/** A transfer to an external account, in one currency and without a fee. */
export function transferOutCourse(outcome: SimulatedOutcome, currency: string): Course {
  const begun = outgoing('PENDING', 'PENDING')
  if (outcome.refused)
    return {
      steps: [{ afterMs: 0, events: [begun, outgoing('FAILED', 'FAILED')], postings: [] }],
      result: failed(outcome.refused),
    }
  const debited = debit({ sent: currency, received: currency }, false)
  return courseOut(outcome, { events: [begun], postings: debited }, { debited, currency, isTransfer: true })
}

const credited = (currency: string): Omit<Step, 'afterMs'> => ({
  events: [{ type: 'INCOMING_PAYMENT.COMPLETED', status: 'COMPLETED' }],
  postings: [{ from: 'rails', to: 'account', currency }],
})
const notCredited: Omit<Step, 'afterMs'> = {
  events: [{ type: 'INCOMING_PAYMENT.FAILED', status: 'FAILED' }],
  postings: [],
}

/** A transfer from an external account: refused, pulled, or reported later. Every refused pull has the same reason. */
export function transferInCourse({ refused, sent = DELIVERED, asked }: SimulatedOutcome, currency: string): Course {
  const waits = sent.state === 'IN_TRANSIT' ? sent.askAgainInMs : 0
  const last = waits > 0 ? (asked ?? DELIVERED) : sent
  if (!refused && last.state === 'DELIVERED')
    return { steps: [{ afterMs: waits, ...credited(currency) }], result: COMPLETED }
  return {
    steps: [{ afterMs: waits, ...notCredited }],
    result: failed('QUOTE_EXECUTION_FAILED'),
  }
}

/** A payment from a UMA address, accepted by the platform. @param failing absent: it arrives */
export function incomingCourse(failing: FailingSender | undefined, currency: string): Course {
  const announced: ExpectedEvent = { type: 'INCOMING_PAYMENT.PENDING', status: 'PENDING' }
  const { events, postings } = credited(currency)
  if (!failing) return { steps: [{ afterMs: 0, events: [announced, ...events], postings }], result: COMPLETED }
  return {
    steps: [
      { afterMs: 0, events: [announced], postings: [] },
      { afterMs: failing.failsAfterMs, ...notCredited },
    ],
    result: failed(failing.reason),
  }
}

export const eventsOf = ({ steps }: Course): ExpectedEvent[] => steps.flatMap(({ events }) => events)
export const postingsOf = ({ steps }: Course): ExpectedPosting[] => steps.flatMap(({ postings }) => postings)
/** Time that the course takes on the sandbox's clock. */
export const durationOf = ({ steps }: Course): number => steps.at(-1)?.afterMs ?? 0
