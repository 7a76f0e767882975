/** Owns how a platform's configuration and tokens look on the wire. */
import type { PlatformConfig } from '../../../contract/platform/config.ts'
import type { Token as WireToken } from '../../../contract/platform/tokens.ts'
import { wireId } from '../../core/ids.ts'
import { isoTime } from '../../core/time.ts'
import type { Platform, Token } from './tables.ts'

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

/** @param clientSecret given only in the reply that creates the token */
export function presentToken(row: Token, clientSecret?: string): WireToken {
  return {
    id: wireId('Token', row.id),
    name: row.name,
    permissions: [...row.permissions],
    clientId: row.clientId,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    ...(clientSecret !== undefined && { clientSecret }),
  }
}
