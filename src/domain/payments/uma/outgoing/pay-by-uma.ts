/** Attempt to pay through another institution: agree on the settlement, store it, and report the payment. */
import type { Clock } from '../../../../core/clock.ts'
import { Refusal } from '../../../../core/refusal.ts'
import type { Engine } from '../../../../engine/engine.ts'
import type { Store } from '../../../../infra/db/store.ts'
import type { PayoutReport } from '../../../../providers/rails/port.ts'
import type { OnMessage, Settlement, Uma, UmaPayment } from '../../../../providers/uma/port.ts'
import { collectMessages, type TimedMessage } from '../messages.ts'
import { findSettlement } from '../queries.ts'
import { beginSettlement } from './begin-settlement.ts'
import { type InvoiceNeeds, isByInvoice, payInvoice, refuseUnfair } from './pay-invoice.ts'

interface Needs extends InvoiceNeeds {
  readonly store: Store
  readonly engine: Engine
  readonly clock: Clock
  readonly uma: Uma | undefined
}

export interface UmaAttempt {
  /** Undefined: the payment has ended in the meantime. */
  readonly report: PayoutReport | undefined
  /** The payment was not reported to the other institution, so it may fail unless another attempt has reported it. */
  readonly isUnowed?: true
  readonly messages: readonly TimedMessage[]
}

const LONGEST_PAUSE_MS = 60 * 60_000

/** @throws Error for a fault on our side: the state of the payment is unknown, and the attempt is repeated */
export async function payByUma(needs: Needs, payment: UmaPayment, how: 'settle' | 'ask'): Promise<UmaAttempt> {
  const { store, engine, clock, uma } = needs
  if (!uma) throw new Error('No UMA network is connected')
  const { key: transactionId, platformId } = payment
  const { messages, onMessage } = collectMessages(clock)
  let settlement = await findSettlement(store, platformId, transactionId)
  const begunAt = settlement?.createdAt ?? clock.now()
  if (!settlement) {
    const agreed = await agree(needs, uma, payment, onMessage)
    if (!agreed)
      return {
        report: { state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', money: 'BACK' },
        isUnowed: true,
        messages,
      }
    const agreement = { transactionId, agreed, messages: messages.splice(0) }
    const begun = await engine.run(platformId, (rows) => beginSettlement(rows, agreement))
    if (!begun) return { report: undefined, messages: [] }
    settlement = { ...begun, createdAt: begunAt }
  }
  const report = isByInvoice(settlement)
    ? await byInvoice(needs, uma, payment, settlement, onMessage)
    : await uma[how](payment, settlement, onMessage)
  return { report: withBackoff(report, clock.now() - begunAt), messages }
}

/** @returns undefined when the other institution or its request is refused */
async function agree(needs: Needs, uma: Uma, payment: UmaPayment, onMessage: OnMessage) {
  try {
    const agreed = await uma.request(payment, onMessage)
    if (isByInvoice(agreed)) await refuseUnfair(needs, payment, agreed)
    return agreed
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return undefined
    throw error
  }
}

/**
 * The invoice is the payment; the report afterwards lets the other side credit immediately, and changes nothing if it
 * is lost.
 */
async function byInvoice(needs: Needs, uma: Uma, payment: UmaPayment, settlement: Settlement, onMessage: OnMessage) {
  const report = await payInvoice(needs, payment, settlement)
  if (report.state === 'DELIVERED') await uma.settle(payment, settlement, onMessage)
  return report
}

/** An institution that does not answer is asked at intervals that grow with the age of the payment. */
const withBackoff = (report: PayoutReport, age: number): PayoutReport =>
  report.state === 'IN_TRANSIT'
    ? { ...report, askAgainInMs: Math.max(report.askAgainInMs, Math.min(age, LONGEST_PAUSE_MS)) }
    : report
