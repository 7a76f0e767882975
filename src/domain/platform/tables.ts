/** Owns the tables of the tenant: the platform, its API tokens, and names that may be held only once. */

import type { Permission } from '../../../contract/operation.ts'
import { bool, json, orNull, type Row, table, text, time, uuid } from '../../engine/table.ts'
import type { RelyingParty } from '../../providers/passkeys/port.ts'
import type { CurrencySettings, WalletPolicy, WalletSettings } from './settings.ts'

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
    /** Where its passkeys are used, as the operator has set it; null: where they are registered. */
    relyingParty: orNull(json<RelyingParty>()),
    /** Set by the operator; null: nothing beyond the usual. */
    walletPolicy: orNull(json<WalletPolicy>()),
    /** The signing secret before the last rotation, sealed: events are signed with both until `formerSecretUntil`. */
    formerWebhookSecret: orNull(text()),
    /** Real time, whatever a sandbox's clock shows: receivers live in it. */
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

export const tokens = table(
  'tokens',
  {
    id: uuid,
    name: text(),
    permissions: json<readonly Permission[]>(),
    clientId: text(),
    /** HMAC-SHA256 of the secret, which is nowhere stored. */
    secretHash: text(),
    createdAt: time,
    updatedAt: time,
  },
  { resource: 'Token', changing: ['updatedAt'] },
)
export type Token = Row<typeof tokens>

/** Names that only one object of a platform may hold at a time: the key makes it so, and the row says who holds it. */
export const claims = table('claims', { name: text(), holder: uuid }, { key: 'name', changing: ['holder'] })
