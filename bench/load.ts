/**
 * Owns the load: a process that keeps connections busy with one kind of work, one request outstanding on each. It shares
 * the machine with what it measures, so it says how much of the CPU it took, and how much of that for signatures.
 */
import { createPrivateKey, type JsonWebKey, type KeyObject, sign } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Connection, openConnection } from './connection.ts'
import { FIRST_ID } from './target.ts'

/** One request of a piece of work. */
export interface Step {
  readonly method: 'GET' | 'POST'
  /** One of them is taken at random. */
  readonly requests: readonly StepRequest[]
  readonly status: number
  /** Asked again until the reply contains this. */
  readonly until?: string
  /** What the reply must contain. */
  readonly says?: string
  /** Carries a wallet's signature: of `payloadToSign` in the first reply of the piece, by the key of its first request. */
  readonly signed?: true
}

export interface StepRequest {
  readonly path: string
  readonly body?: string
  /** Private key on P-256 for what follows in the same piece. */
  readonly signingKey?: JsonWebKey
}

export interface Load {
  readonly authorization: string
  readonly connections: number
  /** Work by group: connections are spread evenly over the groups. */
  readonly groups: readonly Group[]
  /** Pieces begin at even times, so many a second, whatever became of those before; absent: each when one before it ends. */
  readonly paceInPieces?: number
  readonly warmUpMs: number
  readonly measureMs: number
}

export interface Group {
  /** Of the processes that serve it; each request goes to one of them at random. */
  readonly ports: readonly number[]
  readonly steps: readonly Step[]
}

export interface LoadResult {
  readonly perSecond: number
  /** Of one piece of work, all its requests together, in milliseconds; at a pace, from when it was due. */
  readonly p50: number
  readonly p99: number
  /** Pieces done in all, those before and after the measurement too. */
  readonly done: number
  /** Cores that this process kept busy meanwhile. */
  readonly cores: number
  /** Those of them that made signatures, by the clock: on a busy machine that looks like more. */
  readonly signingCores: number
}

export type LoadMessage = 'measuring' | 'measured' | LoadResult | { readonly fault: string }

const ASK_AGAIN_MS = 5
const ASKED_MAX = 2000

interface Template {
  readonly step: Step
  readonly requests: readonly {
    /** What comes before and after the idempotency key. A path that waits for an id is split there, too. */
    readonly parts: readonly [string, string, string]
    readonly key: KeyObject | undefined
  }[]
}

const templateOf = (step: Step, authorization: string): Template => ({
  step,
  requests: step.requests.map(({ path, body = '', signingKey }) => {
    const [before, after = ''] = path.split(FIRST_ID)
    const headers = `host: bench\r\nauthorization: ${authorization}\r\n${body && 'content-type: application/json\r\n'}`
    const length = step.method === 'GET' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
    const key = step.method === 'GET' ? 'x-request-id: ' : 'idempotency-key: '
    return {
      parts: [`${step.method} ${before}`, `${after} HTTP/1.1\r\n${headers}${length}${key}`, `\r\n\r\n${body}`],
      key: signingKey && createPrivateKey({ key: signingKey, format: 'jwk' }),
    }
  }),
})

