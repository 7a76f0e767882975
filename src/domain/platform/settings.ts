/** Owns the form of a platform's settings. */
import type { Static } from 'typebox'
import type { EmbeddedWalletConfig, PlatformCurrencyConfig } from '../../../contract/platform/config.ts'

export type CurrencySettings = Static<typeof PlatformCurrencyConfig>
export type WalletSettings = Static<typeof EmbeddedWalletConfig>

/** What a policy can keep for passkeys: taking the recovery phrase out, changing who may sign, paying. */
export const PASSKEY_RIGHTS = ['EXPORT', 'CREDENTIALS', 'PAYMENT'] as const
export type PasskeyRight = (typeof PASSKEY_RIGHTS)[number]

/** What the wallets of a platform demand beyond the usual, as its operator has set it. */
export interface WalletPolicy {
  /** Identity tokens that open a session must be bound to the client's key by their `nonce`. */
  readonly requireNonce: boolean
  readonly requirePasskeyFor: readonly PasskeyRight[]
  /** Payments up to this amount, in minor units of the wallet's currency, need no passkey. */
  readonly paymentsAbove: number
}
