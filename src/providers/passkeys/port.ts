/** Passkey port: verifies WebAuthn registrations and assertions. It stores nothing. */
/** Where a platform's passkeys are used, as the operator configured it. */
export interface RelyingParty {
  readonly rpId: string
  /** Exact origins: `https://wallet.acme.example`, `android:apk-key-hash:…`. */
  readonly origins: readonly string[]
}

/** As in the API: binary values are base64url. */
export interface Attestation {
  readonly credentialId: string
  readonly clientDataJson: string
  readonly attestationObject: string
  readonly transports?: readonly string[]
}
export interface Assertion {
  readonly credentialId: string
  readonly clientDataJson: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle?: string | null
}

/** A registered passkey as it is stored. Only `signCount` and `backedUp` change; `userHandle` is set by the first use. */
export interface Passkey {
  /** base64url. */
  readonly credentialId: string
  /** COSE key, base64url. */
  readonly publicKey: string
  readonly signCount: number
  readonly backupEligible: boolean
  readonly backedUp: boolean
  readonly transports: readonly string[]
  /** Pinned: assertions must come from the same place, unless the operator configures places. */
  readonly rpId: string
  readonly origin: string
  /** The user that the authenticator named when it was first used, base64url; any other is refused (WebAuthn §7.2, step 6). */
  readonly userHandle?: string
}

export interface Passkeys {
  /**
   * Verifies a registration.
   * @param challenge as the platform issued it to the browser: base64url, in production of at least 16 bytes
   * @param relyingParty absent: any web origin, which is pinned
   * @throws Refusal INVALID_INPUT, naming the fields
   */
  register(
    registration: { readonly challenge: string; readonly attestation: Attestation },
    relyingParty?: RelyingParty,
  ): Promise<Passkey>
  /** 64 lower-case hex characters: valid as base64url and as text. */
  newChallenge(): string
  /**
   * Verifies an assertion. The counter must be compared again when it is stored (`isCounterForward`).
   * @returns the changed fields of the passkey; undefined: none (sandbox)
   * @throws Refusal UNAUTHORIZED with the reason `Invalid passkey signature`
   */
  verify(
    proof: { readonly challenge: string; readonly assertion: Assertion },
    passkey: Passkey,
    relyingParty?: RelyingParty,
  ): Promise<Pick<Passkey, 'signCount' | 'backedUp' | 'userHandle'> | undefined>
}

/** Whether a signature counter advanced; authenticators without one always report 0. */
export const isCounterForward = (stored: number, given: number): boolean =>
  given > stored || (given === 0 && stored === 0)
