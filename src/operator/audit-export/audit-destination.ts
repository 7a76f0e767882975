/** Destinations of the audit export: a file, or a syslog server (RFC 5424) over UDP, TCP or a Unix stream socket. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { connect } from 'node:net'
import { hostname } from 'node:os'
import type { AuditRow } from '../people/verify-chain.ts'
import { exportLine } from '../people/verify-chain.ts'

export type AuditDestination = { readonly text: string } & (
  | { readonly kind: 'FILE' | 'UNIX'; readonly path: string }
  | { readonly kind: 'UDP' | 'TCP'; readonly host: string; readonly port: number }
)

const SYSLOG = /^syslog\+(udp|tcp):\/\/(\[[0-9a-f:]+\]|[^:/[\]\s]+):(\d{1,5})$/i
const PATH = /^(file|syslog\+unix):(?:\/\/)?(\/.+)$/

/** `file:/path`, `syslog+udp://host:port`, `syslog+tcp://host:port` or `syslog+unix:/path`; undefined for other texts. */
export function destinationIn(text: string): AuditDestination | undefined {
  const [, scheme, path] = PATH.exec(text) ?? []
  if (path !== undefined) return { text, kind: scheme === 'file' ? 'FILE' : 'UNIX', path }
  const [, transport, host = '', port = 0] = SYSLOG.exec(text) ?? []
  if (transport === undefined || +port < 1 || +port > 65_535) return undefined
  return {
    text,
    kind: transport.toLowerCase() === 'udp' ? 'UDP' : 'TCP',
    host: host.replace(/[[\]]/g, ''),
    port: +port,
  }
}

/** Time without an answer after which a batch is treated as not received, in milliseconds. */
const TIMEOUT_MS = 5_000

/**
 * Writes entries in order. @throws Error when it is not certain that all of them arrived; over UDP no loss is detected
 */
export async function writeTo(destination: AuditDestination, rows: readonly AuditRow[]): Promise<void> {
  if (destination.kind === 'FILE') return appendTo(destination.path, rows)
  const messages = rows.map((row) => Buffer.from(syslogMessage(row)))
  if (destination.kind === 'UDP') return sendDatagrams(destination, messages)
  // Octet counting, RFC 6587: a message may contain line breaks.
  const bytes = Buffer.concat(messages.flatMap((message) => [Buffer.from(`${message.length} `), message]))
  return stream(destination.kind === 'UNIX' ? { path: destination.path } : destination, bytes)
}

/** The entries are on disk when it resolves. */
async function appendTo(path: string, rows: readonly AuditRow[]): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await file.appendFile(rows.map((row) => `${exportLine(row)}\n`).join(''))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Facility 13 (log audit); severity notice, or warning for refusals and failures. */
const [NOTICE, WARNING] = [13 * 8 + 5, 13 * 8 + 4]
/** The largest sequence id of RFC 5424. */
const SEQUENCE_MAX = 2_147_483_647

/** RFC 5424, with the number of the entry as `sequenceId` and the line of an export as message. */
export function syslogMessage(row: AuditRow): string {
  const { at, action, outcome } = JSON.parse(row.entry) as { at: string; action: string; outcome: string }
  const priority = outcome === 'REFUSED' || outcome === 'FAILED' ? WARNING : NOTICE
  const id = printable(action).slice(0, 32)
  const sequence = ((row.number - 1) % SEQUENCE_MAX) + 1
  return `<${priority}>1 ${at} ${printable(hostname())} causeway - ${id} [meta sequenceId="${sequence}"] ${exportLine(row)}`
}

/** Header fields have printable ASCII only, and no spaces. */
const printable = (text: string): string => text.replace(/[^!-~]/g, '_') || '-'

async function sendDatagrams(
  { host, port }: { host: string; port: number },
  messages: readonly Buffer[],
): Promise<void> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  try {
    for (const message of messages)
      await new Promise<void>((resolve, reject) =>
        socket.send(message, port, host, (error) => (error ? reject(error) : resolve())),
      )
  } finally {
    socket.close()
  }
}

/**
 * One connection per batch. An orderly close by the server, after it has read the end, shows that it has received the
 * whole batch.
 */
async function stream(address: { path: string } | { host: string; port: number }, bytes: Buffer): Promise<void> {
  const socket = connect(address)
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('The syslog server does not answer')))
  socket.resume()
  socket.end(bytes)
  await once(socket, 'close')
}
