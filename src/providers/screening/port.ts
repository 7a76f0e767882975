/** Screening port: whether money may go to a counterparty, or may be accepted from one. */

/** The other side of a payment, as far as it is known. */
export interface Counterparty {
  /** Account number, IBAN, address on a chain, or UMA address. */
  readonly identifier: string | undefined
  /** Names of the owner. */
  readonly names: readonly string[]
}

/** HOLD: the money stays where it is until an operator has decided. */
export type ScreeningVerdict = { readonly verdict: 'CLEAR' } | { readonly verdict: 'HOLD'; readonly reason: string }

export interface Screening {
  /** @throws Error when nothing can be said; the payment waits, and is screened again */
  screen(counterparty: Counterparty): Promise<ScreeningVerdict>
}
