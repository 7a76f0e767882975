/**
 * Load process: keeps connections busy with one kind of work, one outstanding request on each. It shares the machine with
 * what it measures, so it reports its own CPU use, and the part of it spent on signatures.
 */
import { createPrivateKey, type JsonWebKey, type KeyObject, sign } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Connection, openConnection } from './connection.ts'
import { FIRST_ID } from './target.ts'

/** One request of a piece of work. */
export interface Step {
  readonly method: 'GET' | 'POST'
  /** Variants; one is chosen at random. */
  readonly requests: readonly StepRequest[]
  readonly status: number
  /** Repeated until the reply contains this. */
  readonly until?: string
  /** What the reply must contain. */
  readonly says?: string
  /** Sent with a wallet's signature of `payloadToSign` in the first reply, by the signing key of the first request. */
  readonly signed?: true
}

export interface StepRequest {
  readonly path: string
  readonly body?: string
  /** P-256 private key for the later steps of the same piece of work. */
  readonly signingKey?: JsonWebKey
}

export interface Load {
  readonly authorization: string
  readonly connections: number
  /** Groups of work; connections are divided evenly among them. */
  readonly groups: readonly Group[]
  /** Pieces started per second at regular intervals, regardless of earlier ones; absent: each starts when the last ends. */
  readonly paceInPieces?: number
  readonly warmUpMs: number
  readonly measureMs: number
}

export interface Group {
  /** Ports of the service's processes; each request goes to one at random. */
  readonly ports: readonly number[]
  readonly steps: readonly Step[]
}

export interface LoadResult {
  readonly perSecond: number
  /** Milliseconds for a whole piece of work; with a pace, from the time it was due. */
  readonly p50: number
  readonly p99: number
  /** Completed pieces, including those before and after the measured window. */
  readonly done: number
  /** Those of them that ended after the beginning of the window. */
  readonly doneSince: number
  /** Cores that this process used. */
  readonly cores: number
  /** Part of `cores` spent on signing, in wall-clock time; overestimates on a busy machine. */
  readonly signingCores: number
}

export type LoadMessage = 'measuring' | 'measured' | LoadResult | { readonly fault: string }

const ASK_AGAIN_MS = 5
const ASKED_MAX = 2000

interface Template {
  readonly step: Step
  readonly requests: readonly {
    /** Text before and after the Idempotency-Key; a path that needs an id is split there as well. */
    readonly parts: readonly [string, string, string]
    readonly key: KeyObject | undefined
  }[]
}

const requestTemplate = (step: Step, authorization: string): Template => ({
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
  const templates = groups.map(({ steps }) => steps.map((step) => requestTemplate(step, authorization)))
  const turn = turnsAt(paceInPieces)
  // Keys must be unique across all runs on one database.
  const keyStart = `${process.pid.toString(36)}-${Date.now().toString(36)}-`
  let keys = 0
  let done = 0
  let signingMs = 0
  let taking: number[] | undefined
  let ending = false

  const signReply = (reply: string, key: KeyObject): string => {
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
      const signature = step.signed ? signReply(first, signer as KeyObject) : ''
      for (let asked = 0; ; asked++) {
        const id = waitsForId ? idIn(first) : ''
        const { status, body } = await send(before + id + after + keyStart + keys++ + signature + last)
        if (status !== step.status || (step.says && !body.includes(step.says)))
          throw new Error(`${before} answered ${status}: ${body}`)
        first ||= body
        if (!step.until || body.includes(step.until)) break
        if (asked === ASKED_MAX) throw new Error(`${id} does not become ${step.until}: ${body}`)
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
    Array.from({ length: connections }, (_, i) => openOneConnection((groups[i % groups.length] as Group).ports)),
  )
  const working = Promise.all(opened.map(work))
  const pass = (ms: number) => Promise.race([working, pause(ms)])
  await pass(warmUpMs)
  taking = []
  signingMs = 0
  const doneBefore = done
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
    doneSince: done - doneBefore,
    cores: (user + system) / 1000 / spent,
    signingCores,
  }
}

/** One connection per port, used as one. */
async function openOneConnection(ports: readonly number[]): Promise<Connection> {
  const all = await Promise.all(ports.map(openConnection))
  const pickOne = () => all[Math.floor(Math.random() * all.length)] as Connection
  return { send: (request) => pickOne().send(request), end: () => all.forEach(({ end }) => void end()) }
}

/** Waits for the next start time. @returns that time, so that waiting for a connection counts as latency */
function turnsAt(perSecond: number | undefined): () => Promise<number> {
  if (perSecond === undefined) return async () => performance.now()
  let next = performance.now()
  return async () => {
    const due = next
    next += 1000 / perSecond
    // Timers have a resolution of 1 ms and may fire early.
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
/** Bytes to sign; the reply is Latin-1. */
function payloadIn(body: string): Buffer {
  const found = PAYLOAD.exec(body)
  if (!found) throw new Error(`No payloadToSign in ${body}`)
  return Buffer.from(JSON.parse(found[1] as string), 'latin1')
}

process.once('message', (load: Load) => {
  run(load)
    .catch((error: Error) => ({ fault: error.message }))
    .then((answer: LoadMessage) => process.send?.(answer, () => process.exit()))
})
