/** Wallet approvals as data: whose wallet, which session signed, and what. The keeper of the keys checks them itself. */

/** A wallet and whose it is; bare ids. Its sealed key opens for no other platform, holder or wallet. */
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

/** The public half of a session's key, with the custodian's word that a holder opened it for this wallet. */
export interface SessionKey {
  readonly credentialId: string
  /** P-256, SEC1 compressed, 66 lower-case hex characters. */
  readonly publicKey: string
  /** When the holder proved who they are, in milliseconds since 1970; a refresh keeps it. */
  readonly provenAt: number
  readonly expiresAt: number
  /** Made by the custodian over everything above and the wallet. */
  readonly certificate: string
}

/** What a holder signed, with everything that the custodian needs to check it. */
export interface HolderApproval {
  readonly payloadToSign: string
  /** In either form of the signature header. */
  readonly signature: string
  /** When the service took the signature, in milliseconds since 1970. */
  readonly at: number
  /** The session that signed, and its wallet; undefined where a stand-in was taken for a signature. */
  readonly by: { readonly wallet: SealedWallet; readonly session: SessionKey } | undefined
}

/** The field `type` of every text that a holder is asked to sign: it tells them from all others that a key could sign. */
export const AUTHORIZATION_KIND = 'CAUSEWAY_WALLET_AUTHORIZATION_V1'
