/** Platform resource: table, settings and presenter of a tenant. */
import type { Static } from 'typebox'
import type { EmbeddedWalletConfig, PlatformConfig, PlatformCurrencyConfig } from '../../../contract/platform/config.ts'
import { wireId } from '../../core/ids.ts'
import { isoTime } from '../../core/time.ts'
import { bool, json, orNull, type Row, table, text, time, uuid } from '../../engine/table.ts'
import type { RelyingParty } from '../../providers/passkeys/port.ts'

export type CurrencySettings = Static<typeof PlatformCurrencyConfig>
export type WalletSettings = Static<typeof EmbeddedWalletConfig>

/** Operations of a wallet that a policy can restrict to passkeys: exporting it, changing its credentials, paying. */
export const PASSKEY_RIGHTS = ['EXPORT', 'CREDENTIALS', 'PAYMENT'] as const
export type PasskeyRight = (typeof PASSKEY_RIGHTS)[number]

/** Stricter requirements for the wallets of a platform, set by the operator. */
export interface WalletPolicy {
  /** Whether the `nonce` of an identity token must bind it to the client's key before it opens a session. */
  readonly requireNonce: boolean
  readonly requirePasskeyFor: readonly PasskeyRight[]
  /** Payments up to this amount, in minor units of the wallet's currency, need no passkey. */
  readonly paymentsAbove: number
}

export const platforms = table(
  'platforms',
  {
    id: uuid,
    name: text(),
    umaDomain: text(),
    proxyUmaSubdomain: text(),
    supportedCurrencies: json<readonly CurrencySettings[]>(),
    isRegulatedFinancialInstitution: bool,
    embeddedWalletConfig: orNull(json<WalletSettings>()),
    /** Signing secret of Standard Webhooks, sealed. */
    webhookSecret: text(),
    createdAt: time,
    updatedAt: time,
    /** Where passkeys are used, set by the operator; null: where each is registered. */
    relyingParty: orNull(json<RelyingParty>()),
    /** Set by the operator; null: no stricter requirements. */
    walletPolicy: orNull(json<WalletPolicy>()),
    /** The previous signing secret, sealed: until `formerSecretUntil`, events are signed with both. */
    formerWebhookSecret: orNull(text()),
    /** Real time, also in the sandbox: receivers use it. */
    formerSecretUntil: orNull(time),
  },
  {
    resource: 'Platform',
    changing: [
      'umaDomain',
      'supportedCurrencies',
      'isRegulatedFinancialInstitution',
      'embeddedWalletConfig',
      'relyingParty',
      'walletPolicy',
      'webhookSecret',
      'formerWebhookSecret',
      'formerSecretUntil',
      'updatedAt',
    ],
    cached: true,
  },
)
export type Platform = Row<typeof platforms>

/** @param endpoint URL of the webhook endpoint; null: none is set */
export function presentPlatform(row: Platform, endpoint: string | null): PlatformConfig {
  return {
    id: wireId('PlatformConfig', row.id),
    umaDomain: row.umaDomain,
    proxyUmaSubdomain: row.proxyUmaSubdomain,
    ...(endpoint !== null && { webhookEndpoint: endpoint }),
    supportedCurrencies: [...row.supportedCurrencies],
    isRegulatedFinancialInstitution: row.isRegulatedFinancialInstitution,
    ...(row.embeddedWalletConfig !== null && { embeddedWalletConfig: row.embeddedWalletConfig }),
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  }
}
