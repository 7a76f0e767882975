/**
 * Fake of LND: its REST interface over TLS, with a macaroon and the semantics of LND 0.19. One payment for each hash,
 * streaming replies with one JSON object per line, and settlements in order of their index. Every other payee is
 * simulated.
 */
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import {
  base64,
  type Fate,
  type Invoice,
  newInvoice,
  type OwnInvoice,
  type Payment,
  Refused,
  refused,
  wireInvoice,
  wirePayment,
} from './fake-replies.ts'

const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
export const CERTIFICATE = file('fake-node.cert.pem')
/** Certificate of another node. */
export const OTHER_CERTIFICATE = file('other-node.cert.pem')
export const MACAROON = '0201036c6e64'

type Way = 'BEFORE' | 'AFTER' | undefined
type Answer = object | ((response: ServerResponse) => void)

const ELSEWHERE = `03${'cd'.repeat(32)}`

export class FakeLnd {
  /** Payments of the node by hash. */
  readonly payments = new Map<string, Payment>()
  readonly invoices = new Map<string, OwnInvoice>()
  /** Hash of each payment that was made, one entry each time. */
  readonly paid: string[] = []
  /** Method and path of each request. */
  readonly requests: string[] = []
  /** Cuts a request off: before it has its effect, or after it, so that the answer is lost. */
  cut: (request: string) => Way = () => undefined
  /** The wallet is locked: no route is served. */
  isLocked = false
  isSynced = true
  hasGraph = true
  outbound = 1_000_000
  inbound = 500_000
  channels = 2
  node: string
  /** Outcome of payments to the other node; undefined: they succeed. */
  fate: Fate | undefined
  /** Percentage by which this node's invoices exceed the ordered amount. */
  surcharge = 0n
  /** Another node, whose invoices this one can pay. */
  peer: FakeLnd | undefined
  /** Amount that left the channels by payments, routing fees included. */
  spentMsat = 0n
  /** Payment orders as received. */
  readonly orders: Readonly<Record<string, unknown>>[] = []
  private readonly foreign = new Map<string, Invoice>()
  private readonly subscribers = new Set<(invoice: OwnInvoice) => void>()
  private settlements = 0
  private readonly sockets = new Set<Duplex>()
  private readonly now: () => number
  private readonly server = createServer(
    { cert: CERTIFICATE, key: file('fake-node.key.pem') },
    (request, response) => void this.answer(request, response),
  )

  constructor(now: () => number, node: string) {
    this.now = now
    this.node = node
  }

