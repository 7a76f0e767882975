/** Operator commands of API tokens: for a platform that has lost its own, and where a secret has leaked. */
import { randomBytes } from 'node:crypto'
import { PERMISSIONS, type Permission } from '../../contract/operation.ts'
import { wireId } from '../core/ids.ts'
import { isoTime } from '../core/time.ts'
import { platforms } from '../domain/platform/platform.ts'
import { createToken } from '../domain/platform/tokens/create-token.ts'
import { rotateTokenSecret } from '../domain/platform/tokens/rotate-token-secret.ts'
import { presentToken, type Token } from '../domain/platform/tokens/token.ts'
import { updateToken } from '../domain/platform/tokens/update-token.ts'
import { hashSecret, newSecret } from '../infra/crypto/secrets.ts'
import { lastTokenUses } from '../infra/request-log/token-uses.ts'
import { findPlatformId, idIn, type Operator } from './operator.ts'

export interface IssuedToken {
  readonly id: string
  readonly name: string
  readonly permissions: readonly Permission[]
  readonly clientId: string
  /** Shown only now: the service stores a hash. */
  readonly clientSecret: string
}

interface NewToken {
  readonly name: string
  readonly permissions: readonly Permission[]
  /** RFC 3339; absent: it does not expire. */
  readonly expiresAt?: string | undefined
  /** Absent: from anywhere. */
  readonly allowedAddresses?: readonly string[] | undefined
}

/** @throws Refusal PLATFORM_NOT_FOUND, INVALID_INPUT */
export async function issueToken(
  { engine, keys }: Operator,
  platform: string,
  { name, permissions, expiresAt, allowedAddresses }: NewToken,
): Promise<IssuedToken> {
  const clientId = randomBytes(16).toString('hex')
  const clientSecret = newSecret()
  const secretHash = hashSecret(keys.tokens, clientSecret)
  const { id } = await engine.run(idIn(platform, 'PlatformConfig'), (rows) => {
    rows.get(platforms, rows.platformId)
    return createToken(rows, {
      name,
      permissions,
      expiresAt: expiresAt === undefined ? undefined : Date.parse(expiresAt),
      allowedAddresses,
      clientId,
      secretHash,
      granting: permissions,
      beyondLimit: true,
    })
  })
  return { id: wireId('Token', id), name, permissions, clientId, clientSecret }
}

export interface ListedToken {
  readonly id: string
  readonly name: string
  readonly permissions: string
  readonly clientId: string
  readonly expiresAt: string | null
  readonly allowedAddresses: string
  readonly previousSecretExpiresAt: string | null
  /** Accurate to about five minutes; null: not used yet. */
  readonly lastUsedAt: string | null
}

/** Oldest first. @throws Refusal PLATFORM_NOT_FOUND for a malformed id */
export async function listPlatformTokens({ store, clock }: Operator, platform: string): Promise<ListedToken[]> {
  const platformId = idIn(platform, 'PlatformConfig')
  const uses = await lastTokenUses(store, platformId)
  const found = await store.query<Token>(LIST, [platformId])
  return found.map((row) => {
    const token = presentToken(row, clock.now())
    const usedAt = uses.get(row.id)
    return {
      id: token.id,
      name: token.name,
      permissions: token.permissions.join(','),
      clientId: token.clientId,
      expiresAt: token.expiresAt ?? null,
      allowedAddresses: token.allowedAddresses?.join(',') ?? '',
      previousSecretExpiresAt: token.previousSecretExpiresAt ?? null,
      lastUsedAt: usedAt === undefined ? null : isoTime(usedAt),
    }
  })
}

const LIST = `select id, name, permissions, client_id as "clientId", created_at as "createdAt", updated_at as "updatedAt",
    expires_at as "expiresAt", allowed_addresses as "allowedAddresses", previous_secret_until as "previousSecretUntil"
  from tokens where platform_id = $1 order by id`

/** Absent fields are unchanged. */
export interface TokenChange {
  readonly name?: string | undefined
  /** RFC 3339; null: it does not expire. */
  readonly expiresAt?: string | null | undefined
  /** Empty: from anywhere. */
  readonly allowedAddresses?: readonly string[] | undefined
}

/** @throws Refusal TOKEN_NOT_FOUND, INVALID_INPUT */
export async function changeToken(operator: Operator, id: string, change: TokenChange): Promise<object> {
  const { engine, store, clock } = operator
  const tokenId = idIn(id, 'Token')
  const { expiresAt } = change
  const token = await engine.run(await findPlatformId(store, 'tokens', tokenId, 'Token'), (rows) =>
    updateToken(rows, {
      ...change,
      tokenId,
      expiresAt: typeof expiresAt === 'string' ? Date.parse(expiresAt) : expiresAt,
    }),
  )
  return presentToken(token, clock.now())
}

/** @param overlapHours how long the previous secret also works. @throws Refusal TOKEN_NOT_FOUND */
export async function rotateToken(
  { engine, store, keys, clock }: Operator,
  id: string,
  { overlapHours }: { overlapHours: number },
): Promise<object> {
  const tokenId = idIn(id, 'Token')
  const clientSecret = newSecret()
  const rotation = {
    tokenId,
    secretHash: hashSecret(keys.tokens, clientSecret),
    previousUntil: clock.now() + overlapHours * 3_600_000,
    granting: PERMISSIONS,
  }
  const token = await engine.run(await findPlatformId(store, 'tokens', tokenId, 'Token'), (rows) =>
    rotateTokenSecret(rows, rotation),
  )
  return presentToken(token, clock.now(), clientSecret)
}
