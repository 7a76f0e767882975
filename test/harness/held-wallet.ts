/** Wallets for tests of a custodian: credentials, sessions, and signatures of their holders. */
import { decryptCredentialBundle } from '@turnkey/crypto'
import { canonicalJson } from '../../src/core/canonical-json.ts'
import {
  AUTHORIZATION_KIND,
  type HolderApproval,
  type SealedWallet,
  type SessionKey,
  type WalletRef,
} from '../../src/core/wallet-approval.ts'
import type { CredentialFacts, Custodian } from '../../src/providers/custodian/port.ts'
import { newKeyPair, sign } from './samples/wallets.ts'

export const REF: WalletRef = {
  platformId: '0199a000-0000-7000-8000-000000000001',
  holderId: '0199a000-0000-7000-8000-00000000000a',
  walletId: '0199a000-0000-7000-8000-00000000000b',
}
export const NOW = 1_800_000_000_000
const MINUTE = 60_000
const MAIL: CredentialFacts = { type: 'EMAIL_OTP', email: 'holder@example.com' }
const CREDENTIAL_ID = '0199a000-0000-7000-8000-00000000000c'

export type Held = Awaited<ReturnType<typeof heldWallet>>

/** A wallet whose holder has a credential. */
export async function heldWallet(custodian: Custodian, ref = REF, facts = MAIL) {
  const made = await custodian.makeWallet(ref)
  const claimed = await custodian.claimWallet(made, facts)
  if (!claimed) throw new Error('A new wallet has no holder')
  const wallet: SealedWallet & { readonly sparkAddress: string } = { ...made, sealedKey: claimed.sealedKey }
  const credential = { id: CREDENTIAL_ID, facts, certificate: claimed.certificate }
  const sealTo = (clientPublicKey: string) =>
    custodian.openSession(wallet, credential, { clientPublicKey, provenAt: NOW, expiresAt: NOW + 15 * MINUTE })
  return { wallet, credential, sealTo }
}

/** An open session of the wallet, with its private key. */
export async function openedSession({ wallet, credential, sealTo }: Held) {
  const client = newKeyPair()
  const { publicKey, certificate, encryptedSessionSigningKey } = await sealTo(client.publicKey)
  const session: SessionKey = {
    credentialId: credential.id,
    publicKey,
    provenAt: NOW,
    expiresAt: NOW + 15 * MINUTE,
    certificate,
  }
  return { wallet, session, privateKey: decryptCredentialBundle(encryptedSessionSigningKey, client.privateKey) }
}

/** Payload to be signed. */
export const payload = (
  { platformId, walletId }: WalletRef,
  operation: string,
  parameters: object,
  more: object = {},
) =>
  canonicalJson({
    type: AUTHORIZATION_KIND,
    organizationId: platformId,
    operation,
    parameters,
    accountIds: [`InternalAccount:${walletId}`],
    expiresAt: new Date(NOW + 5 * MINUTE).toISOString(),
    ...more,
  })

/** A payload with the signature of a session. */
export const signApproval = (
  { wallet, session, privateKey }: Awaited<ReturnType<typeof openedSession>>,
  payloadToSign: string,
): HolderApproval => ({ payloadToSign, signature: sign(payloadToSign, privateKey), at: NOW, by: { wallet, session } })

/** The approval of an export to a key. */
export async function exportApproval(held: Held, clientPublicKey: string): Promise<HolderApproval> {
  const { wallet } = held
  const parameters = { accountId: `InternalAccount:${wallet.walletId}`, clientPublicKey }
  return signApproval(await openedSession(held), payload(wallet, 'exportInternalAccount', parameters))
}

/** Sealed recovery phrase of a wallet, as exported. */
export const exported = async (custodian: Custodian, held: Held, clientPublicKey: string): Promise<string> =>
  custodian.exportMnemonic(held.wallet, clientPublicKey, await exportApproval(held, clientPublicKey))
