/** Queries to an LND node, in the rail's terms: its identity, contents of invoices, states of payments. */
import { createHash } from 'node:crypto'
import { hexOf, inPath, type Lnd, LndError, NOT_FOUND } from './lnd.ts'

export interface NodeInfo {
  /** Public key: the identity of the node. */
  readonly node: string
  /** Of its chain: `mainnet`, `testnet`, `signet`, `regtest`. */
  readonly network: string
  readonly isSynced: boolean
  readonly hasGraph: boolean
  readonly activeChannels: number
}

/** An invoice, decoded. */
export interface DecodedInvoice {
  readonly invoice: string
  /** Public key of the node that is paid. */
  readonly destination: string
  /** Hexadecimal. */
  readonly hash: string
  /** Millisatoshis; 0: the payer chooses. */
  readonly amountMsat: bigint
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** Hexadecimal; empty: the invoice has a text instead. */
  readonly descriptionHash: string
}

/** A payment as LND has it. */
export type NodePayment =
  | { readonly status: 'IN_FLIGHT' }
  | { readonly status: 'SUCCEEDED'; readonly preimage: string; readonly feeMsat: bigint; readonly paymentIndex: bigint }
  | { readonly status: 'FAILED'; readonly reason: string }

/** Satoshis. */
export interface ChannelBalance {
  readonly outbound: bigint
  /** What payments in flight may take of our balance; not in `outbound`. */
  readonly pending: bigint
  readonly inbound: bigint
}

export async function nodeInfo(lnd: Lnd): Promise<NodeInfo> {
  const info = await lnd.call<WireInfo>('GET', '/v1/getinfo')
  return {
    node: info.identity_pubkey,
    network: info.chains[0]?.network ?? 'unknown',
    isSynced: info.synced_to_chain,
    hasGraph: info.synced_to_graph,
    activeChannels: info.num_active_channels,
  }
}

export async function channelBalance(lnd: Lnd): Promise<ChannelBalance> {
  const found = await lnd.call<WireBalance>('GET', '/v1/balance/channels')
  return {
    outbound: BigInt(found.local_balance.sat),
    pending: BigInt(found.unsettled_local_balance.sat),
    inbound: BigInt(found.remote_balance.sat),
  }
}

/** LND's reasons (zpay32) for which a text is not an invoice that its node can pay. Others may be about LND itself. */
const NO_INVOICE =
  /^(checksum failed|invalid (bech32|character|index|invoice|field|data)|string not all|short invoice|hrp too short|prefix should|invoice (is too large|not for current)|last tagged field|failed converting|unable to deserialize|no payment hash|neither description|both description)/

/** @returns undefined for a text that is not an invoice for this network. @throws Error when LND does not answer */
export async function decodeInvoice(lnd: Lnd, invoice: string): Promise<DecodedInvoice | undefined> {
  try {
    const decoded = await lnd.call<WireInvoice>('GET', `/v1/payreq/${invoice}`)
    return {
      invoice,
      destination: decoded.destination,
      hash: decoded.payment_hash,
      amountMsat: BigInt(decoded.num_msat),
      expiresAt: (Number(decoded.timestamp) + Number(decoded.expiry)) * 1_000,
      descriptionHash: decoded.description_hash,
    }
  } catch (error) {
    if (error instanceof LndError && NO_INVOICE.test(error.message)) return undefined
    throw error
  }
}

/**
 * The payment of a hash as the node has it now; undefined: it has none.
 * @throws Error when the node does not say so. A node that starts answers 404 as well, with another text
 */
export async function trackPayment(lnd: Lnd, hash: string): Promise<NodePayment | undefined> {
  try {
    for await (const payment of lnd.stream<WirePayment>('GET', `/v2/router/track/${inPath(hash)}`, { forMs: 10_000 }))
      return paymentFrom(payment, hash)
  } catch (error) {
    if (error instanceof LndError && error.code === NOT_FOUND && error.message.includes("isn't initiated"))
      return undefined
    throw error
  }
  throw new Error('LND ended the report of a payment without a state')
}

export interface PaymentOrder {
  readonly invoice: string
  readonly hash: string
  /** Undefined: the invoice has an amount. */
  readonly amountMsat: bigint | undefined
  readonly feeLimitMsat: bigint
  readonly timeoutSeconds: number
}

/** How long an outcome is awaited when the node has the payment: most payments take less. */
const LINGER_MS = 1_000

/**
 * Submits a payment to the node, which stores it before it answers and makes it once for each hash.
 * @param forMs maximum time to wait for the answer
 * @returns the last state that it reports within a second
 * @throws LndError: it has refused the order. Error: unknown
 */
export async function sendPayment(lnd: Lnd, order: PaymentOrder, forMs: number): Promise<NodePayment> {
  const body = {
    payment_request: order.invoice,
    ...(order.amountMsat !== undefined && { amt_msat: String(order.amountMsat) }),
    fee_limit_msat: String(order.feeLimitMsat),
    timeout_seconds: order.timeoutSeconds,
  }
  let last: NodePayment | undefined
  let timer: NodeJS.Timeout | undefined
  const enough = new AbortController()
  try {
    const options = { body, forMs, signal: enough.signal }
    for await (const payment of lnd.stream<WirePayment>('POST', '/v2/router/send', options)) {
      last = paymentFrom(payment, order.hash)
      if (last.status !== 'IN_FLIGHT') return last
      timer ??= setTimeout(() => enough.abort(), LINGER_MS)
    }
  } finally {
    clearTimeout(timer)
  }
  if (!last) throw new Error('LND ended the report of a payment without a state')
  return last
}

