/** Authentication by API token: HTTP Basic with its client id and secret. */
import { createHash } from 'node:crypto'
import { type Clock, elapsed } from '../../../core/clock.ts'
import { bareId } from '../../../core/ids.ts'
import { Refusal } from '../../../core/refusal.ts'
import { isoTime } from '../../../core/time.ts'
import type { Committed } from '../../../engine/engine.ts'
import { matchSecret, type SecretKeys } from '../../../infra/crypto/secrets.ts'
import type { Store } from '../../../infra/db/store.ts'
import { type Caller, CallerRefused, type RequestHead } from '../../../infra/operations/handlers.ts'
import { freezes, tokenFrozen } from '../freeze.ts'
import { type FoundToken, findTokenByClientId } from '../queries.ts'
import { type AllowsAddress, allowsAddress } from './allowed-addresses.ts'
import { tokens } from './token.ts'

/** The part of a request that authenticates by token. */
export interface TokenHead {
  readonly headers: RequestHead['headers']
  /** IP address that the request came from. */
  readonly address: () => string
}

export interface TokenAuthentication {
  /**
   * @throws Refusal UNAUTHORIZED, with the same message for every unknown credential, and CallerRefused: UNAUTHORIZED for
   * an expired token or secret, FORBIDDEN for an address that is not allowed or a token that the operator has frozen
   */
  authenticate(head: TokenHead): Caller | Promise<Caller>
  /** Receives each committed batch, so that a token that was deleted, changed or frozen in it is looked up again. */
  committed(set: Committed): void
}

/**
 * How long a verified header is cached: a token that another process has deleted or changed keeps working for at most
 * this time. One that is frozen can still read for this time, but not write. Expiry is exact: it is checked with each
 * request.
 */
const CACHED_MS = 1000
const CACHED_MAX = 10_000
/** Compared with the secret of an unknown client id, so that it takes as long as a wrong secret. */
const NO_HASH = createHash('sha256').update('no token').digest('hex')

/** A header that was verified, and what is checked with each request. */
interface Verified {
  readonly caller: Caller
  /** Undefined: it does not expire. */
  readonly endsAt: number | undefined
  /** Undefined: from anywhere. */
  readonly allows: AllowsAddress | undefined
}

export function tokenAuthentication(store: Store, keys: SecretKeys, clock: Clock): TokenAuthentication {
  const cached = new Map<string, { readonly verified: Verified; readonly until: number }>()
  /** Number of changes so far. A token that was looked up before the latest change may be outdated. */
  let changes = 0

  /** Look-ups in progress, shared by concurrent requests with the same header. */
  const pending = new Map<string, Promise<Verified>>()

  function lookUpOnce(authorization: string): Promise<Verified> {
    let found = pending.get(authorization)
    if (!found) {
      found = lookUp(authorization).finally(() => pending.get(authorization) === found && pending.delete(authorization))
      pending.set(authorization, found)
    }
    return found
  }

  async function lookUp(authorization: string): Promise<Verified> {
    const [clientId, secret] = credentialsOf(authorization)
    const changesBefore = changes
    const token = clientId === undefined ? undefined : await findTokenByClientId(store, clientId)
    const hashes = [token?.secretHash ?? NO_HASH, token?.previousSecretHash ?? NO_HASH]
    const [isCurrent, isPrevious] = matchSecret(keys.tokens, secret ?? '', hashes)
    if (!token || !(isCurrent || isPrevious)) throw unauthorized()
    const verified = toVerified(token, isCurrent === true)
    if (token.frozenAs) throw new CallerRefused(tokenFrozen(), verified.caller)
    if (cached.size >= CACHED_MAX) cached.clear()
    if (changes === changesBefore) cached.set(authorization, { verified, until: elapsed() + CACHED_MS })
    return verified
  }

  function admitted({ caller, endsAt, allows }: Verified, { address }: TokenHead): Caller {
    if (endsAt !== undefined && clock.now() >= endsAt) throw new CallerRefused(expired(endsAt), caller)
    if (allows && !allows(address())) throw new CallerRefused(wrongAddress(address()), caller)
    return caller
  }

  return {
    authenticate(head) {
      const { authorization } = head.headers
      if (typeof authorization !== 'string') throw unauthorized()
      const found = cached.get(authorization)
      if (found && found.until > elapsed()) return admitted(found.verified, head)
      return lookUpOnce(authorization).then((verified) => admitted(verified, head))
    },
    committed(set) {
      const slots = [...(set.slots.get(tokens)?.values() ?? [])]
      const frozen = [...(set.slots.get(freezes)?.values() ?? [])]
      const changed = new Set([
        ...slots.filter(({ value, stored }) => stored !== undefined && value !== stored).map(({ key }) => key),
        ...frozen
          .filter(({ value, stored }) => value !== undefined && stored === undefined)
          .map(({ key }) => bareId(key)),
      ])
      if (changed.size === 0) return
      changes++
      pending.clear()
      for (const [header, { verified }] of cached) if (changed.has(verified.caller.tokenId)) cached.delete(header)
    },
  }
}

/** @param isCurrent false: with the secret before the last rotation */
function toVerified(token: FoundToken, isCurrent: boolean): Verified {
  const { platformId, id: tokenId, name, permissions, expiresAt, allowedAddresses, previousSecretUntil } = token
  const ends = [expiresAt, isCurrent ? null : previousSecretUntil].filter((end) => end !== null)
  return {
    caller: { platformId, tokenId, name, permissions },
    endsAt: ends.length > 0 ? Math.min(...ends) : undefined,
    allows: allowedAddresses.length > 0 ? allowsAddress(allowedAddresses) : undefined,
  }
}

const expired = (at: number): Refusal =>
  new Refusal('UNAUTHORIZED', 'The token, or the secret that was sent, has expired', { expiredAt: isoTime(at) })

const wrongAddress = (address: string): Refusal =>
  new Refusal('FORBIDDEN', `This token may not be used from ${address}`, { address })

const unauthorized = () =>
  new Refusal('UNAUTHORIZED', 'Send the client id and secret of an API token as HTTP Basic credentials')

function credentialsOf(authorization: string): [clientId?: string, secret?: string] {
  const match = /^Basic ([A-Za-z0-9+/_-]+=*)$/i.exec(authorization)
  if (!match) return []
  const text = Buffer.from(match[1] as string, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 || text.includes('\0') ? [] : [text.slice(0, colon), text.slice(colon + 1)]
}
