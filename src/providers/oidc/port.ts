/** Owns what the service asks of the issuers of identity tokens (OpenID Connect). */

/** Who a token speaks of. All three parts are the identity: `email` is for people to read. */
export interface OidcIdentity {
  readonly issuer: string
  readonly audience: string
  readonly subject: string
}

export interface OidcToken {
  readonly identity: OidcIdentity
  readonly email: string | undefined
  /** SHA-256 of what the issuer signed, hex: by it a token is recognised that was used before. */
  readonly tokenHash: string
  /** Milliseconds since 1970; from then on the token is refused for its age, and its hash may be forgotten. */
  readonly usableUntil: number
}

/** With what a token comes. */
export interface Presented {
  readonly clientPublicKey: string
  /** Whether a token without a nonce is refused, because whoever intercepts it could use it. */
  readonly requireNonce: boolean
}

export interface Oidc {
  /**
   * The token with which a credential is created.
   * @throws Refusal INVALID_INPUT for `oidcToken` when it is no token, or of an issuer that is not accepted;
   * UNAUTHORIZED with the reason `Invalid OIDC token` when it does not hold
   */
  register(oidcToken: string): Promise<OidcToken>
  /**
   * A token that opens a session: it must speak of the credential's identity, and if it has a nonce, that must be the
   * SHA-256 of the client's key as lower-case hex.
   * @returns undefined for a token that names nobody (sandbox): there is nothing to remember
   * @throws Refusal UNAUTHORIZED with the reason `Invalid OIDC token`
   */
  verify(oidcToken: string, presented: Presented, identity: OidcIdentity): Promise<OidcToken | undefined>
}
