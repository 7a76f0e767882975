/** Owns identity tokens in sandboxes: real ones, and those of programs that have no issuer. */
import type { Clock } from '../../core/clock.ts'
import { Refusal } from '../../core/refusal.ts'
import { newSecret } from '../../infra/crypto/secrets.ts'
import { audienceOf, readUnsignedToken, textOf } from './form.ts'
import { type AcceptedIssuer, acceptedIssuer } from './issuers.ts'
import { invalid } from './openid.ts'
import type { Oidc } from './port.ts'

const ACCEPTED_TOKEN = 'sandbox-valid-oidc-token'

/**
 * A credential is created by any token of the right form and an accepted issuer, whoever signed it and when, as often as
 * one likes. A session is opened by the fixed token, or by one that really holds.
 */
export const sandboxOidc = (real: Oidc, issuers: readonly AcceptedIssuer[], clock: Clock): Oidc => ({
  async register(oidcToken) {
    const claims = readUnsignedToken(oidcToken)?.claims
    const accepted = claims && acceptedIssuer(issuers, claims.iss)
    if (!accepted) throw invalid()
    const identity = { audience: audienceOf(claims) ?? '', subject: textOf(claims.sub) ?? '' }
    return {
      identity: { issuer: accepted.issuer, ...identity },
      email: textOf(claims.email),
      tokenHash: newSecret(), // not of the token: it may be used again
      usableUntil: clock.now(),
    }
  },
  async verify(oidcToken, presented, identity) {
    if (oidcToken === ACCEPTED_TOKEN) return undefined
    return real.verify(oidcToken, presented, identity).catch((refusal) => {
      // Without a network nobody can be asked for keys, and nothing but the fixed token is right.
      throw refusal instanceof Refusal && refusal.code === 'SERVICE_UNAVAILABLE' ? invalid() : refusal
    })
  },
})
