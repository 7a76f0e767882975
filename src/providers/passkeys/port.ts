/** Owns what the service asks of WebAuthn: registrations and assertions, judged; nothing is stored here. */

/** Where a platform's passkeys are used, as its operator set it. */
export interface RelyingParty {
  readonly rpId: string
  /** Exact origins: `https://wallet.acme.example`, `android:apk-key-hash:…`. */
  readonly origins: readonly string[]
}

/** As the API has it: binary values are base64url. */
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

/** What is to be kept of a registered passkey. Only `signCount` and `backedUp` change, and `userHandle` comes with the first use. */
export interface Passkey {
  /** base64url. */
  readonly credentialId: string
  /** COSE key, base64url. */
  readonly publicKey: string
  readonly signCount: number
  readonly backupEligible: boolean
  readonly backedUp: boolean
  readonly transports: readonly string[]
  /** Pinned: assertions must come from the same place, unless the operator names places. */
  readonly rpId: string
  readonly origin: string
  /** The user that the authenticator named when it was first used, base64url; another one is refused (WebAuthn §7.2, step 6). */
  readonly userHandle?: string
}

export interface Passkeys {
  /**
   * Judges a registration.
   * @param challenge as the platform gave it to the browser: base64url, in production of at least 16 bytes
   * @param relyingParty absent: any web origin, which is pinned
   * @throws Refusal INVALID_INPUT that names the fields
   */
  register(
    registration: { readonly challenge: string; readonly attestation: Attestation },
    relyingParty?: RelyingParty,
  ): Promise<Passkey>
  /** 64 lower-case hex characters: browsers may take it for base64url or for text. */
  newChallenge(): string
  /**
   * Judges an assertion. The counter must be compared once more when it is stored (`isCounterForward`).
   * @returns what changes of the passkey; undefined: nothing (sandbox)
   * @throws Refusal UNAUTHORIZED with the reason `Invalid passkey signature`
   */
  verify(
    proof: { readonly challenge: string; readonly assertion: Assertion },
    passkey: Passkey,
    relyingParty?: RelyingParty,
  ): Promise<Pick<Passkey, 'signCount' | 'backedUp' | 'userHandle'> | undefined>
}

/** Whether a signature counter has moved on; authenticators without one always say 0. */
export const isCounterForward = (stored: number, given: number): boolean =>
  given > stored || (given === 0 && stored === 0)
