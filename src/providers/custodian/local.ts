/** Local custodian: wallet keys sealed at rest, in the memory of this process while they are used. It is not an enclave. */
import { hkdfSync } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { wireId } from '../../core/ids.ts'
import { refuse, refuseField } from '../../core/refusal.ts'
import type { SealedWallet, WalletRef } from '../../core/wallet-approval.ts'
import type { StandIns } from '../stand-ins/port.ts'
import { notApproved, requireApproval } from './approvals.ts'
import { type Certifier, isSame, makeCertifier } from './certificates.ts'
import { sealTo } from './hpke.ts'
import { isFormer, type MasterKeys, type OpenedText, safeOf } from './master-keys.ts'
import { newMnemonic, sparkAddressOf } from './mnemonic.ts'
import { compressed, isPoint, newKeyPair } from './p256.ts'
import {
  type CredentialFacts,
  type Custodian,
  SESSION_CHAIN_MS,
  type SealedSession,
  type SessionTerms,
} from './port.ts'

const base58check = createBase58check(sha256)

export interface LocalCustodianOptions {
  readonly masterKeys: MasterKeys
  /** Whether exports carry a signature of the service. */
  readonly signsExports: boolean
  /** Stand-in for a holder's signature in a sandbox; absent: none. */
  readonly standIns?: Pick<StandIns, 'isSignature'> | undefined
  /** The recipient for a client's key; absent: that key, which must be a point on the curve. */
  readonly recipientOf?: (clientPublicKey: string) => string
}

export function localCustodian({
  masterKeys,
  signsExports,
  standIns,
  recipientOf = (key) => key,
}: LocalCustodianOptions): Custodian {
  const safe = safeOf(masterKeys)
  const signer = signsExports ? exportSigner(masterKeys.current) : undefined

  function open(wallet: SealedWallet): OpenedText & { readonly certifier: Certifier } {
    if (isFormer(wallet.sealedKey))
      refuse(
        'ACCOUNT_NOT_ACTIVE',
        'The key of the wallet has an older form; the operator must run `causeway wallets reseal`',
      )
    const opened = safe.open(wallet.sealedKey, purposeOf(wallet))
    return { ...opened, certifier: makeCertifier(opened.dataKey, wallet) }
  }
  const isSessionOf: Custodian['isSessionOf'] = (wallet, session) =>
    !isFormer(wallet.sealedKey) && isSame(session.certificate, open(wallet).certifier.session(session))
  const checks = { isSessionOf, standIns }

  return {
    async makeWallet(wallet) {
      const mnemonic = newMnemonic()
      const sparkAddress = await sparkAddressOf(mnemonic)
      return { ...wallet, sealedKey: safe.seal(mnemonic, purposeOf(wallet)), sparkAddress }
    },
    async claimWallet(wallet, credential) {
      const { isHeld, rewrap, certifier } = open(wallet)
      return isHeld ? undefined : { sealedKey: rewrap(true), certificate: certifier.credential(credential) }
    },
    async certifyCredential(wallet, credential, approval) {
      await requireApproval(checks, wallet, approval, ...approvedAdditions(wallet, credential))
      return open(wallet).certifier.credential(credential)
    },
    async openSession(wallet, { id, facts, certificate }, terms) {
      const { certifier } = open(wallet)
      if (certificate === null || !isSame(certificate, certifier.credential(facts))) throw notApproved()
      return newSession(certifier, id, terms, recipientOf)
    },
    async renewSession(wallet, credentialId, terms, approval) {
      const { clientPublicKey, provenAt, expiresAt } = terms
      await requireApproval(checks, wallet, approval, {
        operation: 'refreshAuthSession',
        parameters: { clientPublicKey },
      })
      const by = approval.by?.session
      const isOfChain = !by || (by.credentialId === credentialId && by.provenAt === provenAt)
      if (!isOfChain || expiresAt > provenAt + SESSION_CHAIN_MS) throw notApproved()
      return newSession(open(wallet).certifier, credentialId, terms, recipientOf)
    },
    isSessionOf,
    async exportMnemonic(wallet, clientPublicKey, approval) {
      const accountId = wireId('InternalAccount', wallet.walletId)
      const parameters = { accountId, clientPublicKey }
      await requireApproval(checks, wallet, approval, { operation: 'exportInternalAccount', parameters })
      const recipient = pointOf(recipientOf(clientPublicKey))
      const mnemonic = Buffer.from(open(wallet).secret())
      const { enc, ciphertext } = await sealTo(recipient, mnemonic).finally(() => mnemonic.fill(0))
      const organizationId = wallet.platformId
      const content = { encappedPublic: enc.toString('hex'), ciphertext: ciphertext.toString('hex'), organizationId }
      const data = Buffer.from(JSON.stringify(content))
      return JSON.stringify({
        version: 'v1.0.0',
        data: data.toString('hex'),
        dataSignature: signer?.sign(data) ?? '',
        enclaveQuorumPublic: signer?.publicKey ?? '',
      })
    },
    async reseal(wallet) {
      if (isFormer(wallet.sealedKey)) return undefined
      const { isCurrent, isHeld, rewrap } = open(wallet)
      return isCurrent ? undefined : rewrap(isHeld)
    },
    async adopt(wallet, credentials) {
      if (!isFormer(wallet.sealedKey)) return undefined
      const secret = safe.openFormer(wallet.sealedKey, `wallet of platform ${wallet.platformId}`)
      const sealedKey = safe.seal(secret, purposeOf(wallet), credentials.length > 0)
      const { certifier } = open({ ...wallet, sealedKey })
      return { sealedKey, certificates: credentials.map((facts) => certifier.credential(facts)) }
    },
    sharesClientKeys: false,
    exportKey: signer?.publicKey,
  }
}

