/** Production providers. Imports nothing of the sandbox. */
import type { Logger } from 'pino'
import type { Clock } from '../../core/clock.ts'
import { manualIdentity } from '../../providers/identity/manual.ts'
import { bankRails } from '../../providers/rails/banks/bank-rail.ts'
import { httpRates, type RateSources } from '../../providers/rates/http.ts'
import { offeredRates } from '../../providers/rates/spreads.ts'
import { screeningBy } from '../../providers/screening/blocklist.ts'
import { limitedScreening } from '../../providers/screening/payout-limits.ts'
import type { Config } from '../config.ts'
import type { Providers } from './providers.ts'
import { type WalletSettings, walletProviders } from './wallet-providers.ts'

interface ProductionOptions extends Pick<Config, 'banks' | 'rates' | 'umaPartners' | 'screeningFile'> {
  readonly payoutLimits?: Config['payoutLimits']
  readonly wallets: WalletSettings
  /** Connected rails other than those of banks; absent: none. */
  readonly rails?: Providers['rails']
}

/**
 * Without a rail, money moves between internal accounts, and payouts to banks and networks are refused. A UMA payment
 * that an institution confirms is credited, so only those with which the operator has an agreement are partners.
 */
export const productionProviders = (
  clock: Clock,
  log: Logger,
  { banks, rates, umaPartners, screeningFile, payoutLimits = new Map(), wallets, rails = () => [] }: ProductionOptions,
): Providers => ({
  ...walletProviders(wallets, { clock, isSandbox: false }),
  rails: (parts) => [...rails(parts), ...bankRails(banks, { database: parts.store, clock, log })],
  screening: limitedScreening(payoutLimits, screeningBy(screeningFile)),
  rates: offeredRates(
    httpRates(sourcesOf(rates), {
      clock,
      onError: (error) => log.warn({ err: error }, 'fetching exchange rates failed'),
    }),
    rates.spreads,
  ),
  identity: manualIdentity,
  kycPages: undefined,
  uma: (network) => (umaPartners.length > 0 ? network : undefined),
  umaPartners,
  umaHosts: undefined,
  institutions: umaPartners.map((domain) => ({ domain, name: domain, regions: [], currencies: [] })),
  networks: undefined,
  cardIssuer: undefined,
  approveUnasked: false,
  allowLoopback: false,
  sandbox: undefined,
})

const sourcesOf = ({ urls, quorum, maxDeviation, maxStep }: Config['rates']): RateSources => ({
  urls,
  bounds: { quorum, maxDeviation, maxStep },
})