/** Number of the last payment that the node has, of any state; 0: none. */
export async function lastPaymentIndex(lnd: Lnd): Promise<bigint> {
  const path = '/v1/payments?include_incomplete=true&reversed=true&max_payments=1'
  const { last_index_offset } = await lnd.call<{ last_index_offset: string }>('GET', path)
  return BigInt(last_index_offset)
}

/** @throws Error for a state that this rail does not know, and for a preimage that proves nothing */
function paymentFrom(payment: WirePayment, hash: string): NodePayment {
  const { status, payment_preimage: preimage } = payment
  switch (status) {
    case 'INITIATED':
    case 'IN_FLIGHT':
      return { status: 'IN_FLIGHT' }
    case 'FAILED':
      return { status, reason: payment.failure_reason }
    case 'SUCCEEDED':
      if (createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex') !== hash)
        throw new Error('LND reports a payment as made, with a preimage that does not belong to its hash')
      return { status, preimage, feeMsat: BigInt(payment.fee_msat), paymentIndex: BigInt(payment.payment_index) }
    default:
      throw new Error(`LND reports a payment as ${status}, which this rail does not know`)
  }
}

export interface NewInvoice {
  readonly memo: string
  /** Undefined: the payer chooses. */
  readonly amountMsat: bigint | undefined
  readonly expirySeconds: number
}

export async function addInvoice(lnd: Lnd, { memo, amountMsat, expirySeconds }: NewInvoice) {
  const added = await lnd.call<WireAdded>('POST', '/v1/invoices', {
    memo,
    expiry: String(expirySeconds),
    ...(amountMsat !== undefined && { value_msat: String(amountMsat) }),
    // With hints to private channels, by which the node may be reached.
    private: true,
  })
  return { invoice: added.payment_request, hash: hexOf(added.r_hash), addIndex: BigInt(added.add_index) }
}

export interface SettledInvoice {
  readonly hash: string
  readonly settleIndex: bigint
  readonly paidMsat: bigint
  /** Milliseconds since 1970. */
  readonly settledAt: number
}

const settledFrom = (invoice: WireOwnInvoice): SettledInvoice[] =>
  invoice.state === 'SETTLED'
    ? [
        {
          hash: hexOf(invoice.r_hash),
          settleIndex: BigInt(invoice.settle_index),
          paidMsat: BigInt(invoice.amt_paid_msat),
          settledAt: Number(invoice.settle_date) * 1_000,
        },
      ]
    : []

/** The settlement of our invoice, as the node has it now; undefined: it is not settled. */
export const findSettled = async (lnd: Lnd, hash: string): Promise<SettledInvoice | undefined> =>
  settledFrom(await lnd.call<WireOwnInvoice>('GET', `/v1/invoice/${hash}`))[0]

const PAGE = 500

/** Invoices that are settled, of those added after an index; in the order in which they were settled. */
export async function settledAmong(lnd: Lnd, addedAfter: bigint): Promise<readonly SettledInvoice[]> {
  const found: SettledInvoice[] = []
  for (let offset = addedAfter, isFull = true; isFull; ) {
    const path = `/v1/invoices?index_offset=${offset}&num_max_invoices=${PAGE}`
    const { invoices, last_index_offset } = await lnd.call<WireInvoices>('GET', path)
    found.push(...invoices.flatMap(settledFrom))
    offset = BigInt(last_index_offset)
    isFull = invoices.length === PAGE
  }
  return found.sort((a, b) => Number(a.settleIndex - b.settleIndex))
}

/** Invoices as they are settled: first those after an index, which must be above zero. Ends with the signal. */
export async function* settlements(lnd: Lnd, after: bigint, signal: AbortSignal): AsyncGenerator<SettledInvoice> {
  const path = `/v1/invoices/subscribe?settle_index=${after}`
  for await (const invoice of lnd.stream<WireOwnInvoice>('GET', path, { forMs: STREAM_MS, signal }))
    yield* settledFrom(invoice)
}
/** A connection that was lost silently is not noticed before. */
const STREAM_MS = 600_000

interface WireInfo {
  readonly identity_pubkey: string
  readonly chains: readonly { readonly network: string }[]
  readonly synced_to_chain: boolean
  readonly synced_to_graph: boolean
  readonly num_active_channels: number
}
interface WireBalance {
  readonly local_balance: { readonly sat: string }
  readonly unsettled_local_balance: { readonly sat: string }
  readonly remote_balance: { readonly sat: string }
}
interface WireInvoice {
  readonly destination: string
  readonly payment_hash: string
  readonly num_msat: string
  readonly timestamp: string
  readonly expiry: string
  readonly description_hash: string
}
interface WirePayment {
  readonly status: string
  readonly payment_preimage: string
  readonly fee_msat: string
  readonly payment_index: string
  readonly failure_reason: string
}
interface WireAdded {
  readonly r_hash: string
  readonly payment_request: string
  readonly add_index: string
}
interface WireOwnInvoice {
  readonly r_hash: string
  readonly state: string
  readonly settle_index: string
  readonly settle_date: string
  readonly amt_paid_msat: string
}
interface WireInvoices {
  readonly invoices: readonly WireOwnInvoice[]
  readonly last_index_offset: string
}
