/** Issuers of identity tokens: which are accepted, and their public keys. */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import type { Clock } from '../../core/clock.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Get } from '../../infra/egress/public-http.ts'

export interface AcceptedIssuer {
  /** Issuer URL, exactly as in its tokens. */
  readonly issuer: string
  /** Accepted client ids; none: any, and each credential is bound to its own. */
  readonly clientIds: readonly string[]
}

/** The accepted issuer of an `iss` claim. Google also writes its own without https://. */
export const acceptedIssuer = (issuers: readonly AcceptedIssuer[], iss: unknown): AcceptedIssuer | undefined =>
  issuers.find(({ issuer }) => iss === issuer || (iss === 'accounts.google.com' && issuer === `https://${iss}`))

const FRESH_MS = 10 * 60_000
/** How long keys are used when they cannot be refreshed. After that sign-in fails, because a key may have been withdrawn. */
const STALE_MS = 60 * 60_000
/** Minimum interval between requests for unknown key ids, which any client can make up. */
const REFETCH_MS = 60_000
const KEYS_MAX = 50

interface Kept {
  readonly keys: ReturnType<typeof createLocalJWKSet>
  readonly fetchedAt: number
}

/**
 * Public keys by issuer, fetched only from the address in its discovery document.
 * @param get reaches the public network only, follows no redirects, and reads 64 KB at most
 */
export function issuerKeys(get: Get, clock: Clock): { keysOf(issuer: string): JWTVerifyGetKey } {
  const kept = new Map<string, Kept>()
  const triedAt = new Map<string, number>()
  const underWay = new Map<string, Promise<Kept>>()

  function fetchOnce(issuer: string): Promise<Kept> {
    const already = underWay.get(issuer)
    if (already) return already
    triedAt.set(issuer, clock.now())
    const fetching = fetchKeys(get, issuer).then((keys) => {
      const fetched = { keys: createLocalJWKSet(keys), fetchedAt: clock.now() }
      kept.set(issuer, fetched)
      return fetched
    })
    underWay.set(issuer, fetching)
    const ended = () => underWay.delete(issuer)
    fetching.then(ended, ended)
    return fetching
  }
  async function present(issuer: string): Promise<Kept> {
    const known = kept.get(issuer)
    const age = known ? clock.now() - known.fetchedAt : Number.POSITIVE_INFINITY
    if (known && age < FRESH_MS) return known
    return fetchOnce(issuer).catch(() => {
      if (known && age < STALE_MS) return known
      throw new Refusal('SERVICE_UNAVAILABLE', 'The keys of the token issuer are unavailable; try again shortly')
    })
  }
  return {
    keysOf: (issuer) => async (header, token) => {
      const { keys } = await present(issuer)
      try {
        return await keys(header, token)
      } catch (error) {
        const mayTryAgain = clock.now() - (triedAt.get(issuer) ?? 0) >= REFETCH_MS
        if (!(error instanceof errors.JWKSNoMatchingKey) || !mayTryAgain) throw error
        const fetched = await fetchOnce(issuer).catch(() => undefined)
        if (!fetched) throw error
        return fetched.keys(header, token)
      }
    },
  }
}

async function fetchKeys(get: Get, issuer: string): Promise<JSONWebKeySet> {
  const document = await fetchJson(get, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  if (document.issuer !== issuer) throw new Error('The discovery document names another issuer')
  const { keys } = await fetchJson(get, String(document.jwks_uri))
  if (!Array.isArray(keys) || keys.length > KEYS_MAX)
    throw new Error(`An issuer has a list of at most ${KEYS_MAX} keys`)
  return { keys }
}

async function fetchJson(get: Get, url: string): Promise<Record<string, unknown>> {
  const { status, body } = await get(url)
  if (status !== 200) throw new Error(`The issuer answered ${status}`)
  return { ...JSON.parse(body) }
}
