/** Crypto network port. */
import type { Ratio } from '../../core/rate.ts'

/** What the network takes for carrying a payment. */
export interface NetworkFee {
  /** In which the network is paid; it need not be a currency of this service. */
  readonly asset: string
  /** Smallest units of the asset. */
  readonly amount: bigint
  /** US dollars for one smallest unit of the asset. */
  readonly usdPerUnit: Ratio
}

export interface Networks {
  /** What a payment over the network costs now. @returns undefined for one that is not connected */
  feeOf(network: string): NetworkFee | undefined
}
