/** Identity token verification (OpenID Connect Core §3.1.3.7, RFC 8725). */
import { createHash } from 'node:crypto'
import { jwtVerify } from 'jose'
import type { Clock } from '../../core/clock.ts'
import { Refusal, refuseField } from '../../core/refusal.ts'
import type { Get } from '../../infra/egress/public-http.ts'
import { type AcceptedIssuer, acceptedIssuer, issuerKeys } from './issuers.ts'
import type { Oidc, OidcIdentity, OidcToken, Presented } from './port.ts'
import { audienceOf, type ReadToken, readToken, textOf } from './token-format.ts'

/** Neither `none` nor symmetric algorithms, for which the public key would be the secret. */
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA']
const MAX_AGE_SECONDS = 60
/** How far an issuer's clock may be ahead. */
const AHEAD_SECONDS = 5
const REMEMBERED_SECONDS = 120

export interface OpenIdOptions {
  readonly issuers: readonly AcceptedIssuer[]
  /** Reaches the public network only. */
  readonly get: Get
  readonly clock: Clock
}

export function openId({ issuers, get, clock }: OpenIdOptions): Oidc {
  const keys = issuerKeys(get, clock)

  /** @throws Refusal UNAUTHORIZED when the token is invalid, SERVICE_UNAVAILABLE when the issuer's keys are unavailable */
  async function checked(token: string, { header, claims, hash }: ReadToken): Promise<OidcToken> {
    const accepted = acceptedIssuer(issuers, claims.iss)
    if (!accepted || !isIdentityToken(header)) throw invalid()
    const options = { algorithms: ALGORITHMS, clockTolerance: AHEAD_SECONDS, currentDate: new Date(clock.now()) }
    await jwtVerify(token, keys.keysOf(accepted.issuer), options).catch((error) => {
      throw error instanceof Refusal ? error : invalid()
    })
    const [audience, subject] = [audienceOf(claims), textOf(claims.sub)]
    if (audience === undefined || subject === undefined) throw invalid()
    if (!isFor(accepted, audience, claims) || !isTimely(claims, clock.now() / 1000)) throw invalid()
    return {
      identity: { issuer: accepted.issuer, audience, subject },
      email: textOf(claims.email),
      tokenHash: hash,
      usableUntil: ((claims.iat as number) + REMEMBERED_SECONDS) * 1000,
    }
  }

  return {
    async register(oidcToken) {
      const read = readToken(oidcToken) ?? refuseField('INVALID_INPUT', 'oidcToken', 'is not an identity token')
      if (!acceptedIssuer(issuers, read.claims.iss))
        refuseField('INVALID_INPUT', 'oidcToken', 'has an issuer that is not accepted')
      return checked(oidcToken, read)
    },
    async verify(oidcToken, presented, identity) {
      const read = readToken(oidcToken)
      if (!read) throw invalid()
      const token = await checked(oidcToken, read)
      if (!isSame(token.identity, identity) || !isBoundTo(presented, read.claims.nonce)) throw invalid()
      return token
    },
  }
}

export const invalid = (): Refusal =>
  new Refusal('UNAUTHORIZED', 'The identity token is invalid; get a new one', { reason: 'Invalid OIDC token' })

/** Access and logout tokens are signed with the same keys (RFC 9068, RFC 8725 §3.11). */
const isIdentityToken = ({ typ }: ReadToken['header']) =>
  typ === undefined || (typeof typ === 'string' && typ.toUpperCase() === 'JWT')

/** The authorized party, if it differs from the audience, must be an accepted client id as well. */
function isFor({ clientIds }: AcceptedIssuer, audience: string, { azp }: ReadToken['claims']): boolean {
  const isKnown = clientIds.length === 0 || clientIds.includes(audience)
  return isKnown && (azp === undefined || azp === audience || clientIds.includes(azp as string))
}

function isTimely({ iat, exp }: ReadToken['claims'], now: number): boolean {
  if (typeof iat !== 'number' || typeof exp !== 'number') return false
  return iat >= now - MAX_AGE_SECONDS && iat <= now + AHEAD_SECONDS && exp > now
}

const isSame = (one: OidcIdentity, other: OidcIdentity) =>
  one.issuer === other.issuer && one.audience === other.audience && one.subject === other.subject

/** A nonce binds the token to the client key: an attacker who intercepts the token has another key. */
const isBoundTo = ({ clientPublicKey, requireNonce }: Presented, nonce: unknown) =>
  nonce === undefined ? !requireNonce : nonce === createHash('sha256').update(clientPublicKey).digest('hex')
