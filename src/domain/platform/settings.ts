/** Owns the form of a platform's settings. */
import type { Static } from 'typebox'
import type { EmbeddedWalletConfig, PlatformCurrencyConfig } from '../../../contract/config.ts'

export type CurrencySettings = Static<typeof PlatformCurrencyConfig>
export type WalletSettings = Static<typeof EmbeddedWalletConfig>
