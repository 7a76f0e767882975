/** Sandbox scenario: calls of the public API, the object that they are about, and the course that is expected. */
import type { Course } from './course.ts'

/** A value from the reply of an earlier call: `quote.transactionId`, `cards.data[0].id`. */
export interface Ref {
  readonly ref: string
}
export type Value = string | number | boolean | Ref | readonly Value[] | { readonly [name: string]: Value }

/** One call of the public API. */
export interface Call {
  /** Name of its reply. */
  readonly as: string
  readonly operation: string
  /** Path, query and body in one object, as the client's methods take them. */
  readonly input: { readonly [name: string]: Value }
  /** Why a later call cannot be made, where it needs something that the reply can lack. */
  readonly otherwise?: string
}

/** The customer who takes part: its id, and its account in dollars. */
export const CUSTOMER: Ref = { ref: 'customer.id' }
export const DOLLARS: Ref = { ref: 'dollars.id' }
/** Minor units of US dollars. */
export const AMOUNT = 10_000
/** An ending that no table has. */
export const NO_OUTCOME = '719'
/** Which endings of an identifier choose the outcome, as people read it. */
export const endingWord = (ending: string): string => (ending === NO_OUTCOME ? 'any other ending' : `…${ending}`)

export interface Scenario {
  /** In the address of its page: `payout-003`. */
  readonly id: string
  readonly kind: ScenarioKind
  /** What chooses the outcome: `…003`, `$success.usd@sandbox.uma.example`. */
  readonly chosenBy: string
  readonly sentence: string
  /**
   * The calls that make it happen, in order.
   * @param digits twelve that no run had before: nothing can be registered twice
   */
  readonly calls: (digits: string) => readonly Call[]
  /** Id of the object that the course is about: a payment, a customer, a card. */
  readonly objectId: Ref
  readonly course: Course
  /** The last call is refused: the result is the error's `code`. */
  readonly isRefused?: true
}

interface KindOfScenario {
  readonly title: string
  readonly about: string
  /** Word for the object of the course. */
  readonly object: string
  /** The operation that reads it, and its parameter. */
  readonly read: { readonly operation: string; readonly idName: string }
}

const PAYMENT = { object: 'payment', read: { operation: 'getTransactionById', idName: 'transactionId' } }

export const SCENARIO_KINDS = {
  PAYOUT: {
    ...PAYMENT,
    title: 'Payout of a quote',
    about: 'Dollars from an account, converted and paid to a bank account in Mexico.',
  },
  TRANSFER_OUT: {
    ...PAYMENT,
    title: 'Transfer out',
    about: 'Dollars from an account to a bank account in the United States.',
  },
  TRANSFER_IN: {
    ...PAYMENT,
    title: 'Transfer in',
    about: 'Dollars pulled from a bank account in the United States.',
  },
  UMA_OUT: { ...PAYMENT, title: 'Payment to a UMA address', about: 'Dollars to the simulated institution.' },
  UMA_IN: {
    ...PAYMENT,
    title: 'Payment from a UMA address',
    about: 'Dollars from the simulated institution, accepted by the platform.',
  },
  ACCOUNT_CHECK: {
    title: 'Name check of an account',
    about: 'A bank account is registered, and the bank compares the name of its owner.',
    object: 'account',
    read: { operation: 'getCustomerExternalAccountById', idName: 'externalAccountId' },
  },
  VERIFICATION: {
    title: 'Verification of a business',
    about: 'A new business is submitted for verification; its registration number selects the outcome.',
    object: 'business',
    read: { operation: 'getCustomerById', idName: 'customerId' },
  },
  OWNER: {
    title: 'Verification of a beneficial owner',
    about: 'A person who owns a new business is added; the last name selects the outcome.',
    object: 'owner',
    read: { operation: 'getBeneficialOwner', idName: 'beneficialOwnerId' },
  },
  CARD: {
    title: 'Issue of a card',
    about:
      "A card for the customer, funded by an account in dollars; the platform's id of the card selects the outcome.",
    object: 'card',
    read: { operation: 'getCardById', idName: 'id' },
  },
  PURCHASE: {
    title: 'Card purchase',
    about: "A purchase with the customer's card; the merchant's descriptor selects the outcome.",
    object: 'purchase',
    read: { operation: 'getCardTransactionById', idName: 'id' },
  },
} as const satisfies Readonly<Record<string, KindOfScenario>>
export type ScenarioKind = keyof typeof SCENARIO_KINDS

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
export const isList = (value: Value): value is readonly Value[] => Array.isArray(value)
export const isRef = (value: Value): value is Ref => isRecord(value) && typeof value.ref === 'string'

/** Value at a path of an object: `data[0].id`, `pullSummary.pendingCount`. @returns undefined if the path leads nowhere */
export function valueAt(from: unknown, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter((name) => name !== '')
    .reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), from)
}

/** The value, with what earlier replies contain in place of the references. @throws Error at a reference that no reply has */
function resolve(value: Value, replies: Readonly<Record<string, unknown>>): unknown {
  if (typeof value !== 'object') return value
  if (isList(value)) return value.map((part) => resolve(part, replies))
  if (!isRef(value))
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolve(part, replies)]))
  const found = valueAt(replies, value.ref)
  if (found === undefined) throw new Error(`No reply has ${value.ref}`)
  return found
}

/** The customer who takes part and its account in dollars, and digits that no run had before. */
export interface Given {
  readonly customer: { readonly id: string }
  readonly dollars: { readonly id: string }
  readonly digits: string
}

/**
 * Makes the calls, one after another.
 * @returns id of the object, or `code` of the refusal where one is expected
 * @throws Error when a call needs what an earlier reply lacks, or what `call` throws
 */
export async function runScenario(
  scenario: Scenario,
  { customer, dollars, digits }: Given,
  call: (operation: string, input: object) => Promise<unknown>,
): Promise<string> {
  const replies: Record<string, unknown> = { customer, dollars }
  const calls = scenario.calls(digits)
  let otherwise: string | undefined
  for (const { as, operation, input, otherwise: reason } of calls) {
    const values = resolved(input, { replies, otherwise })
    otherwise = reason
    try {
      replies[as] = await call(operation, values as object)
    } catch (fault) {
      if (!scenario.isRefused || as !== calls.at(-1)?.as) throw fault
      return String((fault as { readonly code?: unknown }).code)
    }
  }
  return resolve(scenario.objectId, replies) as string
}

function resolved(
  input: Value,
  {
    replies,
    otherwise,
  }: { readonly replies: Readonly<Record<string, unknown>>; readonly otherwise: string | undefined },
): unknown {
  try {
    return resolve(input, replies)
  } catch (fault) {
    throw otherwise === undefined ? fault : new Error(otherwise, { cause: fault })
  }
}
