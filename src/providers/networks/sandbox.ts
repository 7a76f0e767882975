/** Simulated crypto networks: fixed fees at fixed prices. */
import { CURRENCIES } from '../../../contract/currencies.ts'
import { ratioOf, times } from '../../core/rate.ts'
import type { Networks } from './port.ts'

interface Fee {
  readonly asset: string
  /** Smallest units of one whole unit of the asset, as a power of ten. */
  readonly decimals: number
  /** In smallest units. */
  readonly amount: bigint
  /** US dollars for one whole unit: an exact decimal. */
  readonly usd: string
}

const BITCOIN = { asset: 'BTC', decimals: CURRENCIES.BTC.decimals, usd: CURRENCIES.BTC.usdPerUnit as string }
const ETHER = { asset: 'ETH', decimals: 18, usd: '3000' }

export const NETWORK_FEES: Readonly<Record<string, Fee>> = {
  SOLANA: { asset: 'SOL', decimals: 9, amount: 5_000n, usd: '150' },
  ETHEREUM: { ...ETHER, amount: 650_000_000_000_000n },
  BASE: { ...ETHER, amount: 650_000_000_000n },
  POLYGON: { asset: 'POL', decimals: 18, amount: 1_950_000_000_000_000n, usd: '0.5' },
  SPARK: { ...BITCOIN, amount: 0n },
  LIGHTNING: { ...BITCOIN, amount: 10n },
  BITCOIN: { ...BITCOIN, amount: 1_500n },
}

export const sandboxNetworks: Networks = {
  connected: Object.keys(NETWORK_FEES),
  feeOf(network) {
    const fee = NETWORK_FEES[network]
    if (!fee) return undefined
    const whole = { numerator: 1n, denominator: 10n ** BigInt(fee.decimals) }
    return { asset: fee.asset, amount: fee.amount, usdPerUnit: times(ratioOf(fee.usd), whole) }
  },
}