async function run(load: Load): Promise<LoadResult> {
  const { authorization, connections, groups, paceInPieces, warmUpMs, measureMs } = load
  const templates = groups.map(({ steps }) => steps.map((step) => templateOf(step, authorization)))
  const turn = turnsAt(paceInPieces)
  // Keys must differ between all runs on one database.
  const keyStart = `${process.pid.toString(36)}-${Date.now().toString(36)}-`
  let keys = 0
  let done = 0
  let signingMs = 0
  let taking: number[] | undefined
  let ending = false

  const signatureOf = (reply: string, key: KeyObject): string => {
    const began = performance.now()
    const signature = sign('sha256', payloadIn(reply), key).toString('base64')
    signingMs += performance.now() - began
    return `\r\nservice-wallet-signature: ${signature}`
  }
  const piece = async ({ send }: Connection, templates: readonly Template[]): Promise<void> => {
    let first = ''
    let signer: KeyObject | undefined
    for (const { step, requests } of templates) {
      const { parts, key } = requests[Math.floor(Math.random() * requests.length)] as Template['requests'][number]
      const [before, after, last] = parts
      signer ??= key
      const waitsForId = step.requests[0]?.path.includes(FIRST_ID)
      const signature = step.signed ? signatureOf(first, signer as KeyObject) : ''
      for (let asked = 0; ; asked++) {
        const id = waitsForId ? idIn(first) : ''
        const { status, body } = await send(before + id + after + keyStart + keys++ + signature + last)
        if (status !== step.status || (step.says && !body.includes(step.says)))
          throw new Error(`${before} answered ${status}: ${body}`)
        first ||= body
        if (!step.until || body.includes(step.until)) break
        if (asked === ASKED_MAX) throw new Error(`${id} does not come to ${step.until}: ${body}`)
        await pause(ASK_AGAIN_MS)
      }
    }
  }
  const work = async (connection: Connection, i: number): Promise<void> => {
    for (;;) {
      const started = await turn()
      if (ending) return connection.end()
      await piece(connection, templates[i % templates.length] as Template[])
      done++
      taking?.push(performance.now() - started)
    }
  }

  const opened = await Promise.all(
    Array.from({ length: connections }, (_, i) => openOneOf((groups[i % groups.length] as Group).ports)),
  )
  const working = Promise.all(opened.map(work))
  const pass = (ms: number) => Promise.race([working, pause(ms)])
  await pass(warmUpMs)
  taking = []
  signingMs = 0
  const began = performance.now()
  const cpu = process.cpuUsage()
  process.send?.('measuring')
  await pass(measureMs)
  const spent = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  const signingCores = signingMs / spent
  const taken = Float64Array.from(taking).sort()
  taking = undefined
  process.send?.('measured')
  ending = true
  await working
  const at = (share: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? Number.NaN
  return {
    perSecond: (taken.length / spent) * 1000,
    p50: at(0.5),
    p99: at(0.99),
    done,
    cores: (user + system) / 1000 / spent,
    signingCores,
  }
}

/** A connection to each of the ports, used as one. */
async function openOneOf(ports: readonly number[]): Promise<Connection> {
  const all = await Promise.all(ports.map(openConnection))
  const oneOf = () => all[Math.floor(Math.random() * all.length)] as Connection
  return { send: (request) => oneOf().send(request), end: () => all.forEach(({ end }) => void end()) }
}

/** Waits for the next turn. @returns when it was due, so that a piece that had to wait for a connection is counted with its wait */
function turnsAt(perSecond: number | undefined): () => Promise<number> {
  if (perSecond === undefined) return async () => performance.now()
  let next = performance.now()
  return async () => {
    const due = next
    next += 1000 / perSecond
    // Timers count whole milliseconds and may be early by one.
    for (let left = due - performance.now(); left > 0; left = due - performance.now()) await pause(Math.ceil(left))
    return due
  }
}

const ID = '"id":"'
function idIn(body: string): string {
  const at = body.indexOf(ID) + ID.length
  return body.slice(at, body.indexOf('"', at))
}

const PAYLOAD = /"payloadToSign":("(?:[^"\\]|\\.)*")/
/** The bytes to sign: of the reply every character is a byte. */
function payloadIn(body: string): Buffer {
  const found = PAYLOAD.exec(body)
  if (!found) throw new Error(`Nothing to sign in ${body}`)
  return Buffer.from(JSON.parse(found[1] as string), 'latin1')
}

process.once('message', (load: Load) => {
  run(load)
    .catch((error: Error) => ({ fault: error.message }))
    .then((answer: LoadMessage) => process.send?.(answer, () => process.exit()))
})
