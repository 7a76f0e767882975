/**
 * Payout gate: each payout is screened once, before it is submitted for the first time; one that is held waits for an
 * operator. The verdict is stored before the submission, so that a payout that may have gone out is never held later.
 * While no verdict is possible, such as without the list, the payout waits.
 */
import type { PayoutReport } from '../rails/port.ts'
import type { PayoutScreenings } from './payout-screenings.ts'
import type { Counterparty, PayoutGate, Screening, ScreeningVerdict } from './port.ts'

const HELD: PayoutReport = { state: 'IN_TRANSIT', askAgainInMs: 60_000 }
const REJECTED: PayoutReport = { state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', money: 'BACK' }

export interface GateChecks {
  /** Absent: counterparties are not screened. */
  readonly screening?: Screening | undefined
  /** Another reason to hold a payout: missing data that the law requires; undefined: none. */
  readonly missingData?: ((key: string) => Promise<string | undefined>) | undefined
  /** Called with the error for each payout that waits because no verdict is possible. */
  readonly onFault?: (key: string, error: unknown) => void
}

export function payoutGate(
  { screening, missingData, onFault = () => {} }: GateChecks,
  screenings: PayoutScreenings,
): PayoutGate {
  const check = async (key: string, counterparty: Counterparty): Promise<ScreeningVerdict> => {
    const verdict: ScreeningVerdict = (await screening?.screen(counterparty)) ?? { verdict: 'CLEAR' }
    const missing = await missingData?.(key)
    if (missing === undefined) return verdict
    return verdict.verdict === 'HOLD'
      ? { ...verdict, reason: `${verdict.reason}; ${missing}` }
      : { verdict: 'HOLD', reason: missing }
  }
  const verdictOn = (key: string, counterparty: Counterparty) =>
    check(key, counterparty).catch((error: unknown) => {
      onFault(key, error)
      return { verdict: 'PENDING' } as const
    })
  return {
    async pass(key, next, counterparty) {
      let screened = await screenings.find(key)
      if (!screened || screened.verdict === 'PENDING') {
        if (!screened && next === 'ASK') return { may: 'ASK' } // submitted before there was screening
        const submission = screened?.submission ?? (next === 'PULL' ? 'PULL' : 'SEND')
        screened = await screenings.add(key, submission, await verdictOn(key, counterparty))
      }
      switch (screened.verdict) {
        case 'PENDING':
          return { report: HELD }
        // A payout that had to wait is only queried afterwards; a repeated submission has no effect.
        case 'CLEAR':
          return { may: screened.hasWaited ? screened.submission : next }
        case 'HOLD':
          if (screened.decision === 'RELEASED') return { may: screened.submission }
          return { report: screened.decision === 'REJECTED' ? REJECTED : HELD }
      }
    },
  }
}
