/** Operator commands for platforms: list, regulation, passkeys, wallet policy, blocked institutions, UMA domains. */
import { wireId } from '../core/ids.ts'
import { refuse } from '../core/refusal.ts'
import { isoTime } from '../core/time.ts'
import { blockProvider, unblockProvider } from '../domain/payments/receivers/block-provider.ts'
import { setRegulated, setRelyingParty, setWalletPolicy } from '../domain/platform/operator-settings.ts'
import type { WalletPolicy } from '../domain/platform/platform.ts'
import { platforms } from '../domain/platform/platform.ts'
import { releaseUmaDomain } from '../domain/platform/uma-domain.ts'
import { idIn, type Operator } from './operator.ts'

export { PASSKEY_RIGHTS, type PasskeyRight } from '../domain/platform/platform.ts'

export interface ListedPlatform {
  readonly id: string
  readonly name: string
  readonly umaDomain: string
  readonly isRegulated: boolean
  readonly createdAt: string
}

/** Oldest first. */
export async function listPlatforms({ store }: Operator): Promise<ListedPlatform[]> {
  const rows = await store.query<Omit<ListedPlatform, 'createdAt'> & { createdAt: number }>(
    `select id, name, uma_domain as "umaDomain", is_regulated_financial_institution as "isRegulated", created_at as "createdAt"
    from platforms order by platform_id`,
  )
  return rows.map((row) => ({ ...row, id: wireId('PlatformConfig', row.id), createdAt: isoTime(row.createdAt) }))
}

/** @throws Refusal PLATFORM_NOT_FOUND */
export async function regulate({ engine }: Operator, platform: string, isRegulated: boolean): Promise<void> {
  await engine.run(idIn(platform, 'PlatformConfig'), (rows) => void setRegulated(rows, isRegulated))
}

/**
 * Sets the origins at which a platform's passkeys are used. @param origins empty: each passkey works only where it was
 * registered. @throws Refusal PLATFORM_NOT_FOUND
 */
export async function setPasskeys(
  { engine }: Operator,
  platform: string,
  rpId: string,
  origins: readonly string[],
): Promise<void> {
  const relyingParty = origins.length === 0 ? null : { rpId, origins }
  await engine.run(idIn(platform, 'PlatformConfig'), (rows) => void setRelyingParty(rows, relyingParty))
}

/** Replaces the wallet policy of a platform: what its wallets require in addition to the defaults. @throws Refusal PLATFORM_NOT_FOUND, INVALID_INPUT */
export async function changeWalletPolicy({ engine }: Operator, platform: string, policy: WalletPolicy): Promise<void> {
  await engine.run(idIn(platform, 'PlatformConfig'), (rows) => void setWalletPolicy(rows, policy))
}

/** Blocks or unblocks payments between a platform and an institution. @param domain of the institution's UMA addresses. @throws Refusal PLATFORM_NOT_FOUND */
export async function setBlocked(
  { engine }: Operator,
  platform: string,
  domain: string,
  isBlocked: boolean,
): Promise<void> {
  const change = isBlocked ? blockProvider : unblockProvider
  await engine.run(idIn(platform, 'PlatformConfig'), (rows) => {
    rows.get(platforms, rows.platformId)
    change(rows, domain.toLowerCase())
  })
}

/** @throws Refusal NOT_FOUND, or CONFLICT while a platform uses the domain */
export async function releaseDomain({ store, engine }: Operator, domain: string): Promise<void> {
  const [user] = await store.query<{ name: string }>('select name from platforms where uma_domain = $1', [domain])
  if (user) refuse('CONFLICT', `${user.name} uses the domain ${domain}`)
  await releaseUmaDomain(engine, domain)
}
