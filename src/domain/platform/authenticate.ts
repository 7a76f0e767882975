/** Authentication by API token: HTTP Basic with its client id and secret. */
import { createHash } from 'node:crypto'
import { elapsed } from '../../core/clock.ts'
import { bareId } from '../../core/ids.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Committed } from '../../engine/engine.ts'
import { isSecret, type SecretKeys } from '../../infra/crypto/secrets.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Caller } from '../../infra/operations/handlers.ts'
import { freezes, tokenFrozen } from './freeze.ts'
import { findTokenByClientId } from './queries.ts'
import { tokens } from './token.ts'

export interface TokenAuthentication {
  /** @throws Refusal UNAUTHORIZED, with the same message for every cause; FORBIDDEN for a token that the operator has frozen */
  authenticate(authorization: string | undefined): Caller | Promise<Caller>
  /** Receives each committed batch, so that a token that was deleted or frozen in it stops working at once. */
  committed(set: Committed): void
}

/**
 * How long a verified header is cached. A token that another process has deleted works that much longer; one that it has
 * frozen reads that much longer, and writes nothing.
 */
const CACHED_MS = 1000
const CACHED_MAX = 10_000
/** Compared with the secret of an unknown client id, so that it takes as long as a wrong secret. */
const NO_HASH = createHash('sha256').update('no token').digest('hex')

export function tokenAuthentication(store: Store, keys: SecretKeys): TokenAuthentication {
  const cached = new Map<string, { readonly caller: Caller; readonly until: number }>()
  /** Number of deletions so far. A token that was looked up before one of them may be deleted by now. */
  let deletions = 0

  /** Look-ups in progress, shared by concurrent requests with the same header. */
  const pending = new Map<string, Promise<Caller>>()

  function lookUpOnce(authorization: string): Promise<Caller> {
    let found = pending.get(authorization)
    if (!found) {
      found = lookUp(authorization).finally(() => pending.get(authorization) === found && pending.delete(authorization))
      pending.set(authorization, found)
    }
    return found
  }

  async function lookUp(authorization: string): Promise<Caller> {
    const [clientId, secret] = credentialsOf(authorization)
    const deletionsBefore = deletions
    const token = clientId === undefined ? undefined : await findTokenByClientId(store, clientId)
    const fits = isSecret(keys.tokens, secret ?? '', token?.secretHash ?? NO_HASH)
    if (!token || !fits) throw unauthorized()
    if (token.frozenAs) throw tokenFrozen()
    const { platformId, id: tokenId, name, permissions } = token
    const caller: Caller = { platformId, tokenId, name, permissions }
    if (cached.size >= CACHED_MAX) cached.clear()
    if (deletions === deletionsBefore) cached.set(authorization, { caller, until: elapsed() + CACHED_MS })
    return caller
  }

  return {
    authenticate(authorization) {
      if (authorization === undefined) throw unauthorized()
      const found = cached.get(authorization)
      return found && found.until > elapsed() ? found.caller : lookUpOnce(authorization)
    },
    committed(set) {
      const slots = [...(set.slots.get(tokens)?.values() ?? [])]
      const frozen = [...(set.slots.get(freezes)?.values() ?? [])]
      const deleted = new Set([
        ...slots.filter(({ value, stored }) => value === undefined && stored !== undefined).map(({ key }) => key),
        ...frozen
          .filter(({ value, stored }) => value !== undefined && stored === undefined)
          .map(({ key }) => bareId(key)),
      ])
      if (deleted.size === 0) return
      deletions++
      pending.clear()
      for (const [header, { caller }] of cached) if (deleted.has(caller.tokenId)) cached.delete(header)
    },
  }
}

const unauthorized = () =>
  new Refusal('UNAUTHORIZED', 'Send the client id and secret of an API token as HTTP Basic credentials')

function credentialsOf(authorization: string): [clientId?: string, secret?: string] {
  const match = /^Basic ([A-Za-z0-9+/_-]+=*)$/i.exec(authorization)
  if (!match) return []
  const text = Buffer.from(match[1] as string, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 || text.includes('\0') ? [] : [text.slice(0, colon), text.slice(colon + 1)]
}
