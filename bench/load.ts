/**
 * Owns the load: a process that keeps connections busy with one kind of work, one request outstanding on each. It shares
 * the machine with what it measures, so it speaks HTTP/1.1 over bare sockets and says how much of the CPU it took.
 */
import { connect, type Socket } from 'node:net'

/** One request of a piece of work. `{id}` in the path is the id in the first reply of the same piece. */
export interface Step {
  readonly method: 'GET' | 'POST'
  /** One of them is taken at random. */
  readonly requests: readonly { readonly path: string; readonly body?: string }[]
  readonly status: number
  /** Asked again until the reply contains this. */
  readonly until?: string
}

export interface Load {
  readonly port: number
  readonly authorization: string
  readonly connections: number
  readonly steps: readonly Step[]
  readonly warmUpMs: number
  readonly measureMs: number
}

export interface LoadResult {
  readonly perSecond: number
  /** Of one piece of work, all its requests together, in milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Pieces done in all, those before and after the measurement too. */
  readonly done: number
  /** Cores that this process kept busy meanwhile. */
  readonly cores: number
}

export type LoadMessage = 'measuring' | 'measured' | LoadResult | { readonly fault: string }

const ASK_AGAIN_MS = 5
const ASKED_MAX = 2000

interface Template {
  readonly step: Step
  /** What comes before and after the idempotency key. A path that waits for an id is split there, too. */
  readonly parts: readonly (readonly [string, string, string])[]
}

const templateOf = (step: Step, authorization: string): Template => ({
  step,
  parts: step.requests.map(({ path, body = '' }) => {
    const [before, after = ''] = path.split('{id}')
    const headers = `host: bench\r\nauthorization: ${authorization}\r\n${body && 'content-type: application/json\r\n'}`
    const length = step.method === 'GET' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
    const key = step.method === 'GET' ? 'x-request-id: ' : 'idempotency-key: '
    return [`${step.method} ${before}`, `${after} HTTP/1.1\r\n${headers}${length}${key}`, `\r\n\r\n${body}`] as const
  }),
})

async function run({ port, authorization, connections, steps, warmUpMs, measureMs }: Load): Promise<LoadResult> {
  const templates = steps.map((step) => templateOf(step, authorization))
  // Keys must differ between all runs on one database.
  const keyStart = `${process.pid.toString(36)}-${Date.now().toString(36)}-`
  let keys = 0
  let done = 0
  let taking: number[] | undefined
  let ending = false

  const work = (socket: Socket, send: (text: string) => Promise<Reply>) => async (): Promise<void> => {
    while (!ending) {
      const started = performance.now()
      let id = ''
      for (const { step, parts } of templates) {
        const [before, after, last] = parts[Math.floor(Math.random() * parts.length)] as Template['parts'][number]
        const waitsForId = step.requests[0]?.path.includes('{id}')
        for (let asked = 0; ; asked++) {
          const { status, body } = await send(before + (waitsForId ? id : '') + after + keyStart + keys++ + last)
          if (status !== step.status) throw new Error(`${before} answered ${status}: ${body}`)
          id ||= idIn(body)
          if (!step.until || body.includes(step.until)) break
          if (asked === ASKED_MAX) throw new Error(`${id} does not come to ${step.until}: ${body}`)
          await new Promise((resume) => setTimeout(resume, ASK_AGAIN_MS))
        }
      }
      done++
      taking?.push(performance.now() - started)
    }
    socket.end()
  }

  const workers = await Promise.all(Array.from({ length: connections }, () => opened(port, work)))
  const working = Promise.all(workers.map((worker) => worker()))
  const pass = (ms: number) => Promise.race([working, new Promise((resume) => setTimeout(resume, ms))])
  await pass(warmUpMs)
  taking = []
  const began = performance.now()
  const cpu = process.cpuUsage()
  process.send?.('measuring')
  await pass(measureMs)
  const spent = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
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
  }
}

interface Reply {
  readonly status: number
  readonly body: string
}

/** A connection with one request outstanding at most. Replies have a length; the service sends no other. */
function opened<Worker>(
  port: number,
  make: (socket: Socket, send: (text: string) => Promise<Reply>) => Worker,
): Promise<Worker> {
  return new Promise((resolve, reject) => {
    let answer: (reply: Reply) => void = () => {}
    let fail: (reason: Error) => void = reject
    let text = ''
    const buffer = Buffer.allocUnsafe(16_384)
    const take = (size: number): boolean => {
      text += buffer.toString('latin1', 0, size)
      const head = text.indexOf('\r\n\r\n')
      if (head < 0) return true
      const length = /\r\ncontent-length: (\d+)/i.exec(text)
      if (!length) fail(new Error(`A reply without a length: ${text}`))
      else if (text.length >= head + 4 + Number(length[1])) {
        const reply = { status: Number(text.slice(9, 12)), body: text.slice(head + 4) }
        text = ''
        answer(reply)
      }
      return true
    }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback: take } })
    const send = (request: string) =>
      new Promise<Reply>((resolveReply, rejectReply) => {
        answer = resolveReply
        fail = rejectReply
        socket.write(request, 'latin1')
      })
    socket.once('connect', () => resolve(make(socket, send)))
    socket.on('error', (error) => fail(error))
    socket.on('close', () => fail(new Error('The service closed a connection')))
  })
}

const ID = '"id":"'
function idIn(body: string): string {
  const at = body.indexOf(ID) + ID.length
  return body.slice(at, body.indexOf('"', at))
}

process.once('message', (load: Load) => {
  run(load)
    .catch((error: Error) => ({ fault: error.message }))
    .then((answer: LoadMessage) => process.send?.(answer, () => process.exit()))
})
