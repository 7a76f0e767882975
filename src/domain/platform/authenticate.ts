/** Owns who a request comes from: HTTP Basic with a token's client id and secret. */
import { createHash } from 'node:crypto'
import { elapsed } from '../../core/clock.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Committed } from '../../engine/engine.ts'
import { isSecret, type SecretKeys } from '../../infra/crypto/secrets.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Caller } from '../../infra/operations/handlers.ts'
import { findTokenByClientId } from './queries.ts'
import { tokens } from './tables.ts'

export interface Callers {
  /** @throws Refusal UNAUTHORIZED, in the same words whatever is wrong */
  authenticate(authorization: string | undefined): Caller | Promise<Caller>
  /** Hears of a committed batch: a token that was deleted in it ends here at once. */
  committed(set: Committed): void
}

/** How long a verified header is believed: a token deleted by another process works that much longer. */
const BELIEVED_MS = 1000
const KNOWN_MAX = 10_000
/** Compared when there is no such token, so that an unknown id takes as long as a wrong secret. */
const NO_HASH = createHash('sha256').update('no token').digest('hex')

export function callersOf(store: Store, keys: SecretKeys): Callers {
  const known = new Map<string, { readonly caller: Caller; readonly until: number }>()
  /** Deletions so far: what was looked up before one of them may be gone by now. */
  let deletions = 0

  /** Lookups under way: requests that come in the same moment share one. */
  const looking = new Map<string, Promise<Caller>>()

  function lookOnce(authorization: string): Promise<Caller> {
    let found = looking.get(authorization)
    if (!found) {
      found = look(authorization).finally(() => looking.get(authorization) === found && looking.delete(authorization))
      looking.set(authorization, found)
    }
    return found
  }

  async function look(authorization: string): Promise<Caller> {
    const [clientId, secret] = credentialsOf(authorization)
    const deletionsBefore = deletions
    const token = clientId === undefined ? undefined : await findTokenByClientId(store, clientId)
    const fits = isSecret(keys.tokens, secret ?? '', token?.secretHash ?? NO_HASH)
    if (!token || !fits) throw unauthorized()
    const caller: Caller = { platformId: token.platformId, tokenId: token.id, permissions: token.permissions }
    if (known.size >= KNOWN_MAX) known.clear()
    if (deletions === deletionsBefore) known.set(authorization, { caller, until: elapsed() + BELIEVED_MS })
    return caller
  }

  return {
    authenticate(authorization) {
      if (authorization === undefined) throw unauthorized()
      const found = known.get(authorization)
      return found && found.until > elapsed() ? found.caller : lookOnce(authorization)
    },
    committed(set) {
      const deleted = new Set(
        [...(set.slots.get(tokens)?.values() ?? [])]
          .filter(({ value, stored }) => value === undefined && stored !== undefined)
          .map(({ key }) => key),
      )
      if (deleted.size === 0) return
      deletions++
      looking.clear()
      for (const [header, { caller }] of known) if (deleted.has(caller.tokenId)) known.delete(header)
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