  async start(): Promise<this> {
    this.server.on('connection', (socket) => {
      this.sockets.add(socket)
      socket.on('close', () => this.sockets.delete(socket))
    })
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get url(): string {
    return `https://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve))
    // Also connections during their handshake, which would otherwise stay open for seconds.
    for (const socket of this.sockets) socket.destroy()
    await closed
  }

  /** An invoice of another node. @param msat 0: the payer chooses */
  invoiceElsewhere(given: Partial<Parameters<typeof newInvoice>[1]> = {}): Invoice {
    const usual = { msat: 1_000_000n, expiry: 3_600, fate: 'SUCCEEDED', description: '' } as const
    const invoice = newInvoice(this.now(), { ...usual, destination: ELSEWHERE, ...given })
    this.foreign.set(invoice.request, invoice)
    return invoice
  }

  /** An invoice that another program makes on this node. */
  invoiceOfOthers(): string {
    this.addInvoice({ value_msat: '5000', expiry: '3600' })
    return [...this.invoices.values()].at(-1)?.request as string
  }

  dropConnections(): void {
    this.server.closeAllConnections()
  }

  /** The route of a payment that is held succeeds or fails. */
  resolve(hash: string, status: 'SUCCEEDED' | 'FAILED'): void {
    const payment = this.payments.get(hash) as Payment
    payment.status = status
    if (status === 'SUCCEEDED') {
      this.paid.push(hash)
      this.spentMsat += payment.msat + payment.invoice.feeMsat
      if (this.peer?.invoices.has(hash)) this.peer.settle(payment.invoice.request, payment.invoice.msat)
    }
    for (const wake of payment.watchers) wake()
  }

  /** Settles an invoice of this node. */
  settle(request: string, msat?: bigint): void {
    const invoice = [...this.invoices.values()].find((one) => one.request === request) as OwnInvoice
    invoice.settleIndex = ++this.settlements
    invoice.paidMsat = msat ?? invoice.msat
    for (const notify of this.subscribers) notify(invoice)
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const what = `${request.method} ${request.url}`
    this.requests.push(what)
    const way = this.cut(what)
    if (way === 'BEFORE') return void response.destroy()
    try {
      if (this.isLocked) throw new Refused(404, 5, 'Not Found')
      if (request.headers['grpc-metadata-macaroon'] !== MACAROON)
        throw refused('verification failed: signature mismatch')
      const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {}
      const answer = this.route(what, body)
      if (way === 'AFTER') return void response.destroy()
      if (typeof answer === 'function') answer(response)
      else response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { status, code, message } = error
      if (way === 'AFTER') return void response.destroy()
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ code, message, details: [] }))
    }
  }

  private route(what: string, body: Readonly<Record<string, unknown>>): Answer {
    const [, method, path = '', query = ''] = /^(\w+) ([^?]+)\??(.*)$/.exec(what) ?? []
    const search = new URLSearchParams(query)
    const last = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
    if (path === '/v1/getinfo') return this.info()
    if (path === '/v1/balance/channels')
      return {
        local_balance: { sat: `${this.outbound}` },
        unsettled_local_balance: { sat: `${this.inFlight()}` },
        remote_balance: { sat: `${this.inbound}` },
      }
    if (path.startsWith('/v1/payreq/')) return this.decode(last)
    if (path.startsWith('/v1/invoice/')) return this.lookupInvoice(last)
    if (path.startsWith('/v2/router/track/')) return this.track(Buffer.from(last, 'base64url').toString('hex'))
    if (path === '/v2/router/send') return this.send(body)
    if (path === '/v1/payments') return { payments: [], last_index_offset: `${this.lastIndex()}` }
    if (path === '/v1/invoices/subscribe') return this.subscribe(Number(search.get('settle_index')))
    if (path === '/v1/invoices') return method === 'POST' ? this.addInvoice(body) : this.listInvoices(search)
    throw new Refused(404, 5, 'Not Found')
  }

  private lastIndex = () => Math.max(0, ...[...this.payments.values()].map(({ index }) => index))

  private inFlight = () =>
    [...this.payments.values()].reduce(
      (sum, { status, invoice }) => (status === 'IN_FLIGHT' ? sum + invoice.msat / 1_000n : sum),
      0n,
    )

  private info(): Answer {
    return {
      identity_pubkey: this.node,
      chains: [{ chain: 'bitcoin', network: 'regtest' }],
      synced_to_chain: this.isSynced,
      synced_to_graph: this.hasGraph,
      num_active_channels: this.channels,
    }
  }

  private known(request: string): Invoice {
    const own = [...this.invoices.values()].find((one) => one.request === request)
    const theirs = [...(this.peer?.invoices.values() ?? [])].find((one) => one.request === request)
    const invoice = own ?? this.foreign.get(request) ?? theirs
    if (!invoice) throw refused('checksum failed. Expected qqqqqq, got zzzzzz.')
    return invoice
  }

  private decode(request: string): Answer {
    const { destination, hash, msat, createdAt, expiry, descriptionHash } = this.known(request)
    return {
      destination,
      payment_hash: hash,
      num_msat: `${msat}`,
      timestamp: `${createdAt}`,
      expiry: `${expiry}`,
      description_hash: descriptionHash,
    }
  }

  private send(order: Readonly<Record<string, unknown>>): Answer {
    const invoice = this.known(String(order.payment_request))
    if ((invoice.createdAt + invoice.expiry) * 1_000 < this.now()) throw refused('invoice expired. Valid until then')
    if (invoice.msat > 0n && order.amt_msat !== undefined)
      throw refused('amount must not be specified when paying a non-zero amount invoice')
    if (invoice.msat === 0n && order.amt_msat === undefined)
      throw refused('amount must be specified when paying a zero amount invoice')
    if (invoice.destination === this.node) throw refused('self-payments not allowed')
    const earlier = this.payments.get(invoice.hash)
    if (earlier?.status === 'IN_FLIGHT') throw new Refused(409, 6, 'payment is in transition')
    if (earlier?.status === 'SUCCEEDED') throw new Refused(409, 6, 'invoice is already paid')
    this.orders.push(order)
    const msat = BigInt(String(order.amt_msat ?? invoice.msat))
    const index = this.lastIndex() + 1
    this.payments.set(invoice.hash, { index, invoice, msat, status: 'IN_FLIGHT', watchers: new Set() })
    const streaming = this.track(invoice.hash, 'INITIATED')
    const fate = this.fate ?? invoice.fate
    if (fate !== 'HELD') this.resolve(invoice.hash, fate)
    return streaming
  }

  /** Its state now, and each later one. @param first state that is reported before */
  private track(hash: string, first?: string): (response: ServerResponse) => void {
    const payment = this.payments.get(hash)
    if (!payment) throw new Refused(404, 5, "payment isn't initiated")
    return (response) => {
      response.setHeader('content-type', 'application/json')
      const say = (status: string) => response.write(`${JSON.stringify({ result: wirePayment(payment, status) })}\n`)
      if (first) say(first)
      const report = () => {
        say(payment.status)
        if (payment.status !== 'IN_FLIGHT') response.end()
      }
      payment.watchers.add(report)
      response.on('close', () => payment.watchers.delete(report))
      report()
    }
  }

  private addInvoice(body: Readonly<Record<string, unknown>>): Answer {
    const invoice: OwnInvoice = {
      ...newInvoice(this.now(), {
        msat: ((BigInt(String(body.value_msat ?? 0)) * (100n + this.surcharge)) / 100_000n) * 1_000n,
        expiry: Number(body.expiry),
        destination: this.node,
        description: '',
        fate: 'SUCCEEDED',
      }),
      addIndex: this.invoices.size + 1,
      settleIndex: 0,
      paidMsat: 0n,
    }
    this.invoices.set(invoice.hash, invoice)
    const { hash, request, addIndex } = invoice
    return { r_hash: base64(hash), payment_request: request, add_index: `${addIndex}` }
  }

  private lookupInvoice(hash: string): Answer {
    const invoice = this.invoices.get(hash)
    if (!invoice) throw new Refused(404, 5, 'unable to locate invoice')
    return wireInvoice(invoice)
  }

  private listInvoices(search: URLSearchParams): Answer {
    const [offset, most] = [Number(search.get('index_offset')), Number(search.get('num_max_invoices'))]
    const found = [...this.invoices.values()].filter(({ addIndex }) => addIndex > offset).slice(0, most)
    return { invoices: found.map(wireInvoice), last_index_offset: `${found.at(-1)?.addIndex ?? offset}` }
  }

  /** Like LND: an index of zero has no backlog. */
  private subscribe(after: number): (response: ServerResponse) => void {
    return (response) => {
      const tell = (invoice: OwnInvoice) => response.write(`${JSON.stringify({ result: wireInvoice(invoice) })}\n`)
      const backlog = [...this.invoices.values()].filter(({ settleIndex }) => after > 0 && settleIndex > after)
      for (const invoice of backlog.sort((a, b) => a.settleIndex - b.settleIndex)) tell(invoice)
      this.subscribers.add(tell)
      response.on('close', () => this.subscribers.delete(tell))
    }
  }
}
