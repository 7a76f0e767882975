/** Wallet approvals as data: the wallet, the session that signed, and the payload. The custodian checks them itself. */

/** A wallet and its holder; bare ids. Its sealed key opens for no other platform, holder or wallet. */
export interface WalletRef {
  readonly platformId: string
  /** The customer. */
  readonly holderId: string
  /** The internal account. */
  readonly walletId: string
}

/** The secret of a wallet as the database keeps it. */
export interface SealedWallet extends WalletRef {
  /** Opaque text, made by the custodian. */
  readonly sealedKey: string
}

/** The public key of a session, with the custodian's certificate that a holder opened it for this wallet. */
export interface SessionKey {
  readonly credentialId: string
  /** P-256, SEC1 compressed, 66 lower-case hex characters. */
  readonly publicKey: string
  /** When the holder proved their identity, in milliseconds since 1970; a refresh keeps it. */
  readonly provenAt: number
  readonly expiresAt: number
  /** Signed by the custodian over the fields above and the wallet. */
  readonly certificate: string
}

/** A payload that a holder signed, with everything that the custodian needs to check it. */
export interface HolderApproval {
  readonly payloadToSign: string
  /** In either form of the signature header. */
  readonly signature: string
  /** When the service accepted the signature, in milliseconds since 1970. */
  readonly at: number
  /** The session that signed, and its wallet; undefined where the sandbox accepted a stand-in. */
  readonly by: { readonly wallet: SealedWallet; readonly session: SessionKey } | undefined
}

/** The field `type` of every payload that a holder signs: it distinguishes them from other texts that a key could sign. */
export const AUTHORIZATION_KIND = 'CAUSEWAY_WALLET_AUTHORIZATION_V1'
