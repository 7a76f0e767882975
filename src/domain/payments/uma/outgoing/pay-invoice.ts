/** Payment of a Lightning invoice to another institution: the money that a UMA payment's settlement moves. */
import { Refusal } from '../../../../core/refusal.ts'
import type { PayoutReport, Rail, RailTable } from '../../../../providers/rails/port.ts'
import type { Rates } from '../../../../providers/rates/port.ts'
import type { Settlement, UmaPayment } from '../../../../providers/uma/port.ts'
import { isFair } from '../bitcoin-value.ts'

export interface InvoiceNeeds {
  readonly rails: RailTable
  readonly rates: Rates
  /** The rail that pays invoices; undefined: there is none, and institutions offer no invoices. */
  readonly settling: Rail | undefined
}

/** What an invoice is paid with: bitcoin over Lightning. */
const OVER = { currency: 'BTC', accountType: 'LIGHTNING' } as const

export const isByInvoice = ({ invoice }: Settlement): boolean => /^ln[a-z]/.test(invoice)

/**
 * Checks an invoice before the payment is owed.
 * @throws Refusal PAYREQ_REQUEST_FAILED when its amount exceeds the payment's value or the rail's maximum
 */
export async function refuseUnfair(needs: InvoiceNeeds, payment: UmaPayment, settlement: Settlement): Promise<void> {
  const satoshis = await satoshisIn(needs, settlement)
  const { currency: code, amount } = payment
  if (satoshis === undefined || !isFair(needs.rates.current(), { code, amount, satoshis }))
    throw new Refusal('PAYREQ_REQUEST_FAILED', 'The invoice of the other institution is for another amount')
  if (!needs.rails.carries({ direction: 'OUT', ...OVER, amount: satoshis }))
    throw new Refusal('PAYREQ_REQUEST_FAILED', 'The invoice of the other institution is above the largest amount')
}

/**
 * Pays the invoice, or queries its outcome. DELIVERED: the receiver's institution has the money, whatever it answers.
 * @throws Error while that is unknown
 */
export async function payInvoice(
  needs: InvoiceNeeds,
  payment: UmaPayment,
  settlement: Settlement,
): Promise<PayoutReport> {
  const amount = await satoshisIn(needs, settlement)
  if (!needs.settling || amount === undefined) throw new Error('No rail pays the invoice of a payment that has begun')
  const report = await needs.settling.send({
    key: payment.key,
    ...OVER,
    amount,
    rail: 'LIGHTNING',
    accountInfo: { invoice: settlement.invoice },
    identifier: settlement.invoice,
    reference: payment.key,
    remittanceInformation: null,
    purposeOfPayment: null,
    purpose: 'QUOTE',
  })
  return report.state === 'DELIVERED' ? { ...report, paidIn: { currency: OVER.currency, amount } } : report
}

const satoshisIn = async ({ settling }: InvoiceNeeds, { invoice }: Settlement) =>
  settling?.settlement?.amountIn(invoice)
