/** Attempt to pay through another institution: agree on the settlement, record it, and report that it is paid. */
import type { Clock } from '../../../core/clock.ts'
import { Refusal } from '../../../core/refusal.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { PayoutReport } from '../../../providers/rails/port.ts'
import type { Uma, UmaPayment } from '../../../providers/uma/port.ts'
import { beginSettlement } from './begin-settlement.ts'
import { listening } from './context.ts'
import type { HeardMessage } from './keep-messages.ts'
import { findSettlement } from './queries.ts'

interface Needs {
  readonly store: Store
  readonly engine: Engine
  readonly clock: Clock
  readonly uma: Uma | undefined
}

export interface UmaAttempt {
  /** Undefined: the payment has ended meanwhile. */
  readonly report: PayoutReport | undefined
  /** The other institution was not told, so that it may be given up unless another attempt got further. */
  readonly isUnowed?: true
  readonly messages: readonly HeardMessage[]
}

const ASK_AT_MOST_EVERY_MS = 60 * 60_000

/** @throws Error for a fault of our own: nobody knows how the payment stands, and the attempt is repeated */
export async function payByUma(
  { store, engine, clock, uma }: Needs,
  payment: UmaPayment,
  how: 'settle' | 'ask',
): Promise<UmaAttempt> {
  if (!uma) throw new Error('The network of UMA addresses is not connected')
  const { key: transactionId, platformId } = payment
  const { heard, hear } = listening(clock)
  let settlement = await findSettlement(store, platformId, transactionId)
  const begunAt = settlement?.createdAt ?? clock.now()
  if (!settlement) {
    const agreed = await uma.request(payment, hear).catch((error) => {
      if (error instanceof Refusal) return undefined
      throw error
    })
    if (!agreed)
      return {
        report: { state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', money: 'BACK' },
        isUnowed: true,
        messages: heard,
      }
    const messages = heard.splice(0)
    const begun = await engine.run(platformId, (rows) => beginSettlement(rows, transactionId, agreed, messages))
    if (!begun) return { report: undefined, messages: [] }
    settlement = { ...begun, createdAt: begunAt }
  }
  const report = await uma[how](payment, settlement, hear)
  return { report: lessAndLess(report, clock.now() - begunAt), messages: heard }
}

/** An institution that does not answer is asked at growing distances. */
const lessAndLess = (report: PayoutReport, age: number): PayoutReport =>
  report.state === 'IN_TRANSIT'
    ? { ...report, askAgainInMs: Math.max(report.askAgainInMs, Math.min(age, ASK_AT_MOST_EVERY_MS)) }
    : report
