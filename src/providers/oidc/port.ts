/** Identity token port (OpenID Connect). */
/** The subject of a token; all three parts identify it. */
export interface OidcIdentity {
  readonly issuer: string
  readonly audience: string
  readonly subject: string
}

export interface OidcToken {
  readonly identity: OidcIdentity
  readonly email: string | undefined
  /** SHA-256 of what the issuer signed, hex; identifies a spent token. */
  readonly tokenHash: string
  /** Milliseconds since 1970; from then on the token is expired and its hash may be removed. */
  readonly usableUntil: number
}

/** The context of a token. */
export interface Presented {
  readonly clientPublicKey: string
  /** Whether to refuse a token without a nonce, which an attacker who intercepts it could use. */
  readonly requireNonce: boolean
}

export interface Oidc {
  /**
   * Verifies the token that creates a credential.
   * @throws Refusal INVALID_INPUT for `oidcToken` when it is not a token, or its issuer is not accepted;
   * UNAUTHORIZED with the reason `Invalid OIDC token` when it is invalid
   */
  register(oidcToken: string): Promise<OidcToken>
  /**
   * Verifies the token that opens a session: its identity must be that of the credential, and a nonce must be the SHA-256
   * of the client's key as lower-case hex.
   * @returns undefined for a stand-in (sandbox): there is nothing to spend
   * @throws Refusal UNAUTHORIZED with the reason `Invalid OIDC token`
   */
  verify(oidcToken: string, presented: Presented, identity: OidcIdentity): Promise<OidcToken | undefined>
}

/** Secrets of one sign-in, known only to the browser that began it. */
export interface FlowSecrets {
  readonly state: string
  readonly nonce: string
  /** PKCE's code verifier: 43 to 128 characters of base64url. */
  readonly verifier: string
}

export type Claims = Readonly<Record<string, unknown>>

export interface CodeFlow {
  /** Address at the provider to which the browser goes. @throws Refusal SERVICE_UNAVAILABLE */
  addressFor(secrets: FlowSecrets): Promise<string>
  /**
   * Exchanges a code for the verified claims of its ID token.
   * @throws Refusal UNAUTHORIZED for a code or token that is not valid for this sign-in, SERVICE_UNAVAILABLE while the
   * provider does not answer
   */
  redeem(code: string, secrets: FlowSecrets): Promise<Claims>
}
