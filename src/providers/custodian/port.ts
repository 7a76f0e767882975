/** Owns what the service asks of the keeper of wallet keys. Nothing here ever returns a private key in the clear. */

/** The secret of a wallet as the database keeps it, with the platform it was made for: it opens for no other. */
export interface SealedWallet {
  readonly platformId: string
  /** Opaque text: the wallet's mnemonic, sealed by the custodian. */
  readonly sealedKey: string
}

export interface NewWallet extends SealedWallet {
  /** Where others pay the wallet: `spark1…`. It follows from the key, also in other Spark wallets. */
  readonly sparkAddress: string
}

export interface SealedSession {
  /** What signatures of the session are checked against: P-256, SEC1 compressed, 66 lower-case hex characters. */
  readonly publicKey: string
  /** The private key, sealed to the client: base58check of encapsulated key, ciphertext and tag. To be shown once, stored nowhere. */
  readonly encryptedSessionSigningKey: string
}

export interface Custodian {
  /** A wallet with a key of its own. Needs some milliseconds, most of them in other threads. */
  makeWallet(platformId: string): Promise<NewWallet>
  /**
   * Makes the key pair of a session. The custodian forgets the private key.
   * @param clientPublicKey P-256, SEC1 uncompressed, 130 hex characters
   * @throws Refusal INVALID_INPUT for `clientPublicKey` when it is no point of the curve
   */
  sealSession(clientPublicKey: string): Promise<SealedSession>
  /**
   * The wallet's mnemonic, sealed to the client.
   * @param clientPublicKey as for a session; a key that was never used before
   * @param organizationId is sealed in, and the client refuses an envelope of another one
   * @returns the text of `encryptedWalletCredentials`
   * @throws Refusal INVALID_INPUT for `clientPublicKey`; Error when the sealed key does not open
   */
  exportMnemonic(wallet: SealedWallet, clientPublicKey: string, organizationId: string): Promise<string>
  /**
   * The wallet's own signature over what the holder has signed: evidence of the payment that does not depend on a session.
   * The custodian checks the holder's signature itself, so that a caller cannot use a key without one.
   * @returns ECDSA over secp256k1 and SHA-256, low-S, DER as hex
   * @throws Error when the holder's signature does not hold
   */
  sign(wallet: SealedWallet, approval: HolderApproval): Promise<string>
  /** Seals a wallet's secret anew under the present master key. @returns undefined when it is so sealed already */
  reseal(wallet: SealedWallet): Promise<string | undefined>
  /**
   * Whether one key of a client may serve several wallets, and several exports: programs that only try the API always
   * send the same one.
   */
  readonly sharesClientKeys: boolean
  /** P-256 public key (130 hex characters) of the signatures on exports; undefined: exports are not signed. */
  readonly exportKey: string | undefined
}

/** What the holder of a wallet signed by a key of a session. */
export interface HolderApproval {
  readonly payloadToSign: string
  /** In either form of the signature header. */
  readonly signature: string
  /** Of the session, as `SealedSession` has it. */
  readonly publicKey: string
}
