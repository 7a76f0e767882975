/**
 * Deposit addresses: one for each payee, derived from an extended public key (BIP-32). The private keys are derived
 * elsewhere, from the extended private key, by the path that is stored with the address.
 */
import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { HDKey } from '@scure/bip32'
import type { Address } from 'viem'
import { withChecksum } from './address.ts'

export interface DepositAddress {
  readonly address: Address
  /** Derivation path below the extended public key, such as `12/7/3`. */
  readonly path: string
}

/** A path of three indices of 31 bits: two payees get the same one with a chance of one in 10^28. */
const LEVELS = 3
/** Size of the cache: a derivation takes about a millisecond, and an account is shown often. */
const KNOWN_MAX = 20_000

/**
 * @returns the address of a payee, always the same for a reference; the same on all chains
 * @throws Error for a key that is not an extended public key, without the key in its text
 */
export function depositAddresses(xpub: string): (reference: string) => DepositAddress {
  const root = publicKeyIn(xpub)
  const known = new Map<string, DepositAddress>()
  return (reference) => {
    const earlier = known.get(reference)
    if (earlier) return earlier
    const digest = createHash('sha256').update(reference).digest()
    const indices = Array.from({ length: LEVELS }, (_, i) => digest.readUInt32BE(4 * i) >>> 1)
    const { publicKey } = indices.reduce((node, index) => node.deriveChild(index), root)
    const made = { address: addressFor(publicKey as Uint8Array), path: indices.join('/') }
    if (known.size >= KNOWN_MAX) known.clear()
    known.set(reference, made)
    return made
  }
}

function publicKeyIn(xpub: string): HDKey {
  const key = parsed(xpub)
  if (!key?.publicKey) throw new Error('The extended public key of EVM deposits is not one')
  if (key.privateKey) throw new Error('The extended key of EVM deposits is a private one; configure the public one')
  return key
}

function parsed(xpub: string): HDKey | undefined {
  try {
    return HDKey.fromExtendedKey(xpub)
  } catch {
    return undefined
  }
}

function addressFor(publicKey: Uint8Array): Address {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return withChecksum(`0x${Buffer.from(keccak_256(point.slice(1)).slice(-20)).toString('hex')}`)
}
