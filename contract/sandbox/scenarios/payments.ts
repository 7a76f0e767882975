/** Sandbox scenarios of payments: one for each row of the tables of payouts, transfers and UMA payments. */
import {
  FAILING_SENDERS,
  PAYOUT_OUTCOMES,
  SANDBOX_UMA_DOMAIN,
  type SimulatedOutcome,
  TRANSFER_OUTCOMES,
  UMA_OUTCOMES,
} from '../outcomes.ts'
import { type Course, incomingCourse, payoutCourse, transferInCourse, transferOutCourse } from './course.ts'
import {
  AMOUNT,
  type Call,
  CUSTOMER,
  DOLLARS,
  endingWord,
  NO_OUTCOME,
  type Scenario,
  type ScenarioKind,
} from './scenario.ts'

const SUCCEEDS: SimulatedOutcome = { scenario: 'It arrives.' }

type Common = Omit<Scenario, 'kind' | 'chosenBy' | 'sentence' | 'course' | 'id'>

const mexicanAccount = (number: string): Call => ({
  as: 'recipient',
  operation: 'createCustomerExternalAccount',
  input: {
    customerId: CUSTOMER,
    currency: 'MXN',
    accountInfo: {
      accountType: 'MXN_ACCOUNT',
      clabeNumber: number,
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'María García' },
    },
  },
})

export const americanAccount = (number: string): Call => ({
  as: 'bankAccount',
  operation: 'createCustomerExternalAccount',
  input: {
    customerId: CUSTOMER,
    currency: 'USD',
    accountInfo: {
      accountType: 'USD_ACCOUNT',
      routingNumber: '021000021',
      accountNumber: number,
      beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Harbor Paper Co.' },
    },
  },
})

const payout = (ending: string): Common => ({
  objectId: { ref: 'quote.transactionId' },
  calls: (digits) => [
    mexicanAccount(`032${digits}${ending}`),
    {
      as: 'quote',
      operation: 'createQuote',
      input: {
        source: { sourceType: 'ACCOUNT', accountId: DOLLARS },
        destination: { destinationType: 'ACCOUNT', accountId: { ref: 'recipient.id' } },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: AMOUNT,
        immediatelyExecute: true,
      },
    },
  ],
})

const transfer = (operation: 'createTransferOut' | 'createTransferIn', ending: string): Common => {
  const inside = { accountId: DOLLARS }
  const outside = { accountId: { ref: 'bankAccount.id' } }
  const [source, destination] = operation === 'createTransferOut' ? [inside, outside] : [outside, inside]
  return {
    objectId: { ref: 'transfer.id' },
    calls: (digits) => [
      // Of another bank than transfers the other way, so that both can be run with the same digits.
      americanAccount(`${operation === 'createTransferOut' ? 1 : 2}${digits.slice(4)}${ending}`),
      { as: 'transfer', operation, input: { source, destination, amount: AMOUNT } },
    ],
  }
}

const umaOut = (umaAddress: string, currency: string): Common => ({
  objectId: { ref: 'quote.transactionId' },
  calls: (): readonly Call[] => [
    { as: 'lookup', operation: 'lookupUma', input: { receiverUmaAddress: umaAddress, customerId: CUSTOMER } },
    {
      as: 'quote',
      operation: 'createQuote',
      input: {
        source: { sourceType: 'ACCOUNT', accountId: DOLLARS },
        destination: { destinationType: 'UMA_ADDRESS', umaAddress, currency },
        lookupId: { ref: 'lookup.lookupId' },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: AMOUNT,
        senderCustomerInfo: { FULL_NAME: 'Northwind Ltd' },
        immediatelyExecute: true,
      },
    },
  ],
})

const umaIn = (senderUmaAddress: string): Common => ({
  objectId: { ref: 'incoming.id' },
  calls: () => [
    {
      as: 'incoming',
      operation: 'sandboxReceive',
      input: {
        senderUmaAddress,
        customerId: CUSTOMER,
        receivingCurrencyCode: 'USD',
        receivingCurrencyAmount: AMOUNT,
      },
    },
  ],
})

/** Those of one table, after the success that no row of it describes. */
function byEnding(
  outcomes: Readonly<Record<string, SimulatedOutcome>>,
  {
    kind,
    make,
    courseOf,
  }: {
    readonly kind: ScenarioKind
    readonly make: (ending: string) => Common
    readonly courseOf: (outcome: SimulatedOutcome) => Course
  },
): Scenario[] {
  return [[NO_OUTCOME, SUCCEEDS] as const, ...Object.entries(outcomes)].map(([ending, outcome]) => ({
    id: `${kind.toLowerCase().replace('_', '-')}-${ending}`,
    kind,
    chosenBy: endingWord(ending),
    sentence: outcome.scenario,
    course: courseOf(outcome),
    ...make(ending),
  }))
}

const addressOf = (name: string) => `$${name}@${SANDBOX_UMA_DOMAIN}`

export const PAYMENT_SCENARIOS: readonly Scenario[] = [
  ...byEnding(PAYOUT_OUTCOMES, {
    kind: 'PAYOUT',
    make: payout,
    courseOf: (outcome) => payoutCourse(outcome, { sent: 'USD', received: 'MXN' }),
  }),
  ...byEnding(TRANSFER_OUTCOMES, {
    kind: 'TRANSFER_OUT',
    make: (ending) => transfer('createTransferOut', ending),
    courseOf: (outcome) => transferOutCourse(outcome, 'USD'),
  }),
  ...byEnding(TRANSFER_OUTCOMES, {
    kind: 'TRANSFER_IN',
    make: (ending) => transfer('createTransferIn', ending),
    courseOf: (outcome) => transferInCourse(outcome, 'USD'),
  }),
  ...Object.entries(UMA_OUTCOMES).map(
    ([name, outcome]): Scenario => ({
      id: `uma-out-${name}`,
      kind: 'UMA_OUT',
      chosenBy: addressOf(name),
      sentence: outcome.scenario,
      course: payoutCourse(outcome, { sent: 'USD', received: outcome.currency }),
      ...umaOut(addressOf(name), outcome.currency),
    }),
  ),
  ...[['any.other', undefined] as const, ...Object.entries(FAILING_SENDERS)].map(
    ([name, failing]): Scenario => ({
      id: `uma-in-${name}`,
      kind: 'UMA_IN',
      chosenBy: addressOf(name),
      sentence: failing?.scenario ?? 'It arrives.',
      course: incomingCourse(failing, 'USD'),
      ...umaIn(addressOf(name)),
    }),
  ),
]
