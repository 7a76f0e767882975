/** Sandbox identity tokens: real ones, and those of programs without an issuer. */
import type { Clock } from '../../core/clock.ts'
import { Refusal } from '../../core/refusal.ts'
import { newSecret } from '../../infra/crypto/secrets.ts'
import { type AcceptedIssuer, acceptedIssuer } from './issuers.ts'
import { invalid } from './openid.ts'
import type { Oidc } from './port.ts'
import { audienceOf, readUnsignedToken, textOf } from './token-format.ts'

const ACCEPTED_TOKEN = 'sandbox-valid-oidc-token'

/**
 * Any well-formed token of an accepted issuer creates a credential, without verification and repeatedly. A session is
 * opened by the fixed token or by a valid one.
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
      tokenHash: newSecret(), // random, so that the token can be used again
      usableUntil: clock.now(),
    }
  },
  async verify(oidcToken, presented, identity) {
    if (oidcToken === ACCEPTED_TOKEN) return undefined
    return real.verify(oidcToken, presented, identity).catch((refusal) => {
      // Without network access no keys can be fetched; only the fixed token is accepted.
      throw refusal instanceof Refusal && refusal.code === 'SERVICE_UNAVAILABLE' ? invalid() : refusal
    })
  },
})
