/** Sandbox scenarios: one for each row of the tables of payments, with the calls that make it happen and their expected course. */
import {
  FAILING_SENDERS,
  PAYOUT_OUTCOMES,
  SANDBOX_UMA_DOMAIN,
  type SimulatedOutcome,
  TRANSFER_OUTCOMES,
  UMA_OUTCOMES,
} from '../outcomes.ts'
import { type Course, incomingCourse, payoutCourse, transferInCourse, transferOutCourse } from './course.ts'

/** A value from the reply of an earlier call: `quote.transactionId`. */
export interface Ref {
  readonly ref: string
}
export type Value = string | number | boolean | Ref | { readonly [name: string]: Value }

/** One call of the public API. */
export interface Call {
  /** Name of its reply. */
  readonly as: string
  readonly operation: string
  /** Path, query and body in one object, as the client's methods take them. */
  readonly input: { readonly [name: string]: Value }
}

/** The customer who takes part: its id, and its account in dollars. */
export const CUSTOMER: Ref = { ref: 'customer.id' }
export const DOLLARS: Ref = { ref: 'dollars.id' }

export interface Scenario {
  /** In the address of its page: `payout-003`. */
  readonly id: string
  readonly kind: ScenarioKind
  /** What chooses the outcome: `…003`, `$success.usd@sandbox.uma.example`. */
  readonly chosenBy: string
  readonly sentence: string
  /**
   * The calls that make it happen; the last one makes the payment.
   * @param digits twelve, for the number of a new external account: its owner cannot register one twice
   */
  readonly calls: (digits: string) => readonly Call[]
  /** Id of the payment. */
  readonly paymentId: Ref
  readonly course: Course
}

export const SCENARIO_KINDS = {
  PAYOUT: {
    title: 'Payout of a quote',
    about: 'Dollars from an account, converted and paid to a bank account in Mexico.',
  },
  TRANSFER_OUT: { title: 'Transfer out', about: 'Dollars from an account to a bank account in the United States.' },
  TRANSFER_IN: { title: 'Transfer in', about: 'Dollars pulled from a bank account in the United States.' },
  UMA_OUT: { title: 'Payment to a UMA address', about: 'Dollars to the simulated institution.' },
  UMA_IN: {
    title: 'Payment from a UMA address',
    about: 'Dollars from the simulated institution, accepted by the platform.',
  },
} as const
export type ScenarioKind = keyof typeof SCENARIO_KINDS

/** Minor units of US dollars. */
const AMOUNT = 10_000
/** An ending that no table has. */
const NO_OUTCOME = '719'
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

const americanAccount = (number: string): Call => ({
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
  paymentId: { ref: 'quote.transactionId' },
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
    paymentId: { ref: 'transfer.id' },
    calls: (digits) => [
      // Of another bank than transfers the other way, so that both can be run with the same digits.
      americanAccount(`${operation === 'createTransferOut' ? 1 : 2}${digits.slice(4)}${ending}`),
      { as: 'transfer', operation, input: { source, destination, amount: AMOUNT } },
    ],
  }
}

const umaOut = (umaAddress: string, currency: string): Common => ({
  paymentId: { ref: 'quote.transactionId' },
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
  paymentId: { ref: 'incoming.id' },
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
    chosenBy: ending === NO_OUTCOME ? 'any other ending' : `…${ending}`,
    sentence: outcome.scenario,
    course: courseOf(outcome),
    ...make(ending),
  }))
}

const addressOf = (name: string) => `$${name}@${SANDBOX_UMA_DOMAIN}`

export const SCENARIOS: readonly Scenario[] = [
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

/** The calls' values, with what earlier replies contain in place of the references. @throws Error at a reference that no reply has */
export function resolve(value: Value, replies: Readonly<Record<string, unknown>>): unknown {
  if (typeof value !== 'object') return value
  if (!isRef(value))
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolve(part, replies)]))
  const [name = '', field = ''] = value.ref.split('.')
  const found = (replies[name] as Readonly<Record<string, unknown>> | undefined)?.[field]
  if (found === undefined) throw new Error(`No reply has ${value.ref}`)
  return found
}

export const isRef = (value: Value): value is Ref => typeof value === 'object' && typeof value.ref === 'string'

/** Makes the calls, one after another. @returns the id of the payment */
export async function runScenario(
  scenario: Scenario,
  given: {
    readonly customer: { readonly id: string }
    readonly dollars: { readonly id: string }
    readonly digits: string
  },
  call: (operation: string, input: object) => Promise<unknown>,
): Promise<string> {
  const replies: Record<string, unknown> = { customer: given.customer, dollars: given.dollars }
  for (const { as, operation, input } of scenario.calls(given.digits))
    replies[as] = await call(operation, resolve(input, replies) as object)
  return resolve(scenario.paymentId, replies) as string
}
