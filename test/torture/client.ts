/**
 * HTTP client of the torture test: requests that are repeated with their key until a process answers, and a record of
 * every attempt.
 */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type AnyInput, requestFor } from '../../client/request.ts'
import type { Contract, OperationId } from '../../contract/contract.ts'
import type { ParamsOf } from '../../contract/operation.ts'
import type { Chance } from '../simulation/chance.ts'

/**
 * Outcome of an attempt. REFUSED: never sent. SILENT: no answer. NOTHING: "nothing was done". UNKNOWN: unknown to the
 * service.
 */
export type Outcome = 'REFUSED' | 'SILENT' | 'NOTHING' | 'UNKNOWN' | 'ANSWERED'

export interface Reply {
  readonly status: number
  readonly text: string
  readonly replayed: boolean
  readonly body: any
}

/** One request, under one key, and the outcome of each attempt. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly key: string | undefined
  readonly authorization: string
  readonly tries: Outcome[]
  reply?: Reply
}

/** Ids in the path of an operation. */
export type Params<Id extends OperationId> = { readonly [Name in keyof ParamsOf<Contract[Id]>]: string }

export interface Asked<Id extends OperationId> extends Pick<AnyInput, 'query' | 'body'> {
  readonly params?: Params<Id>
  /** Absent: its own key. Null: no key. */
  readonly key?: null
  /** Credentials of an agent instead of the platform's. */
  readonly authorization?: string
  /** Whether an attempt without an answer may be the last one, so that the outcome stays unknown. */
  readonly mayStayOpen?: boolean
}

export interface Client {
  /** All requests in order, except those of `get`. */
  readonly journal: Sent[]
  /** Invalid answers, which no fault may cause. */
  readonly wrong: string[]
  readonly answers: number
  readonly slowestMs: number
  /** Milliseconds since the last answer. */
  readonly idleMs: number
  /** @returns the request, with a reply unless it may stay open and did */
  send<Id extends OperationId>(id: Id, asked?: Asked<Id>): Promise<Sent>
  /** @throws Error unless the reply is a success */
  get<Id extends OperationId>(id: Id, input?: Pick<Asked<Id>, 'params' | 'query'>): Promise<Reply>
  /** One attempt at one process, whatever its outcome. */
  once(base: string, sent: Sent): Promise<Reply>
  /** No request is repeated any more. */
  giveUp(): void
  close(): void
}

const RETRY_MS = 25

/** @param bases of the processes; each attempt goes to a random one */
export function openClient(bases: readonly string[], authorization: string, chance: Chance): Client {
  const agent = new Agent({ keepAlive: true })
  const journal: Sent[] = []
  const wrong: string[] = []
  let answers = 0
  let slowestMs = 0
  let answeredAt = performance.now()
  let keys = 0
  let ended = false

  const attempt = async (sent: Sent): Promise<Outcome> => {
    const since = performance.now()
    const reply = await once(agent, chance.of(bases), sent).catch((error: NodeJS.ErrnoException) => error)
    if (reply instanceof Error) return reply.code === 'ECONNREFUSED' ? 'REFUSED' : 'SILENT'
    slowestMs = Math.max(slowestMs, performance.now() - since)
    if (reply.status === 503) return reply.body.code === 'OUTCOME_UNKNOWN' ? 'UNKNOWN' : 'NOTHING'
    if (reply.status === 429 || reply.body?.code === 'IDEMPOTENCY_KEY_IN_USE') return 'NOTHING'
    sent.reply = reply
    return 'ANSWERED'
  }
  /** Checks the earlier answers against the one that reports what happened. */
  const judge = (sent: Sent) => {
    const { reply, tries } = sent
    if (!reply) return
    const name = `${sent.method} ${sent.path} (${[...new Set(tries)].join(', ')} in ${tries.length} tries)`
    if (reply.status >= 500) wrong.push(`${name} answered ${reply.status}: ${reply.text}`)
    const before = tries.slice(0, -1)
    const mayHaveBeenDone = before.some((outcome) => outcome === 'SILENT' || outcome === 'UNKNOWN')
    const hadBeenDone = reply.replayed || (sent.key === undefined && reply.body?.code === 'QUOTE_ALREADY_EXECUTED')
    if (hadBeenDone && !mayHaveBeenDone)
      wrong.push(
        before.includes('NOTHING')
          ? `${name}: "nothing was done" was answered for an executed request`
          : `${name} was answered as a repetition, and was none`,
      )
  }
  const carryOut = async (sent: Sent, mayStayOpen: boolean) => {
    for (;;) {
      const outcome = await attempt(sent)
      sent.tries.push(outcome)
      if (outcome === 'ANSWERED') break
      if (ended) return sent
      if (mayStayOpen && outcome !== 'REFUSED' && chance.below(2) === 0) return sent
      await pause(RETRY_MS)
    }
    answers++
    answeredAt = performance.now()
    judge(sent)
    return sent
  }
  return {
    journal,
    wrong,
    get answers() {
      return answers
    },
    get slowestMs() {
      return slowestMs
    },
    get idleMs() {
      return performance.now() - answeredAt
    },
    send(id, { key, authorization: other = authorization, mayStayOpen = false, ...input } = {}) {
      const { method, path, body = '' } = requestFor(id, input)
      const sent: Sent = {
        method,
        path,
        body: body as string,
        key: key === null ? undefined : `torture ${++keys}`,
        authorization: other,
        tries: [],
      }
      journal.push(sent)
      return carryOut(sent, mayStayOpen)
    },
    async get(id, input = {}) {
      const { path } = requestFor(id, input)
      const asked = { method: 'GET', path, body: '', key: undefined, authorization, tries: [] }
      const { reply } = await carryOut(asked, false)
      if (!reply) throw new Error(`${id} has no reply`)
      if (reply.status !== 200) throw new Error(`${id}: ${reply.status} ${reply.text}`)
      return reply
    },
    once: (base, sent) => once(agent, base, sent),
    giveUp() {
      ended = true
    },
    close: () => agent.destroy(),
  }
}

function once(agent: Agent, base: string, { method, path, body, key, authorization }: Sent): Promise<Reply> {
  const headers = {
    authorization,
    ...(body && { 'content-type': 'application/json' }),
    'content-length': Buffer.byteLength(body),
    ...(key !== undefined && { 'idempotency-key': key }),
  }
  return new Promise((resolve, reject) => {
    const sending = request(base + path, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const replayed = response.headers['idempotent-replayed'] === 'true'
        resolve({ status: response.statusCode as number, text, replayed, body: parsed(text) })
      })
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

const parsed = (text: string) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
