/** Port of the keeper of wallet keys. Nothing here ever returns a private key in the clear. */
import type { HolderApproval, SealedWallet, SessionKey, WalletRef } from '../../core/wallet-approval.ts'

export interface NewWallet extends SealedWallet {
  /** Where others pay the wallet: `spark1…`. It follows from the key, also in other Spark wallets. */
  readonly sparkAddress: string
}

/** What a credential is checked against, without what changes by its use: `type` and what proves it. */
export type CredentialFacts = Readonly<Record<string, unknown>>

/** A credential with the custodian's word that it belongs to the wallet. */
export interface CertifiedCredential {
  readonly id: string
  readonly facts: CredentialFacts
  readonly certificate: string | null
}

export interface SessionTerms {
  /** P-256, SEC1 uncompressed, 130 hex characters; the private key of the session is sealed to it. */
  readonly clientPublicKey: string
  /** Milliseconds since 1970. */
  readonly provenAt: number
  readonly expiresAt: number
}

export interface SealedSession {
  /** What signatures of the session are checked against: P-256, SEC1 compressed, 66 lower-case hex characters. */
  readonly publicKey: string
  /** The private key, sealed to the client: base58check of encapsulated key, ciphertext and tag. To be shown once, stored nowhere. */
  readonly encryptedSessionSigningKey: string
  /** See `SessionKey`. */
  readonly certificate: string
}

/** A refresh does not extend a session beyond this, counted from the proof that opened the first one. */
export const SESSION_CHAIN_MS = 12 * 60 * 60_000

export interface Custodian {
  /** A wallet with a key of its own, which has no holder yet. Needs some milliseconds, most of them in other threads. */
  makeWallet(wallet: WalletRef): Promise<NewWallet>
  /**
   * Gives a wallet without a holder its first credential. From then on it is held: every other credential needs the
   * approval of its holder.
   * @returns the wallet's key sealed anew and the credential's certificate, to be kept together; undefined when the wallet is held
   * @throws Refusal ACCOUNT_NOT_ACTIVE when the key is sealed in an older form; Error when it does not open
   */
  claimWallet(
    wallet: SealedWallet,
    credential: CredentialFacts,
  ): Promise<{ readonly sealedKey: string; readonly certificate: string } | undefined>
  /**
   * The certificate of a credential that is added to a wallet, or whose address changes. The approval may come from
   * another wallet of the same holder.
   * @throws Refusal UNAUTHORIZED when the approval does not hold, or is for something else
   */
  certifyCredential(wallet: SealedWallet, credential: CredentialFacts, approval: HolderApproval): Promise<string>
  /**
   * Makes the key pair of a session for a holder who has proved the credential. The custodian forgets the private key.
   * @throws Refusal UNAUTHORIZED when the credential is not certified for this wallet, INVALID_INPUT for `clientPublicKey` when it is no point of the curve
   */
  openSession(wallet: SealedWallet, credential: CertifiedCredential, terms: SessionTerms): Promise<SealedSession>
  /**
   * The key pair of a session that follows another one, which has approved it.
   * @throws Refusal UNAUTHORIZED when the approval does not hold, or the terms go beyond its session; INVALID_INPUT as above
   */
  renewSession(
    wallet: SealedWallet,
    credentialId: string,
    terms: SessionTerms,
    approval: HolderApproval,
  ): Promise<SealedSession>
  /** Whether the custodian made the session for this wallet. Its time is not looked at. */
  isSessionOf(wallet: SealedWallet, session: SessionKey): boolean
  /**
   * The wallet's mnemonic, sealed to the client. The platform's id is sealed in, and the client refuses an envelope of
   * another one.
   * @param clientPublicKey as for a session; a key that was never used before
   * @returns the text of `encryptedWalletCredentials`
   * @throws Refusal UNAUTHORIZED when the approval does not hold, or is not for this key; INVALID_INPUT for `clientPublicKey`; Error when the sealed key does not open
   */
  exportMnemonic(wallet: SealedWallet, clientPublicKey: string, approval: HolderApproval): Promise<string>
  /** Seals a wallet's secret anew under the present master key. @returns undefined when it is so sealed already, or has an older form */
  reseal(wallet: SealedWallet): Promise<string | undefined>
  /**
   * Brings a wallet of an older form, which named no wallet and certified nothing, to the present one. It takes the
   * caller's word for whose the credentials are.
   * @returns undefined when the wallet has the present form: then nothing is certified
   */
  adopt(
    wallet: SealedWallet,
    credentials: readonly CredentialFacts[],
  ): Promise<{ readonly sealedKey: string; readonly certificates: readonly string[] } | undefined>
  /**
   * Whether one key of a client may serve several wallets, and several exports: programs that only try the API always
   * send the same one.
   */
  readonly sharesClientKeys: boolean
  /** P-256 public key (130 hex characters) of the signatures on exports; undefined: exports are not signed. */
  readonly exportKey: string | undefined
}
