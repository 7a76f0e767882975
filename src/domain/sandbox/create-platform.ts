/** Owns further platforms of the sandbox: tenants to try the boundary between two with (decision 80). */
import { randomBytes } from 'node:crypto'
import type { Contract } from '../../../contract/contract.ts'
import type { ReplyOf } from '../../../contract/operation.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Store } from '../../infra/db/store.ts'
import { presentPlatform } from '../platform/platform.ts'
import { findTokenByClientId, getPlatformConfig } from '../platform/queries.ts'
import type { Token } from '../platform/token.ts'
import { presentToken } from '../platform/token.ts'

interface MadePlatform {
  readonly platformId: string
  readonly clientId: string
  readonly clientSecret: string
  readonly webhookSecret: string
}

/** Without `umaDomain` the domain is made from the name. @throws Refusal CONFLICT when another platform has it */
export type MakePlatform = (wish: { readonly name: string; readonly umaDomain?: string }) => Promise<MadePlatform>

export async function createPlatform(
  store: Store,
  make: MakePlatform,
  name: string,
): Promise<ReplyOf<Contract['sandboxCreatePlatform']>> {
  const { platformId, clientId, clientSecret, webhookSecret } = await makeNamed(make, name)
  const [{ endpoint, ...platform }, token] = await Promise.all([
    getPlatformConfig(store, platformId),
    findTokenByClientId(store, clientId),
  ])
  return {
    name,
    platform: presentPlatform(platform, endpoint),
    token: presentToken(token as Token, clientSecret),
    webhookSecret,
  }
}

/** Many may have one name; each gets a domain of its own. */
async function makeNamed(make: MakePlatform, name: string): Promise<MadePlatform> {
  try {
    return await make({ name })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'CONFLICT') throw error
    return make({ name, umaDomain: `platform-${randomBytes(4).toString('hex')}.example` })
  }
}
