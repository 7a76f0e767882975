/** Platform creation use case of the sandbox: a second tenant, to test the isolation of tenants (decision 80). */
import { randomBytes } from 'node:crypto'
import type { Contract } from '../../../contract/contract.ts'
import type { ReplyOf } from '../../../contract/operation.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Store } from '../../infra/db/store.ts'
import { presentPlatform } from '../platform/platform.ts'
import { findTokenByClientId, getPlatformConfig } from '../platform/queries.ts'
import { presentToken, type Token } from '../platform/tokens/token.ts'

interface MadePlatform {
  readonly platformId: string
  readonly clientId: string
  readonly clientSecret: string
  readonly webhookSecret: string
}

/** Without `umaDomain` the domain is derived from the name. @throws Refusal CONFLICT when another platform has it */
export type MakePlatform = (platform: { readonly name: string; readonly umaDomain?: string }) => Promise<MadePlatform>

export async function sandboxCreatePlatform(
  store: Store,
  make: MakePlatform,
  name: string,
): Promise<ReplyOf<Contract['sandboxCreatePlatform']>> {
  const { platformId, clientId, clientSecret, webhookSecret } = await makeUnderName(make, name)
  const [{ endpoint, ...platform }, token] = await Promise.all([
    getPlatformConfig(store, platformId),
    findTokenByClientId(store, clientId) as Promise<Token>,
  ])
  return {
    name,
    platform: presentPlatform(platform, endpoint),
    token: presentToken(token, token.createdAt, clientSecret),
    webhookSecret,
  }
}

/** Platforms may share a name; each has its own domain. */
async function makeUnderName(make: MakePlatform, name: string): Promise<MadePlatform> {
  try {
    return await make({ name })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'CONFLICT') throw error
    return make({ name, umaDomain: `platform-${randomBytes(4).toString('hex')}.example` })
  }
}
