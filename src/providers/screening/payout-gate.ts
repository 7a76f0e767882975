/**
 * Payout gate: each payout is screened once, before it is submitted for the first time; one that is held waits for an
 * operator. The verdict is stored before the submission, so that a payout that may have gone out is never held later.
 */
import type { PayoutReport } from '../rails/port.ts'
import type { PayoutScreenings, Submission } from './payout-screenings.ts'
import type { Counterparty, Screening } from './port.ts'

/** What may be done with a payout. `report`: its state, for as long as it must not be submitted. */
export type Passage = { readonly may: Submission | 'ASK' } | { readonly report: PayoutReport }

export interface PayoutGate {
  /**
   * @param key of the payout, the same in every attempt
   * @param next what is to be done; a payout that was released is submitted where it would be asked about
   * @throws Error while nothing can be said; the attempt is repeated
   */
  pass(key: string, next: Submission | 'ASK', counterparty: Counterparty): Promise<Passage>
}

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
