/** Screening port: whether money may go to a counterparty, or may be accepted from one. */
import type { PayoutReport } from '../rails/port.ts'

/** The other side of a payment, as far as it is known. */
export interface Counterparty {
  /** Account number, IBAN, address on a chain, or UMA address. */
  readonly identifier: string | undefined
  /** Names of the owner. */
  readonly names: readonly string[]
  /** What is to be paid to it, in minor units; absent: nothing is. */
  readonly receives?: { readonly currency: string; readonly amount: bigint }
}

/** HOLD: the money does not move until an operator has decided. */
export type ScreeningVerdict =
  | { readonly verdict: 'CLEAR' }
  /** `releases`: by how many operators; absent: one. */
  | { readonly verdict: 'HOLD'; readonly reason: string; readonly releases?: 1 | 2 }

export interface Screening {
  /** @throws Error when no verdict is possible; the payment waits, and is screened again */
  screen(counterparty: Counterparty): Promise<ScreeningVerdict>
}

/** How a payout begins: money is sent to the counterparty, or pulled from it. */
export type Submission = 'SEND' | 'PULL'

/** What may be done with a payout. `report`: its state, for as long as it must not be submitted. */
export type Passage = { readonly may: Submission | 'ASK' } | { readonly report: PayoutReport }

export interface PayoutGate {
  /**
   * @param key of the payout, the same in every attempt
   * @param next what is to be done; a payout that was released is submitted where it would be asked about
   * @throws Error while no verdict is possible; the attempt is repeated
   */
  pass(key: string, next: Submission | 'ASK', counterparty: Counterparty): Promise<Passage>
}
