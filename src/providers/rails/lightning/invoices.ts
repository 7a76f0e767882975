/**
 * Our invoices: made by the node for a payee, and reported as arrivals when they are settled. Each node numbers its
 * settlements; the last one that was read is stored. Invoices that other programs make on the node are left alone.
 */
import type { Clock } from '../../../core/clock.ts'
import type { Arrival } from '../port.ts'
import { reasonOf } from './condition.ts'
import type { InvoiceStore } from './invoice-store.ts'
import type { Lnd } from './lnd.ts'
import { addInvoice, settledAmong, settlements } from './node.ts'

export interface InvoiceNeeds {
  readonly lnd: Lnd
  readonly store: InvoiceStore
  readonly clock: Clock
  /** Public key of the node. @throws Error while it does not answer */
  readonly node: () => Promise<string>
  /** For operators: why settled invoices are not read; undefined: they are. */
  readonly onStop: (reason: string | undefined) => void
}

export interface InvoiceRequest {
  /** One key is one invoice. */
  readonly key: string
  /** Reference of the payee; null: the payment is not an arrival. */
  readonly reference: string | null
  /** What the payer reads. */
  readonly memo: string
  /** Undefined: the payer chooses. */
  readonly amountMsat: bigint | undefined
  readonly expirySeconds: number
}

/** An invoice of the node for a key, the same at each call. @throws Error while the node does not answer */
export async function makeInvoice({ lnd, store, clock, node }: InvoiceNeeds, request: InvoiceRequest) {
  const { key, reference, memo, amountMsat, expirySeconds } = request
  const earlier = await store.find(key)
  if (earlier) return earlier
  const identity = await node()
  const added = await addInvoice(lnd, { memo, amountMsat, expirySeconds })
  // If the process stops before this line, no payer has received the invoice, so it is never paid.
  return await store.keep({
    key,
    node: identity,
    reference,
    amountMsat: amountMsat ?? null,
    expiresAt: clock.now() + expirySeconds * 1_000,
    ...added,
  })
}

const PAGE = 100

/** Settled invoices of payees after a cursor. */
export async function paidAfter(store: InvoiceStore, cursor: string | undefined) {
  const after = BigInt(cursor ?? 0)
  const rows = await store.after(after, PAGE)
  const arrivals = rows.flatMap(({ hash, reference, paidMsat, settledAt }): Arrival[] => {
    // The fraction of a satoshi is dropped: the currency has none.
    const amount = paidMsat / 1_000n
    return amount === 0n ? [] : [{ key: hash, currency: 'BTC', amount, reference, arrivedAt: settledAt }]
  })
  return { arrivals, cursor: String(rows.at(-1)?.number ?? after) }
}

/** Reader of settlements. It keeps one connection to the node, which reports them as they happen. */
export class SettlementReader {
  private readonly needs: InvoiceNeeds
  private readonly closed = new AbortController()
  private isOpen = false

  constructor(needs: InvoiceNeeds) {
    this.needs = needs
  }

  /** Reads settlements, or opens the connection that reads them. @throws Error while the node does not answer */
  async read(): Promise<void> {
    const { store } = this.needs
    const node = await this.needs.node()
    const after = await store.settleIndex(node)
    if (after === 0n) await this.readFirst(node)
    else if (!this.isOpen) void this.follow(node, after)
  }

  /** Ends the connection for good. */
  close(): void {
    this.closed.abort()
  }

  /**
   * LND reports settlements after an index above zero only, so the first ones are found in the list of invoices. They are
   * listed twice: what was settled while the first list was read, page by page, is missing there, and is in the second.
   */
  private async readFirst(node: string): Promise<void> {
    const { lnd, store } = this.needs
    const first = await store.firstOpen(node)
    if (first === undefined) return
    const last = (await settledAmong(lnd, first - 1n)).at(-1)
    if (!last) return
    const settled = await settledAmong(lnd, first - 1n)
    await store.settle(
      node,
      settled.filter(({ settleIndex }) => settleIndex <= last.settleIndex),
    )
  }

  private async follow(node: string, after: bigint): Promise<void> {
    const { lnd, store, onStop } = this.needs
    this.isOpen = true
    try {
      onStop(undefined)
      for await (const settled of settlements(lnd, after, this.closed.signal)) await store.settle(node, [settled])
    } catch (error) {
      // No settlement for ten minutes ends the connection as well; the next call opens it again.
      if (!this.closed.signal.aborted) onStop(`settled invoices are not read: ${reasonOf(error)}`)
    } finally {
      this.isOpen = false
    }
  }
}
