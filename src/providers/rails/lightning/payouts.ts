/**
 * Payouts over Lightning. Each has one invoice, stored with its payment hash before the node gets it, and the node makes
 * one payment for each hash. Only the node's record of that payment settles the payout. Each step can be repeated.
 */
import type { Clock } from '../../../core/clock.ts'
import type { Get } from '../../../infra/egress/public-http.ts'
import { type Lnd, LndError } from './lnd.ts'
import { lastPaymentIndex, type NodePayment, sendPayment, trackPayment } from './node.ts'
import type { InvoicedPayout, LightningPayout, PayoutStore } from './payout-store.ts'
import { invoiceToPay } from './recipient.ts'
import { feeLimit, type LightningSettings } from './settings.ts'

export interface PayoutNeeds {
  readonly settings: LightningSettings
  readonly lnd: Lnd
  readonly get: Get
  readonly store: PayoutStore
  readonly clock: Clock
  /** Public key of the node, asked once. @throws Error while the node does not answer */
  readonly node: () => Promise<string>
  /** For operators: why payouts are not settled; undefined: they are. */
  readonly onObstacle: (obstacle: string | undefined) => void
}

/** How long a process may take to hand a payout over; until then no other does, and it is not reported as failed. */
export const HANDING_MS = 60_000
/** Maximum time to wait for an answer to the order; far less than `HANDING_MS`. */
const ANSWER_MS = 8_000
/** Upper bound of the difference between our clock and the node's. */
const CLOCKS_DIFFER_MS = 300_000
/** Time after which a Lightning address whose service does not answer fails the payout. */
const ADDRESS_MS = 900_000

/**
 * Advances a payout as far as possible.
 * @throws Error while the node does not answer, or contradicts what is stored: unknown
 */
export async function advance(
  needs: PayoutNeeds,
  payout: Pick<LightningPayout, 'key' | 'recipient' | 'amount'>,
): Promise<LightningPayout> {
  const { store, clock } = needs
  let row = (await store.find(payout.key)) ?? (await store.accept({ ...payout, now: clock.now() }))
  if (row.state === 'ACCEPTED') row = await prepare(needs, row)
  if (row.state === 'READY') row = await begin(needs, row as InvoicedPayout)
  else if (row.state === 'HANDED') row = await follow(needs, row as InvoicedPayout)
  return row
}

/** Finds the invoice, once, and stores it, before the node receives anything. */
async function prepare(needs: PayoutNeeds, { key, recipient, amount, createdAt }: LightningPayout) {
  const { store, clock, lnd, get } = needs
  const asked = { recipient, amount, node: await needs.node(), now: clock.now() }
  const found = await invoiceToPay(lnd, get, asked).catch((error: unknown) => {
    if (recipient.includes('@') && clock.now() - createdAt > ADDRESS_MS)
      return { fault: 'The service of the Lightning address does not answer' }
    throw error
  })
  if ('fault' in found) return await store.refuse(key, found.fault)
  return await store.prepare(key, found)
}

/** Hands over a payout that the node has never received from us. */
async function begin(needs: PayoutNeeds, row: InvoicedPayout): Promise<LightningPayout> {
  const { store, clock, lnd } = needs
  const known = await trackPayment(lnd, row.hash)
  if (known && known.status !== 'FAILED')
    return await store.refuse(row.key, 'The node pays or has paid this invoice without this service')
  if (row.expiresAt <= clock.now()) return await store.refuse(row.key, 'The invoice expired before it was paid')
  return await hand(needs, row)
}

/** Settles a payout by the node's record, and hands it over again where the node has none. */
async function follow(needs: PayoutNeeds, row: InvoicedPayout): Promise<LightningPayout> {
  const { store, clock, lnd } = needs
  if (row.node !== (await needs.node()))
    throw new Error(`The payout ${row.key} was handed to another node, which is not configured`)
  const known = await trackPayment(lnd, row.hash)
  if (known) return await settle(needs, row, known)
  await refuseForgetful(needs, row)
  // The node refuses an invoice that has expired, so an order still in transit cannot be executed either.
  if (row.expiresAt + CLOCKS_DIFFER_MS <= clock.now())
    return await store.fail(row, 'The node has no payment of it, and the invoice has expired', clock.now())
  return await hand(needs, row)
}

/** A node restored from a backup has forgotten payments: that it has no record proves nothing. */
async function refuseForgetful({ store, lnd, onObstacle }: PayoutNeeds, { key, node }: InvoicedPayout): Promise<void> {
  if ((await lastPaymentIndex(lnd)) >= (await store.highestIndex(node as string))) return
  onObstacle('the node has forgotten payments: was it restored from a backup?')
  throw new Error(`The node has no payment of the payout ${key}, and has forgotten others`)
}

/** Marks the payout as handed over and hands it over, unless another process is doing it. */
async function hand(needs: PayoutNeeds, before: InvoicedPayout): Promise<LightningPayout> {
  const { store, clock, lnd, settings, onObstacle } = needs
  const now = clock.now()
  const attempts = await store.claim(before, { node: await needs.node(), now, until: now + HANDING_MS })
  if (attempts === undefined) return (await store.find(before.key)) as LightningPayout
  const row = { ...before, attempts }
  const order = {
    invoice: row.invoice,
    hash: row.hash,
    amountMsat: hasAmount(row.invoice) ? undefined : row.amount * 1_000n,
    feeLimitMsat: feeLimit(settings, row.amount),
    timeoutSeconds: settings.timeoutSeconds,
  }
  try {
    const payment = await sendPayment(lnd, order, ANSWER_MS)
    await store.release(row)
    return await settle(needs, row, payment)
  } catch (error) {
    if (!(error instanceof LndError)) throw error
    await store.release(row)
    onObstacle(`the node refuses a payment: ${error.message}`)
    return (await store.find(row.key)) as LightningPayout
  }
}

async function settle(
  { store, clock, onObstacle }: PayoutNeeds,
  row: InvoicedPayout,
  payment: NodePayment,
): Promise<LightningPayout> {
  onObstacle(undefined)
  if (payment.status === 'IN_FLIGHT') return (await store.find(row.key)) as LightningPayout
  return payment.status === 'SUCCEEDED'
    ? await store.deliver(row.key, payment, clock.now())
    : await store.fail(row, payment.reason, clock.now())
}

/** Whether an invoice fixes its amount: that is in the part before the last 1 (BOLT 11), after the network. */
const hasAmount = (invoice: string): boolean => /\d/.test(invoice.slice(0, invoice.lastIndexOf('1')))
