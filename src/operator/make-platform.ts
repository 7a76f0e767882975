/** Operator command that creates a platform: with its own accounts and a token with every permission. */
import { randomBytes } from 'node:crypto'
import { PERMISSIONS } from '../../contract/operation.ts'
import { knownCurrency } from '../core/currency.ts'
import { newId } from '../core/ids.ts'
import { openAccounts } from '../domain/accounts/open-account.ts'
import { createPlatform } from '../domain/platform/create-platform.ts'
import { defaultSettings } from '../domain/platform/limits.ts'
import { createToken } from '../domain/platform/tokens/create-token.ts'
import { reserveUmaDomain } from '../domain/platform/uma-domain.ts'
import { hashSecret, newSecret, seal } from '../infra/crypto/secrets.ts'
import type { Operator } from './operator.ts'

export interface MadePlatform {
  readonly platform: string
  readonly platformId: string
  readonly umaDomain: string
  readonly clientId: string
  /** Shown only now: the service stores a hash. */
  readonly clientSecret: string
  /** Verifies the Standard Webhooks signature of events. */
  readonly webhookSecret: string
}

export interface NewPlatform {
  readonly name: string
  /** Absent: derived from the name, under the reserved domain `.example`. */
  readonly umaDomain?: string | undefined
  readonly currencies?: readonly string[]
  readonly isRegulated?: boolean
  /** Name of the token. */
  readonly tokenName?: string
}

/** The currencies of a new platform by default. */
export const COMMON_CURRENCIES = ['USD', 'EUR', 'GBP', 'MXN', 'BRL', 'INR', 'BTC', 'USDC', 'USDB'] as const

/** @throws Refusal CONFLICT if another platform has the domain, INVALID_CURRENCY */
export async function makePlatform(
  { store, engine, clock, keys }: Operator,
  {
    name,
    umaDomain = domainFor(name),
    currencies = COMMON_CURRENCIES,
    isRegulated = false,
    tokenName = 'First',
  }: NewPlatform,
): Promise<MadePlatform> {
  const supported = currencies.map((code) => knownCurrency(code))
  const clientId = randomBytes(16).toString('hex')
  const clientSecret = newSecret()
  const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`
  const platformId = await reserveUmaDomain({ store, engine }, newId(clock.now()), umaDomain)
  await engine.run(platformId, (rows) => {
    createPlatform(rows, {
      name,
      umaDomain,
      isRegulatedFinancialInstitution: isRegulated,
      supportedCurrencies: supported.map(defaultSettings),
      webhookSecret: seal(keys.sealing, webhookSecret, 'webhook secret'),
    })
    openAccounts(rows, { customerId: null, platformCustomerId: null }, supported)
    const secretHash = hashSecret(keys.tokens, clientSecret)
    createToken(rows, { name: tokenName, permissions: PERMISSIONS, clientId, secretHash, granting: PERMISSIONS })
  })
  return { platform: name, platformId, umaDomain, clientId, clientSecret, webhookSecret }
}

/** `Other Pay` → `other-pay.example`, which cannot be registered (RFC 2606). */
function domainFor(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['platform']
  return `${words.join('-').slice(0, 60)}.example`
}
