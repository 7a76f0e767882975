/** Owns the load: connections that make payments with Idempotency-Keys, and a journal of what they were told and what not. */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Service } from './victims.ts'

/** What became of one request: acknowledged with these bytes; open: nobody knows; or not sent at all. */
export interface Sent {
  readonly key: string
  readonly path: string
  readonly body: string
  /** Times that it was sent and nobody knows what became of it. */
  lost: number
  reply?: { readonly text: string; readonly replayed: boolean }
}

/** One payment as its caller knows it: a quote, and its execution. */
export interface Journalled {
  readonly toBank: boolean
  readonly create: Sent
  quoteId?: string
  execute?: Sent
}

export interface Load {
  readonly journal: Journalled[]
  /** Answers that must not come, however much is killed. */
  readonly wrong: string[]
  /** Requests that were answered so far. */
  acknowledged(): number
  /** Resolves when so many more have been answered. */
  more(count: number): Promise<void>
  /** Lets every connection finish what it is at. */
  stop(): Promise<void>
}

interface Reply {
  readonly status: number
  readonly text: string
  readonly replayed: boolean
}

/** Every connection makes one payment after another. A request without an answer is sent again with its key, or, every other time, left open. */
export async function startLoad(service: Service, connections: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const call = (method: string, path: string, body = '', key?: string) => send(agent, service, method, path, body, key)
  const { accounts, bank } = await prepare(call)
  const journal: Journalled[] = []
  const wrong: string[] = []
  let stopped = false
  let acknowledged = 0
  let waiting: { readonly until: number; readonly resume: () => void } | undefined
  let lost = 0

  const hear = (sent: Sent, { status, text, replayed }: Reply) => {
    if (status >= 300) wrong.push(`${sent.path} answered ${status}: ${text}`)
    sent.reply = { text, replayed }
    acknowledged++
    if (waiting && acknowledged >= waiting.until) waiting.resume()
  }
  const carryOut = async (sent: Sent): Promise<void> => {
    for (;;) {
      const reply = await call('POST', sent.path, sent.body, sent.key).catch((error: NodeJS.ErrnoException) => error)
      if (!(reply instanceof Error) && reply.status !== 503) {
        hear(sent, reply)
        return
      }
      const wasSent = !(reply instanceof Error) || reply.code !== 'ECONNREFUSED'
      if (wasSent && sent.lost++ === 0 && ++lost % 2 === 0) return
      if (stopped) return
      await pause(20)
    }
  }
  const pay = async (nth: number) => {
    for (let i = 0; !stopped; i++) {
      const toBank = i % 5 === 4
      const from = accounts[(nth + i) % accounts.length] as string
      const to = toBank ? bank : (accounts[(nth + i + 1 + (i % (accounts.length - 1))) % accounts.length] as string)
      const key = `${nth}.${i}`
      const payment: Journalled = {
        toBank,
        create: { key: `create ${key}`, path: '/quotes', body: quoteRequest(from, to), lost: 0 },
      }
      journal.push(payment)
      await carryOut(payment.create)
      payment.quoteId = payment.create.reply && JSON.parse(payment.create.reply.text).id
      if (!payment.quoteId) continue
      payment.execute = { key: `execute ${key}`, path: `/quotes/${payment.quoteId}/execute`, body: '', lost: 0 }
      await carryOut(payment.execute)
    }
  }
  const running = Promise.all(Array.from({ length: connections }, (_, nth) => pay(nth)))
  running.catch((error) => wrong.push(`The load broke off: ${error.stack}`))
  return {
    journal,
    wrong,
    acknowledged: () => acknowledged,
    more: (count) =>
      new Promise((resolve) => {
        waiting = { until: acknowledged + count, resume: resolve }
      }),
    async stop() {
      stopped = true
      await running.catch(() => {})
      agent.destroy()
    },
  }
}

const quoteRequest = (from: string, to: string) =>
  JSON.stringify({
    source: { sourceType: 'ACCOUNT', accountId: from },
    destination: { destinationType: 'ACCOUNT', accountId: to },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1_000,
  })

/** Funds the accounts of the cast that can pay, and finds a bank account that payouts reach. */
async function prepare(
  call: (method: string, path: string, body?: string) => Promise<Reply>,
): Promise<{ accounts: string[]; bank: string }> {
  const list = async (path: string) =>
    JSON.parse((await call('GET', path)).text).data as { id: string; balance: { currency: { code: string } } }[]
  const all = [
    ...(await list('/customers/internal-accounts?limit=100')),
    ...(await list('/platform/internal-accounts')),
  ]
  const accounts = all
    .filter(({ balance }) => ['USD', 'EUR', 'GBP'].includes(balance.currency.code))
    .map(({ id }) => id)
  for (const id of accounts) await call('POST', `/sandbox/internal-accounts/${id}/fund`, '{"amount":100000000000}')
  const [bank] = await list('/customers/external-accounts')
  if (accounts.length < 4 || !bank) throw new Error('The cast of the sandbox is not there')
  return { accounts, bank: bank.id }
}

function send(
  agent: Agent,
  { base, authorization }: Service,
  method: string,
  path: string,
  body: string,
  key?: string,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization,
      ...(body && { 'content-type': 'application/json' }),
      'content-length': Buffer.byteLength(body),
      ...(key && { 'idempotency-key': key }),
    }
    const sent = request(base + path, { method, agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part) => {
        text += part
      })
      response.on('end', () =>
        resolve({
          status: response.statusCode as number,
          text,
          replayed: response.headers['idempotent-replayed'] === 'true',
        }),
      )
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