/** The key pair of a session. The private key is overwritten once it is sealed. */
async function newSession(
  certifier: Certifier,
  credentialId: string,
  { clientPublicKey, provenAt, expiresAt }: SessionTerms,
  recipientOf: (clientPublicKey: string) => string,
): Promise<SealedSession> {
  const recipient = pointOf(recipientOf(clientPublicKey))
  const pair = newKeyPair()
  const { enc, ciphertext } = await sealTo(recipient, pair.privateKey).finally(() => pair.privateKey.fill(0))
  const publicKey = pair.publicKey.toString('hex')
  return {
    publicKey,
    encryptedSessionSigningKey: base58check.encode(Buffer.concat([compressed(enc), ciphertext])),
    certificate: certifier.session({ credentialId, publicKey, provenAt, expiresAt }),
  }
}

/** Associated data of the sealed key: a sealed key copied to another row does not open. */
const purposeOf = ({ platformId, holderId, walletId }: WalletRef) =>
  `wallet ${walletId} of customer ${holderId} of platform ${platformId}`

/** Operations whose approval certifies a credential: its creation, or a change of its address. */
function approvedAdditions({ walletId }: WalletRef, facts: CredentialFacts) {
  const { type, email, credentialId, publicKey, identity } = facts
  const who = type === 'EMAIL_OTP' ? { email } : type === 'PASSKEY' ? { credentialId, publicKey } : { identity }
  const accountId = wireId('InternalAccount', walletId)
  const added = { operation: 'createAuthCredential', parameters: { accountId, type, ...who } }
  return type === 'EMAIL_OTP' ? [added, { operation: 'updateCustomerById', parameters: { email } }] : [added]
}

function pointOf(clientPublicKey: string): Buffer {
  if (!isPoint(clientPublicKey)) refuseField('INVALID_INPUT', 'clientPublicKey', 'is not a point of the curve P-256')
  return Buffer.from(clientPublicKey, 'hex')
}

/** Derived from the master key, so that all processes sign with the same key. Low-S, which some clients require. */
function exportSigner(masterKey: Buffer) {
  const seed = new Uint8Array(hkdfSync('sha256', masterKey, '', 'causeway export signing', p256.lengths.seed as number))
  const { secretKey } = p256.keygen(seed)
  return {
    publicKey: Buffer.from(p256.getPublicKey(secretKey, false)).toString('hex'),
    sign: (data: Uint8Array) => Buffer.from(p256.sign(data, secretKey, { format: 'der' })).toString('hex'),
  }
}
