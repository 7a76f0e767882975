/** Our invoices in the database, and how far the settled ones of each node were read. */
import { isoTime } from '../../../core/time.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { SettledInvoice } from './node.ts'

export interface OwnInvoice {
  /** The caller's key: one key is one invoice. */
  readonly key: string
  readonly node: string
  /** Hexadecimal. */
  readonly hash: string
  readonly invoice: string
  /** Null: the payer chooses. */
  readonly amountMsat: bigint | null
  /** Reference of the payee; null: the payment is not an arrival. */
  readonly reference: string | null
  readonly addIndex: bigint
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export interface PaidInvoice {
  readonly number: bigint
  readonly hash: string
  readonly reference: string
  readonly paidMsat: bigint
  readonly settledAt: number
}

export type InvoiceStore = ReturnType<typeof invoiceStore>

export function invoiceStore({ query, transaction }: Pick<Store, 'query' | 'transaction'>) {
  const find = async (key: string) => {
    const [row] = await query<{ invoice: string; hash: string; expiresAt: number; isPaid: boolean }>(FIND, [key])
    return row
  }
  return {
    find,
    /** Stores an invoice, unless there is one of its key. @returns the stored one */
    async keep({ key, node, hash, invoice, amountMsat, reference, addIndex, expiresAt }: OwnInvoice) {
      const amount = amountMsat === null ? null : amountMsat.toString()
      const values = [key, node, hash, invoice, amount, reference, addIndex.toString(), isoTime(expiresAt)]
      await query(KEEP, values, 'lightning_keep_invoice')
      return (await find(key)) as NonNullable<Awaited<ReturnType<typeof find>>>
    },
    /** The key of an invoice that is not an arrival. */
    async keyFor(invoice: string): Promise<string | undefined> {
      const [row] = await query<{ key: string }>(KEY_FOR, [invoice], 'lightning_key_for')
      return row?.key
    },
    /** The last settlement of the node that was read; 0: none. */
    async settleIndex(node: string): Promise<bigint> {
      const [row] = await query<{ at: string }>(
        'select settle_index::text as at from lightning_nodes where node = $1',
        [node],
      )
      return BigInt(row?.at ?? 0)
    },
    /** The node's number of the first of our invoices that is not settled; undefined: there is none. */
    async firstOpen(node: string): Promise<bigint | undefined> {
      const [row] = await query<{ first: string | null }>(FIRST_OPEN, [node])
      return row?.first == null ? undefined : BigInt(row.first)
    },
    /** Stores settlements of the node in its order; one that is stored, or is of an invoice of another program, changes nothing. */
    async settle(node: string, settled: readonly SettledInvoice[]): Promise<void> {
      await transaction(async (ask) => {
        await ask(BEGIN, [node])
        // One at a time, so that numbers are committed in their order.
        await ask('select from lightning_nodes where node = $1 for update', [node])
        for (const { hash, settleIndex, paidMsat, settledAt } of settled) {
          const values = [hash, node, settleIndex.toString(), paidMsat.toString(), isoTime(settledAt)]
          await ask(SETTLE, values)
          await ask(ADVANCE, [node, settleIndex.toString()])
        }
      })
    },
    /** Paid invoices of payees after a number, in order. */
    async after(number: bigint, most: number): Promise<readonly PaidInvoice[]> {
      const rows = await query<Omit<PaidInvoice, 'number' | 'paidMsat'> & { number: string; paidMsat: string }>(AFTER, [
        number.toString(),
        most,
      ])
      return rows.map((row) => ({ ...row, number: BigInt(row.number), paidMsat: BigInt(row.paidMsat) }))
    },
  }
}

const FIND = `select invoice, payment_hash as hash, (extract(epoch from expires_at) * 1000)::float8 as "expiresAt",
  settle_index is not null as "isPaid" from lightning_invoices where key = $1`
const KEEP = `insert into lightning_invoices
    (key, node, payment_hash, invoice, amount_msat, reference, add_index, expires_at)
  values ($1, $2, $3, $4, $5::bigint, $6, $7::bigint, $8) on conflict (key) do nothing`
const KEY_FOR = 'select key from lightning_invoices where invoice = $1 and reference is null'
const FIRST_OPEN = `select min(add_index)::text as first from lightning_invoices
  where node = $1 and settle_index is null`
const BEGIN = 'insert into lightning_nodes (node, settle_index) values ($1, 0) on conflict do nothing'
const SETTLE = `update lightning_invoices set settle_index = $3::bigint, paid_msat = $4::bigint, settled_at = $5,
    number = case when reference is not null then nextval('lightning_arrivals') end
  where payment_hash = $1 and node = $2 and settle_index is null`
const ADVANCE = `update lightning_nodes set settle_index = greatest(settle_index, $2::bigint) where node = $1`
const AFTER = `select number::text, payment_hash as hash, reference, paid_msat::text as "paidMsat",
    (extract(epoch from settled_at) * 1000)::float8 as "settledAt"
  from lightning_invoices where number > $1::bigint order by number limit $2`
