/** Attempt to pay through another institution: agree on the settlement, store it, and report the payment. */
import type { Clock } from '../../../../core/clock.ts'
import { Refusal } from '../../../../core/refusal.ts'
import type { Engine } from '../../../../engine/engine.ts'
import type { Store } from '../../../../infra/db/store.ts'
import type { PayoutReport } from '../../../../providers/rails/port.ts'
import type { Uma, UmaPayment } from '../../../../providers/uma/port.ts'
import { collectMessages, type TimedMessage } from '../messages.ts'
import { findSettlement } from '../queries.ts'
import { beginSettlement } from './begin-settlement.ts'

interface Needs {
  readonly store: Store
  readonly engine: Engine
  readonly clock: Clock
  readonly uma: Uma | undefined
}

export interface UmaAttempt {
  /** Undefined: the payment has ended in the meantime. */
  readonly report: PayoutReport | undefined
  /** The payment was not reported to the other institution, so it may fail unless another attempt got further. */
  readonly isUnowed?: true
  readonly messages: readonly TimedMessage[]
}

const LONGEST_PAUSE_MS = 60 * 60_000

/** @throws Error for a fault on our side: the state of the payment is unknown, and the attempt is repeated */
export async function payByUma(
  { store, engine, clock, uma }: Needs,
  payment: UmaPayment,
  how: 'settle' | 'ask',
): Promise<UmaAttempt> {
  if (!uma) throw new Error('No UMA network is connected')
  const { key: transactionId, platformId } = payment
  const { messages, onMessage } = collectMessages(clock)
  let settlement = await findSettlement(store, platformId, transactionId)
  const begunAt = settlement?.createdAt ?? clock.now()
  if (!settlement) {
    const agreed = await uma.request(payment, onMessage).catch((error) => {
      if (error instanceof Refusal) return undefined
      throw error
    })
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
  const report = await uma[how](payment, settlement, onMessage)
  return { report: withBackoff(report, clock.now() - begunAt), messages }
}

/** An institution that does not answer is asked at growing intervals, as long as the payment is old. */
const withBackoff = (report: PayoutReport, age: number): PayoutReport =>
  report.state === 'IN_TRANSIT'
    ? { ...report, askAgainInMs: Math.max(report.askAgainInMs, Math.min(age, LONGEST_PAUSE_MS)) }
    : report
