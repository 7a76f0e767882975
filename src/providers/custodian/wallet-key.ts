/** Owns the key of a wallet: twelve words, what follows from them, and what it signs. */
import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bech32m } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

const WORDS_12 = 128
/** The identity key of the first account of a Spark wallet: the same words are the same wallet there. */
const SPARK_IDENTITY = "m/8797555'/1'/0'"
/** The protocol buffer of an address: field 1, 33 bytes. */
const IDENTITY_FIELD = Uint8Array.of(0x0a, 0x21)

/** Twelve words (BIP-39, English). */
export const newMnemonic = (): string => generateMnemonic(wordlist, WORDS_12)

/** The address `spark1…` of the wallet that the words make. */
export async function sparkAddressOf(mnemonic: string): Promise<string> {
  const { publicKey } = await identityOf(mnemonic)
  const bytes = new Uint8Array([...IDENTITY_FIELD, ...(publicKey as Uint8Array)])
  return bech32m.encode('spark', bech32m.toWords(bytes))
}

/** ECDSA by the wallet's identity key over SHA-256 of the text; low-S, DER as hex. */
export async function signAs(mnemonic: string, text: string): Promise<string> {
  const { privateKey } = await identityOf(mnemonic)
  const signature = secp256k1.sign(Buffer.from(text), privateKey as Uint8Array, { format: 'der' })
  return Buffer.from(signature).toString('hex')
}

async function identityOf(mnemonic: string): Promise<HDKey> {
  // The key stretching of BIP-39: in JavaScript it would hold up this thread for a long time.
  const seed = await promisify(pbkdf2)(mnemonic.normalize('NFKD'), 'mnemonic', 2048, 64, 'sha512')
  return HDKey.fromMasterSeed(seed).derive(SPARK_IDENTITY)
}
