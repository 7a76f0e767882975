/** Custodian port: the keeper of wallet keys. It never returns a private key in the clear. */
import type { HolderApproval, SealedWallet, SessionKey, WalletRef } from '../../core/wallet-approval.ts'

export interface NewWallet extends SealedWallet {
  /** The wallet's address for incoming payments: `spark1…`. Derived from the key, the same in other Spark wallets. */
  readonly sparkAddress: string
}

/** What a proof is verified against, without fields that change by use. */
export type CredentialFacts = Readonly<Record<string, unknown>>

/** A credential with the custodian's certificate that it belongs to the wallet. */
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
  /** Verifies signatures of the session: P-256, SEC1 compressed, 66 lower-case hex characters. */
  readonly publicKey: string
  /** The private key, sealed to the client: base58check of encapsulated key, ciphertext and tag. Shown once, never stored. */
  readonly encryptedSessionSigningKey: string
  /** See `SessionKey`. */
  readonly certificate: string
}

/** A refresh does not extend a session beyond this, counted from the proof that opened the first one. */
export const SESSION_CHAIN_MS = 12 * 60 * 60_000

export interface Custodian {
  /** Makes a wallet with its own key and no holder. Takes some milliseconds, mostly in other threads. */
  makeWallet(wallet: WalletRef): Promise<NewWallet>
  /**
   * Gives a wallet without a holder its first credential. After that, every further credential needs the approval of
   * its holder.
   * @returns the resealed key and the credential's certificate, to be stored together; undefined when the wallet has a holder
   * @throws Refusal ACCOUNT_NOT_ACTIVE when the key is sealed in an older format; Error when it does not open
   */
  claimWallet(
    wallet: SealedWallet,
    credential: CredentialFacts,
  ): Promise<{ readonly sealedKey: string; readonly certificate: string } | undefined>
  /**
   * The certificate of a credential that is added to a wallet, or whose address changes. The approval may come from
   * another wallet of the same holder.
   * @throws Refusal UNAUTHORIZED when the approval is invalid or for another request
   */
  certifyCredential(wallet: SealedWallet, credential: CredentialFacts, approval: HolderApproval): Promise<string>
  /**
   * Makes the key pair of a session for a holder who has verified the credential. The custodian does not keep the private key.
   * @throws Refusal UNAUTHORIZED when the credential is not certified for this wallet, INVALID_INPUT for `clientPublicKey` when it is not a point on the curve
   */
  openSession(wallet: SealedWallet, credential: CertifiedCredential, terms: SessionTerms): Promise<SealedSession>
  /**
   * Makes the key pair of a session that the previous session approved.
   * @throws Refusal UNAUTHORIZED when the approval is invalid or the terms exceed its session; INVALID_INPUT as above
   */
  renewSession(
    wallet: SealedWallet,
    credentialId: string,
    terms: SessionTerms,
    approval: HolderApproval,
  ): Promise<SealedSession>
  /** Whether the custodian made the session for this wallet. Its expiry is not checked. */
  isSessionOf(wallet: SealedWallet, session: SessionKey): boolean
  /**
   * The wallet's mnemonic, sealed to the client. The envelope names the platform, and the client refuses that of another
   * platform.
   * @param clientPublicKey as for a session; a key that was never used before
   * @returns the text of `encryptedWalletCredentials`
   * @throws Refusal UNAUTHORIZED when the approval is invalid or for another key; INVALID_INPUT for `clientPublicKey`; Error when the sealed key does not open
   */
  exportMnemonic(wallet: SealedWallet, clientPublicKey: string, approval: HolderApproval): Promise<string>
  /** Reseals a wallet's secret under the current master key. @returns undefined when it already is, or has an older format */
  reseal(wallet: SealedWallet): Promise<string | undefined>
  /**
   * Converts a wallet from an older format, which named no wallet and certified nothing. It trusts the caller on which
   * credentials belong to the wallet.
   * @returns undefined when the wallet has the current format; nothing is certified then
   */
  adopt(
    wallet: SealedWallet,
    credentials: readonly CredentialFacts[],
  ): Promise<{ readonly sealedKey: string; readonly certificates: readonly string[] } | undefined>
  /**
   * Whether one client key may serve several wallets and exports (sandbox): test programs send the same key each time.
   */
  readonly sharesClientKeys: boolean
  /** P-256 public key (130 hex characters) of the signatures on exports; undefined: exports are not signed. */
  readonly exportKey: string | undefined
}
