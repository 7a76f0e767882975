/** Operator command that issues an API token: for a platform that has lost its own. */
import { randomBytes } from 'node:crypto'
import type { Permission } from '../../contract/operation.ts'
import { wireId } from '../core/ids.ts'
import { createToken } from '../domain/platform/create-token.ts'
import { platforms } from '../domain/platform/platform.ts'
import { hashSecret, newSecret } from '../infra/crypto/secrets.ts'
import { idIn, type Operator } from './operator.ts'

export interface IssuedToken {
  readonly id: string
  readonly name: string
  readonly permissions: readonly Permission[]
  readonly clientId: string
  /** Shown only now: the service stores a hash. */
  readonly clientSecret: string
}

/** @throws Refusal PLATFORM_NOT_FOUND */
export async function issueToken(
  { engine, keys }: Operator,
  platform: string,
  { name, permissions }: { readonly name: string; readonly permissions: readonly Permission[] },
): Promise<IssuedToken> {
  const clientId = randomBytes(16).toString('hex')
  const clientSecret = newSecret()
  const secretHash = hashSecret(keys.tokens, clientSecret)
  const { id } = await engine.run(idIn(platform, 'PlatformConfig'), (rows) => {
    rows.get(platforms, rows.platformId)
    return createToken(rows, { name, permissions, clientId, secretHash, granting: permissions, beyondLimit: true })
  })
  return { id: wireId('Token', id), name, permissions, clientId, clientSecret }
}
