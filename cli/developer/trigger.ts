/** Command `causeway trigger`: causes an event or runs a scenario in the sandbox, by calls of the public API. */
import { randomInt } from 'node:crypto'
import type { Command } from 'commander'
import type { Client } from '../../client/api.ts'
import type { EventType } from '../../contract/events/events.ts'
import { durationOf, eventsOf } from '../../contract/sandbox/scenarios/course.ts'
import { runScenario, SCENARIO_KINDS, type Scenario, valueAt } from '../../contract/sandbox/scenarios/scenario.ts'
import { SCENARIOS } from '../../contract/sandbox/scenarios/scenarios.ts'
import { printResult } from '../answer.ts'
import { type Connection, connect, withConnection } from './connection.ts'

interface Options extends Connection {
  readonly customer: string
  readonly clock: boolean
  readonly list?: true
}

export function addTriggerCommand(program: Command): void {
  withConnection(program.command('trigger [name]'))
    .description('cause an event or run a scenario in the sandbox: payout-005, OUTGOING_PAYMENT.COMPLETED')
    .option('--list', 'list what can be triggered')
    .option('--customer <platform-customer-id>', 'who pays and is paid', 'northwind')
    .option('--no-clock', "do not move the sandbox's clock; later steps wait for it")
    .action((name: string | undefined, options: Options) =>
      printResult(program.opts(), async () => {
        if (name === undefined || options.list) return TRIGGERS.map(({ name, about }) => ({ name, about }))
        return triggerFor(name).run(connect(options, process.env), options)
      }),
    )
}

interface Trigger {
  readonly name: string
  readonly about: string
  run(client: Client, options: Pick<Options, 'customer' | 'clock'>): Promise<object>
}

/** @throws Error that names what can be triggered */
function triggerFor(name: string): Trigger {
  const found = TRIGGERS.find((trigger) => trigger.name.toLowerCase() === name.toLowerCase())
  if (!found) throw new Error(`${name} cannot be triggered. One of ${TRIGGERS.map((one) => one.name).join(', ')} can`)
  return found
}

export interface Payer {
  readonly customer: { readonly id: `Customer:${string}` }
  /** Its account in US dollars. */
  readonly dollars: { readonly id: `InternalAccount:${string}` }
}

/** Balance that suffices for any scenario, in cents. */
const ENOUGH = 50_000

/** The customer with an account that has enough money. @throws Error when there is none, ApiError outside of a sandbox */
export async function findPayer(client: Client, platformCustomerId: string): Promise<Payer> {
  await client.getSandboxClock()
  const customers = await client.listCustomers({ platformCustomerId })
  const [customer] = customers.data
  if (!customer) throw new Error(`There is no customer ${platformCustomerId}; name one with --customer`)
  const accounts = await client.listCustomerInternalAccounts({ customerId: customer.id, currency: 'USD' })
  const [dollars] = accounts.data
  if (!dollars) throw new Error(`${platformCustomerId} has no account in USD`)
  if (dollars.balance.amount < ENOUGH)
    await client.sandboxFundInternalAccount({ accountId: dollars.id, amount: ENOUGH })
  return { customer, dollars }
}

const scenarioTrigger = (scenario: Scenario, name = scenario.id): Trigger => ({
  name,
  about: `${scenario.sentence} (${scenario.chosenBy})`,
  async run(client, { customer, clock }) {
    const given = { ...(await findPayer(client, customer)), digits: String(randomInt(1e11, 1e12)) }
    const { position } = await client.streamEvents()
    const call = (operation: string, input: object) => client[operation as 'createQuote'](input as never)
    const id = await runScenario(scenario, given, call)
    if (scenario.isRefused) return { refusedWith: id }
    const takesMs = durationOf(scenario.course)
    if (clock && takesMs > 0) await client.advanceSandboxClock({ seconds: Math.ceil(takesMs / 1000) })
    const expected =
      clock || takesMs === 0 ? eventsOf(scenario.course).length : (scenario.course.steps[0]?.events.length ?? 0)
    const isDone = (found: readonly EventType[]) => found.length >= expected
    const events = await eventsAbout(client, id, { position, isDone })
    const { read } = SCENARIO_KINDS[scenario.kind]
    const found = await call(read.operation, { [read.idName]: id })
    const fields = Object.keys(scenario.course.result).map((path) => [path, valueAt(found, path)] as const)
    return { id, ...Object.fromEntries(fields), events }
  },
})

/** How long to wait for the events of an object once they are due. */
const PATIENCE_MS = 60_000

/** Types of an object's events since a position, in order. @throws Error when expected ones do not happen */
export async function eventsAbout(
  client: Client,
  id: string,
  { position, isDone }: { readonly position: string; readonly isDone: (found: readonly EventType[]) => boolean },
): Promise<EventType[]> {
  const found: EventType[] = []
  const deadline = Date.now() + PATIENCE_MS
  for (let at = position; !isDone(found); ) {
    if (Date.now() > deadline) throw new Error(`${id} had only these events: ${found.join(', ')}`)
    const page = await client.streamEvents({ position: at, wait: 5 })
    at = page.position
    found.push(...page.events.filter(({ resourceId }) => resourceId === id).map(({ type }) => type))
  }
  return found
}

/** Events of scenarios, each by the first one that leads to it. */
const SCENARIO_EVENTS: readonly Trigger[] = [
  ...new Set(SCENARIOS.flatMap(({ course }) => eventsOf(course).map(({ type }) => type))),
].map((type) => {
  const scenario = SCENARIOS.find(({ course }) => eventsOf(course).some((event) => event.type === type)) as Scenario
  return { ...scenarioTrigger(scenario, type), about: `as ${scenario.id}: ${scenario.sentence}` }
})

/** A purchase with the customer's first card, which the merchant collects and gives back. */
async function returnedPurchase(client: Client, customer: string): Promise<object> {
  const payer = await findPayer(client, customer)
  const { data } = await client.listCards({ cardholderId: payer.customer.id, state: 'ACTIVE', limit: 1 })
  const [card] = data
  if (!card) throw new Error(`${customer} has no active card`)
  const merchant = { descriptor: 'BLUE BOTTLE COFFEE', mcc: '5814', country: 'US' }
  const made = await client.sandboxSimulateCardAuthorization({
    id: card.id,
    amount: 1_250,
    currency: { code: card.currency },
    merchant,
  })
  const reference = { id: card.id, cardTransactionId: made.id, amount: 1_250 }
  await client.sandboxSimulateCardClearing(reference)
  await client.sandboxSimulateCardReturn(reference)
  return { cardTransactionId: made.id, event: 'CARD_TRANSACTION.REFUNDED' }
}

const OTHER_EVENTS: readonly Trigger[] = [
  {
    name: 'INTERNAL_ACCOUNT.BALANCE_UPDATED',
    about: 'A simulated deposit',
    async run(client, { customer }) {
      const { dollars } = await findPayer(client, customer)
      const { balance } = await client.sandboxFundInternalAccount({ accountId: dollars.id, amount: 100 })
      return { accountId: dollars.id, balance: balance.amount, event: 'INTERNAL_ACCOUNT.BALANCE_UPDATED' }
    },
  },
  {
    name: 'CARD_TRANSACTION.REFUNDED',
    about: "A purchase with the customer's card, and its return",
    run: (client, { customer }) => returnedPurchase(client, customer),
  },
]

const TRIGGERS: readonly Trigger[] = [
  ...SCENARIOS.map((scenario) => scenarioTrigger(scenario)),
  ...SCENARIO_EVENTS,
  ...OTHER_EVENTS,
]
