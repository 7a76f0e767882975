/**
 * Payout gate: each payout is screened once, before it is submitted for the first time; one that is held waits for an
 * operator. The verdict is stored before the submission, so that a payout that may have gone out is never held later.
 */
import type { PayoutReport } from '../rails/port.ts'
import type { PayoutScreenings } from './payout-screenings.ts'
import type { PayoutGate, Screening } from './port.ts'

const HELD: PayoutReport = { state: 'IN_TRANSIT', askAgainInMs: 60_000 }
const REJECTED: PayoutReport = { state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', money: 'BACK' }

export const payoutGate = (screening: Screening, screenings: PayoutScreenings): PayoutGate => ({
  async pass(key, next, counterparty) {
    let screened = await screenings.find(key)
    if (!screened) {
      if (next === 'ASK') return { may: 'ASK' } // submitted before there was screening
      screened = await screenings.add(key, next, await screening.screen(counterparty))
    }
    if (screened.verdict === 'CLEAR') return { may: next }
    if (screened.decision === 'RELEASED') return { may: screened.submission }
    return { report: screened.decision === 'REJECTED' ? REJECTED : HELD }
  },
})
