/** Settlement by invoice: an institution pays what it owes for a UMA payment by an invoice of the receiver's node. */
import type { InvoiceSettlement } from '../../settlement/port.ts'
import { type InvoiceNeeds, makeInvoice } from './invoices.ts'
import { decodeInvoice, findSettled } from './node.ts'

const keyOf = (key: string) => `uma/${key}`

export const invoiceSettlement = (needs: InvoiceNeeds): InvoiceSettlement => ({
  async request({ key, amount, memo, expiresInSeconds }) {
    const request = { memo, amountMsat: amount * 1_000n, expirySeconds: expiresInSeconds }
    return (await makeInvoice(needs, { key: keyOf(key), reference: null, ...request })).invoice
  },
  async received(key) {
    const made = await needs.store.find(keyOf(key))
    if (!made) return undefined
    return ((await findSettled(needs.lnd, made.hash))?.paidMsat ?? 0n) / 1_000n
  },
  async keyFor(invoice) {
    const found = await needs.store.keyFor(invoice)
    return found?.startsWith(keyOf('')) ? found.slice(keyOf('').length) : undefined
  },
  async amountIn(invoice) {
    const { amountMsat = 0n } = (await decodeInvoice(needs.lnd, invoice)) ?? {}
    return amountMsat > 0n && amountMsat % 1_000n === 0n ? amountMsat / 1_000n : undefined
  },
})
