/** Commands `causeway events` and `causeway requests`: events of the platform, and requests to the API. */
import type { Command } from 'commander'
import type { Client } from '../../client/api.ts'
import { EVENT_TYPES, type EventType } from '../../contract/events/events.ts'
import type { RecordedEvent } from '../../contract/events/recorded-events.ts'
import type { ApiRequest, RequestOutcome } from '../../contract/platform/api-requests.ts'
import { printResult, printsJson } from '../answer.ts'
import { oneOf, timeOrAgo, wholeNumber } from '../arguments.ts'
import { type Connection, connect, withConnection } from './connection.ts'

const LIMIT = 20
const OUTCOMES = ['SUCCEEDED', 'REFUSED', 'FAILED'] as const satisfies readonly RequestOutcome[]

export function addLogCommands(program: Command): void {
  addEvents(program)
  addRequests(program)
}

/** Runs an action with a client, and prints its result. */
function action<Options extends Connection>(
  program: Command,
  command: Command,
  work: (client: Client, options: Options, argument: string) => Promise<object | undefined>,
): void {
  command.action((...given: unknown[]) => {
    const options = given.at(-2) as Options
    return printResult(program.opts(), () => work(connect(options, process.env), options, given[0] as string))
  })
}

/** Items unchanged for programs, as columns of a table in human-readable form. */
const shown = <Item extends object>(program: Command, items: readonly Item[], columns: (item: Item) => object) =>
  printsJson(program.opts()) ? items : items.map(columns)

function addEvents(program: Command): void {
  const events = program.command('events').description('events of the platform, and sending them again')
  action<EventOptions>(
    program,
    withConnection(events.command('list'))
      .description('list events, newest first')
      .option('--type <type>', 'such as OUTGOING_PAYMENT.COMPLETED', oneOf(EVENT_TYPES))
      .option('--resource <id>', 'of one resource')
      .option('--limit <number>', 'how many', wholeNumber, LIMIT),
    async (client, { type, resource, limit }) => {
      const { data } = await client.listEvents({ type, resourceId: resource, limit })
      return shown(program, data, eventColumns)
    },
  )
  action(
    program,
    withConnection(events.command('get <event-id>')).description('one event, with its body and attempts'),
    (client, _, eventId) => client.getEventById({ eventId: eventId as `Webhook:${string}` }),
  )
  action(
    program,
    withConnection(events.command('resend <event-id>')).description('send an event to the webhook endpoint again'),
    (client, _, eventId) => client.resendEvent({ eventId: eventId as `Webhook:${string}` }),
  )
  action<ReplayOptions>(
    program,
    withConnection(events.command('replay'))
      .description('send all events of a time range to the webhook endpoint again')
      .requiredOption('--since <time>', 'ISO 8601, or how long ago: 15m, 2h', timeOrAgo)
      .option('--until <time>', 'the same; default: now', timeOrAgo),
    async (client, { since, until }) => {
      const now = await timeOf(client)
      return client.replayEvents({ since: since(now), ...(until && { until: until(now) }) })
    },
  )
}

interface EventOptions extends Connection {
  readonly type?: EventType
  readonly resource?: string
  readonly limit: number
}
interface ReplayOptions extends Connection {
  readonly since: ReturnType<typeof timeOrAgo>
  readonly until?: ReturnType<typeof timeOrAgo>
}

/** The sandbox's clock may be ahead of this machine's. */
const timeOf = (client: Client): Promise<number> =>
  client.getSandboxClock().then(
    ({ now }) => Date.parse(now),
    () => Date.now(),
  )

const eventColumns = ({ createdAt, type, resourceId, deliveryStatus, id }: RecordedEvent) => ({
  createdAt,
  type,
  resource: resourceId ?? '',
  delivery: deliveryStatus,
  id,
})

function addRequests(program: Command): void {
  const requests = program.command('requests').description('requests that were sent to the API, with their responses')
  action<RequestOptions>(
    program,
    withConnection(requests.command('list'))
      .description('list requests, newest first')
      .option('--operation <name>', 'such as createQuote')
      .option('--outcome <outcome>', OUTCOMES.join(', '), oneOf(OUTCOMES))
      .option('--status <status>', 'HTTP status', wholeNumber)
      .option('--key <key>', 'with this Idempotency-Key')
      .option('--request <id>', 'with this X-Request-Id')
      .option('--limit <number>', 'how many', wholeNumber, LIMIT),
    async (client, { operation, outcome, status, key, request, limit }) => {
      const filter = { operation, outcome, status, idempotencyKey: key, requestId: request }
      const { data } = await client.listApiRequests({ ...filter, limit })
      return shown(program, data, requestColumns)
    },
  )
  action(
    program,
    withConnection(requests.command('get <id>')).description(
      'one request with its bodies, by its id or by the X-Request-Id of its response',
    ),
    async (client, _, id) => client.getApiRequestById({ apiRequestId: await idFor(client, id) }),
  )
}

interface RequestOptions extends Connection {
  readonly operation?: string
  readonly outcome?: RequestOutcome
  readonly status?: number
  readonly key?: string
  readonly request?: string
  readonly limit: number
}

/** @throws Error for an X-Request-Id without a recorded request */
async function idFor(client: Client, id: string): Promise<ApiRequest['id']> {
  if (id.startsWith('ApiRequest:')) return id as ApiRequest['id']
  const { data } = await client.listApiRequests({ requestId: id, limit: 1 })
  if (!data[0]) throw new Error(`There is no recorded request with the X-Request-Id ${id}`)
  return data[0].id
}

const requestColumns = ({ createdAt, method, path, status, durationMs, errorCode, id }: ApiRequest) => ({
  createdAt,
  request: `${method} ${path}`,
  status: errorCode ? `${status} ${errorCode}` : status,
  ms: durationMs,
  id,
})
