/** Owns wallet keys kept by this very process: sealed at rest, in its memory while they are used. It is no enclave. */
import { hkdfSync } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { refuseField } from '../../core/refusal.ts'
import { checkWalletSignature } from '../../infra/crypto/wallet-signature.ts'
import { sealTo } from './hpke.ts'
import { type MasterKeys, safeOf } from './master-keys.ts'
import { compressed, isPoint, newKeyPair } from './p256.ts'
import type { Custodian } from './port.ts'
import { newMnemonic, signAs, sparkAddressOf } from './wallet-key.ts'

const base58check = createBase58check(sha256)

export interface LocalCustodianOptions {
  readonly masterKeys: MasterKeys
  /** Whether exports carry a signature of the service. */
  readonly signsExports: boolean
}

export function localCustodian({ masterKeys, signsExports }: LocalCustodianOptions): Custodian {
  const safe = safeOf(masterKeys)
  const signer = signsExports ? exportSigner(masterKeys.current) : undefined
  return {
    async makeWallet(platformId) {
      const mnemonic = newMnemonic()
      const sparkAddress = await sparkAddressOf(mnemonic)
      return { platformId, sealedKey: safe.seal(mnemonic, purposeOf(platformId)), sparkAddress }
    },
    async sealSession(clientPublicKey) {
      const recipient = pointOf(clientPublicKey)
      const { privateKey, publicKey } = newKeyPair()
      const { enc, ciphertext } = await sealTo(recipient, privateKey).finally(() => privateKey.fill(0))
      const encryptedSessionSigningKey = base58check.encode(Buffer.concat([compressed(enc), ciphertext]))
      return { publicKey: publicKey.toString('hex'), encryptedSessionSigningKey }
    },
    async exportMnemonic({ platformId, sealedKey }, clientPublicKey, organizationId) {
      const recipient = pointOf(clientPublicKey)
      const mnemonic = Buffer.from(safe.open(sealedKey, purposeOf(platformId)))
      const { enc, ciphertext } = await sealTo(recipient, mnemonic).finally(() => mnemonic.fill(0))
      const content = { encappedPublic: enc.toString('hex'), ciphertext: ciphertext.toString('hex'), organizationId }
      const data = Buffer.from(JSON.stringify(content))
      return JSON.stringify({
        version: 'v1.0.0',
        data: data.toString('hex'),
        dataSignature: signer?.sign(data) ?? '',
        enclaveQuorumPublic: signer?.publicKey ?? '',
      })
    },
    async sign({ platformId, sealedKey }, { payloadToSign, signature, publicKey }) {
      const { verdict } = await checkWalletSignature(signature, payloadToSign, [publicKey])
      if (verdict !== 'GOOD') throw new Error('The holder of the wallet has not signed this')
      return signAs(safe.open(sealedKey, purposeOf(platformId)), payloadToSign)
    },
    async reseal({ platformId, sealedKey }) {
      return safe.rewrap(sealedKey, purposeOf(platformId))
    },
    sharesClientKeys: false,
    exportKey: signer?.publicKey,
  }
}

const purposeOf = (platformId: string) => `wallet of platform ${platformId}`

function pointOf(clientPublicKey: string): Buffer {
  if (!isPoint(clientPublicKey)) refuseField('INVALID_INPUT', 'clientPublicKey', 'is not a point of the curve P-256')
  return Buffer.from(clientPublicKey, 'hex')
}

/** Follows from the master key, so that all processes sign with the same one. Low-S: some clients take nothing else. */
function exportSigner(masterKey: Buffer) {
  const seed = new Uint8Array(hkdfSync('sha256', masterKey, '', 'causeway export signing', p256.lengths.seed as number))
  const { secretKey } = p256.keygen(seed)
  return {
    publicKey: Buffer.from(p256.getPublicKey(secretKey, false)).toString('hex'),
    sign: (data: Uint8Array) => Buffer.from(p256.sign(data, secretKey, { format: 'der' })).toString('hex'),
  }
}
