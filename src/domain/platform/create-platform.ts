/** Platform creation use case of the operator. */
import type { Rows } from '../../engine/rows.ts'
import { listeners } from '../../infra/state-machines/tables.ts'
import { type CurrencySettings, type Platform, platforms } from './platform.ts'

export interface NewPlatform {
  readonly name: string
  readonly umaDomain: string
  readonly isRegulatedFinancialInstitution: boolean
  readonly supportedCurrencies: readonly CurrencySettings[]
  /** Signing secret of Standard Webhooks, sealed. */
  readonly webhookSecret: string
}

/** Creates the platform that the command runs for. */
export function createPlatform(rows: Rows, platform: NewPlatform): Platform {
  const id = rows.platformId
  rows.add(listeners, { id, endpoint: null, disabledAt: null })
  return rows.add(platforms, {
    id,
    proxyUmaSubdomain: platform.umaDomain.split('.')[0] as string,
    embeddedWalletConfig: null,
    relyingParty: null,
    walletPolicy: null,
    formerWebhookSecret: null,
    formerSecretUntil: null,
    createdAt: rows.now,
    updatedAt: rows.now,
    ...platform,
  })
}
