/** Commands `causeway clock` and `causeway inbox`: the sandbox of a developer. */
import type { Command } from 'commander'
import type { Client } from '../../client/api.ts'
import type { SandboxMail } from '../../client/operations.generated.ts'
import { type Form, forPeople, printResult, printsJson } from '../answer.ts'
import { duration, seconds, time } from '../arguments.ts'
import { type Connection, connect, withConnection } from './connection.ts'

export function addSandboxCommands(program: Command): void {
  addClock(program)
  addInbox(program)
}

function addClock(program: Command): void {
  const clock = program.command('clock').description('clock of the sandbox, which all its deadlines follow')
  const add = (name: string, about: string, move: (client: Client, typed: string) => Promise<Clock>) =>
    withConnection(clock.command(name).description(about)).action((...given) => {
      const options = given.at(-2) as Connection
      return printResult(program.opts(), async () => {
        const client = connect(options, process.env)
        const moved = await move(client, given[0])
        return clockShown(program.opts(), name === 'show' ? moved : await finished(client, moved))
      })
    })
  add('show', 'its time, and the jobs that are due next', (client) => client.getSandboxClock())
  add('next', 'move it to the next job that is due', (client) => client.advanceSandboxClockToNext())
  add('freeze', 'stop it; it can still be moved', (client) => client.freezeSandboxClock())
  add('unfreeze', 'let it run', (client) => client.unfreezeSandboxClock())
  add('advance', 'move it forward', (client, by) =>
    client.advanceSandboxClock({ seconds: by as unknown as number }),
  ).argument('<duration>', 'such as 90s, 5m, 36h or 2d', duration)
  add('advance-to', 'move it to a time', (client, to) => client.advanceSandboxClockTo({ time: to })).argument(
    '<time>',
    'ISO 8601',
    time,
  )
}

type Clock = Awaited<ReturnType<Client['getSandboxClock']>>

/** Polling interval while a move continues in the background. */
const LOOK_MS = 500

/** Waits for the end of a long move, with progress on standard error. */
async function finished(client: Client, moved: Clock): Promise<Clock> {
  let clock = moved
  for (; clock.moving; clock = await client.getSandboxClock()) {
    const { done, left, to } = clock.moving
    process.stderr.write(`${done} jobs done, ${left} left until ${to}\n`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return clock
}

/** For people, a line with the time and a table of due jobs. */
function clockShown(form: Form, clock: Clock): object | undefined {
  if (printsJson(form)) return clock
  const { now, frozen, due, moving } = clock
  const note = frozen ? ' (frozen)' : moving ? ` (${moving.left} jobs left until ${moving.to})` : ''
  process.stdout.write(`${now}${note}\n${due.length > 0 ? forPeople(due) : 'Nothing is due.\n'}`)
  return undefined
}

function addInbox(program: Command): void {
  withConnection(program.command('inbox').description('mails that the sandbox has sent, newest first'))
    .option('--to <address>', 'mails to this address')
    .option('--wait [seconds]', 'wait for the first mail that is sent from now on, at most 30 seconds', seconds(30))
    .option('--code', 'print the one-time code of the newest mail only')
    .action((options: Connection & InboxOptions) => printResult(program.opts(), () => readInbox(options)))
}

interface InboxOptions {
  readonly to?: string
  /** Seconds; true: the maximum. */
  readonly wait?: number | true
  readonly code?: true
}

/** @throws Error when no mail arrived, or the newest one has no code */
async function readInbox({ to, wait, code, ...connection }: Connection & InboxOptions): Promise<object | undefined> {
  const client = connect(connection, process.env)
  const createdAfter = wait === undefined ? undefined : (await client.getSandboxClock()).now
  const { data } = await client.listSandboxInbox({ to, createdAfter, wait: wait === true ? 30 : wait })
  const [newest] = data
  if (wait !== undefined && !newest) throw new Error('No mail was sent')
  if (!code) return data.map(shown)
  if (!newest?.codes[0]) throw new Error(newest ? 'The newest mail has no code' : 'There is no mail')
  process.stdout.write(`${newest.codes[0]}\n`)
  return undefined
}

const shown = ({ createdAt, to, subject, codes }: SandboxMail) => ({ createdAt, to, subject, codes })
