/** Crypto network port. */
import type { Ratio } from '../../core/rate.ts'

/** Fee of a network for one payment. */
export interface NetworkFee {
  /** Asset in which the fee is paid; not necessarily a currency of this service. */
  readonly asset: string
  /** Smallest units of the asset. */
  readonly amount: bigint
  /** US dollars for one smallest unit of the asset. */
  readonly usdPerUnit: Ratio
}

export interface Networks {
  /** Names of the connected networks. */
  readonly connected: readonly string[]
  /** Current fee of a payment. @returns undefined for a network that is not connected */
  feeOf(network: string): NetworkFee | undefined
}
