/** Sandbox scenarios of cards: what the issuer does with a request, and what happens to a purchase. */
import {
  ISSUE_OUTCOMES,
  type IssueOutcome,
  PURCHASE_OUTCOMES,
  PURCHASE_PULL_MS,
  type PurchaseOutcome,
} from '../outcomes.ts'
import type { Course, Step } from './course.ts'
import { AMOUNT, type Call, CUSTOMER, DOLLARS, endingWord, NO_OUTCOME, type Scenario } from './scenario.ts'

/** The event reports the end of the wait for the issuer. */
function issueCourse({ report }: IssueOutcome): Course {
  const changed = { events: [{ type: 'CARD.STATE_CHANGE' } as const], postings: [] }
  if (report?.state === 'REJECTED')
    return { steps: [{ afterMs: 0, ...changed }], result: { state: 'CLOSED', stateReason: 'ISSUER_REJECTED' } }
  if (report && report.askAgainInMs === undefined)
    return { steps: [{ afterMs: 0, events: [], postings: [] }], result: { state: 'PENDING_ISSUE' } }
  return { steps: [{ afterMs: report?.askAgainInMs ?? 0, ...changed }], result: { state: 'ACTIVE' } }
}

const issue = (ending: string, outcome: IssueOutcome): Scenario => ({
  id: `card-${ending}`,
  kind: 'CARD',
  chosenBy: endingWord(ending),
  sentence: outcome.scenario,
  objectId: { ref: 'card.id' },
  course: issueCourse(outcome),
  calls: (digits) => [
    {
      as: 'card',
      operation: 'createCard',
      input: {
        cardholderId: CUSTOMER,
        platformCardId: `card-${digits}-${ending}`,
        form: 'VIRTUAL',
        fundingSources: [DOLLARS],
        currency: 'USD',
      },
    },
  ],
})

/** A declined purchase moves no money; a pull that fails gives back what was held. */
function purchaseCourse({ decline, pull }: PurchaseOutcome): Course {
  if (decline)
    return {
      steps: [{ afterMs: 0, events: [{ type: 'CARD_TRANSACTION.EXCEPTION' }], postings: [] }],
      result: { status: 'EXCEPTION', declineReason: decline },
    }
  const settled: Step = {
    afterMs: 0,
    events: [{ type: 'CARD_TRANSACTION.AUTHORIZED' }, { type: 'CARD_TRANSACTION.SETTLED' }],
    postings: [
      { from: 'account', to: 'cards', currency: 'USD' },
      { from: 'cards', to: 'rails', currency: 'USD' },
    ],
  }
  if (pull === undefined) return { steps: [settled], result: { status: 'SETTLED' } }
  const pulled = { 'pullSummary.pendingCount': 0 }
  if (pull === 'CONFIRMED')
    return {
      steps: [settled, { afterMs: PURCHASE_PULL_MS, events: [], postings: [] }],
      result: { status: 'SETTLED', ...pulled },
    }
  const failed: Step = {
    afterMs: PURCHASE_PULL_MS,
    events: [{ type: 'CARD_TRANSACTION.EXCEPTION' }],
    postings: [{ from: 'cards', to: 'account', currency: 'USD' }],
  }
  return { steps: [settled, failed], result: { status: 'EXCEPTION', ...pulled } }
}

/** The merchant collects all that was approved. */
const CLEARING: Call = {
  as: 'cleared',
  operation: 'sandboxSimulateCardClearing',
  input: { id: { ref: 'cards.data[0].id' }, cardTransactionId: { ref: 'purchase.id' }, amount: AMOUNT },
}

const purchase = (ending: string, outcome: PurchaseOutcome): Scenario => ({
  id: `purchase-${ending}`,
  kind: 'PURCHASE',
  chosenBy: endingWord(ending),
  sentence: outcome.scenario.replaceAll('`', ''),
  objectId: { ref: 'purchase.id' },
  course: purchaseCourse(outcome),
  calls: (): readonly Call[] => [
    {
      as: 'cards',
      operation: 'listCards',
      input: { cardholderId: CUSTOMER, accountId: DOLLARS, state: 'ACTIVE', limit: 1 },
      otherwise: 'The customer has no active card that is funded by the account: issue one first.',
    },
    {
      as: 'purchase',
      operation: 'sandboxSimulateCardAuthorization',
      input: {
        id: { ref: 'cards.data[0].id' },
        amount: AMOUNT,
        currency: { code: 'USD' },
        merchant: { descriptor: `BLUE BOTTLE ${ending}`, mcc: '5814', country: 'US' },
      },
    },
    ...(outcome.decline ? [] : [CLEARING]),
  ],
})

export const CARD_SCENARIOS: readonly Scenario[] = [
  issue(NO_OUTCOME, { scenario: 'The card is ACTIVE immediately.' }),
  ...Object.entries(ISSUE_OUTCOMES).map(([ending, outcome]) => issue(ending, outcome)),
  purchase(NO_OUTCOME, { scenario: 'Approved; the funding source pays immediately.' }),
  ...Object.entries(PURCHASE_OUTCOMES).map(([ending, outcome]) => purchase(ending, outcome)),
]
