/** Command `causeway listen`: prints events as they happen, and forwards them to a development server. */
import type { Command } from 'commander'
import type { Client } from '../../client/api.ts'
import { ConflictError, NoReplyError } from '../../client/api-error.ts'
import type { StreamedEvent } from '../../contract/events/event-stream.ts'
import { EVENT_TYPES, type EventType } from '../../contract/events/events.ts'
import { printResult, printsJson } from '../answer.ts'
import { httpUrl, oneOf, wholeNumber } from '../arguments.ts'
import { type Connection, connect, withConnection } from './connection.ts'

/** How long one call waits for events. */
const WAIT_SECONDS = 25
/** Interval before the next attempt when the service does not reply. */
const AGAIN_MS = 1_000
/** As the service itself waits for a webhook endpoint. */
const FORWARD_TIMEOUT_MS = 10_000

interface Options extends Connection {
  readonly forwardTo?: string
  readonly type?: EventType
  readonly count?: number
}

export function addListenCommand(program: Command): void {
  withConnection(program.command('listen'))
    .description('print events as they happen; with --forward-to send each to a server, signed like a webhook')
    .option('--forward-to <url>', 'such as http://localhost:3000/webhooks; needs a token with MANAGE', httpUrl)
    .option('--type <type>', 'only these events', oneOf(EVENT_TYPES))
    .option('--count <number>', 'stop after this many events', wholeNumber)
    .addHelpText(
      'after',
      '\nEnds with Ctrl-C. Events that happen while the service is down are printed when it is back.',
    )
    .action((options: Options) =>
      printResult(program.opts(), async () => {
        const json = printsJson(program.opts())
        const print = (event: StreamedEvent, forwarded: Forwarded | undefined) =>
          void process.stdout.write(`${json ? JSON.stringify({ ...event, forwarded }) : line(event, forwarded)}\n`)
        await listen(connect(options, process.env), options, print)
        return undefined
      }),
    )
}

async function listen(
  client: Client,
  { forwardTo, type, count = Number.POSITIVE_INFINITY }: Options,
  print: (event: StreamedEvent, forwarded: Forwarded | undefined) => void,
): Promise<void> {
  let { position } = await client.streamEvents()
  process.stderr.write(forwardTo ? `Forwarding events to ${forwardTo}\n` : 'Waiting for events\n')
  for (let left = count; left > 0; ) {
    const page = await nextPage(client, { position, type })
    position = page.position
    for (const event of page.events.slice(0, left)) {
      print(event, forwardTo === undefined ? undefined : await forward(client, event, forwardTo))
      left--
    }
  }
}

/** Waits while the service is unreachable: the position stays valid, so that no event is missed. */
async function nextPage(client: Client, query: { readonly position: string; readonly type: EventType | undefined }) {
  for (;;) {
    try {
      return await client.streamEvents({ ...query, wait: WAIT_SECONDS })
    } catch (error) {
      if (!(error instanceof NoReplyError)) throw error
      process.stderr.write(`${error.message}; trying again\n`)
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }
}

interface Forwarded {
  /** Absent when there was no response. */
  readonly httpStatus?: number
  readonly durationMs: number
}

/** Sends one event, and reports the outcome to the service. */
async function forward(client: Client, { id: eventId }: StreamedEvent, url: string): Promise<Forwarded> {
  const { body, headers } = await client.signEvent({ eventId })
  const startedAt = performance.now()
  const signal = AbortSignal.timeout(FORWARD_TIMEOUT_MS)
  const reply = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' }).catch(() => undefined)
  const outcome = {
    ...(reply && { httpStatus: reply.status }),
    durationMs: Math.round(performance.now() - startedAt),
  }
  await client.acknowledgeEvent({ eventId, ...outcome }).catch((error: unknown) => {
    // The platform has an endpoint, whose deliveries take precedence.
    if (!(error instanceof ConflictError)) throw error
  })
  return outcome
}

function line({ createdAt, type, resourceId = '' }: StreamedEvent, forwarded: Forwarded | undefined): string {
  const outcome = forwarded && ` → ${forwarded.httpStatus ?? 'no response'} (${forwarded.durationMs} ms)`
  return `${createdAt}  ${type}  ${resourceId}${outcome ?? ''}`
}
