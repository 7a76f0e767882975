/** Wallet key: twelve words, and the address derived from them. */
import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { bech32m } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

const WORDS_12 = 128
/** The identity key of the first account of a Spark wallet: the same words give the same wallet there. */
const SPARK_IDENTITY = "m/8797555'/1'/0'"
/** Protocol buffer tag of an address: field 1, 33 bytes. */
const IDENTITY_FIELD = Uint8Array.of(0x0a, 0x21)

/** Twelve words (BIP-39, English). */
export const newMnemonic = (): string => generateMnemonic(wordlist, WORDS_12)

/** The address `spark1…` of the words' wallet. */
export async function sparkAddressOf(mnemonic: string): Promise<string> {
  const bytes = new Uint8Array([...IDENTITY_FIELD, ...(await identityOf(mnemonic))])
  return bech32m.encode('spark', bech32m.toWords(bytes))
}

/** The public identity key. Seed and intermediate private keys are overwritten. */
async function identityOf(mnemonic: string): Promise<Uint8Array> {
  // BIP-39 key stretching, outside this thread: in JavaScript it would block the event loop.
  const seed = await promisify(pbkdf2)(mnemonic.normalize('NFKD'), 'mnemonic', 2048, 64, 'sha512')
  const master = HDKey.fromMasterSeed(seed)
  const identity = master.derive(SPARK_IDENTITY)
  seed.fill(0)
  master.wipePrivateData()
  const publicKey = identity.publicKey as Uint8Array
  identity.wipePrivateData()
  return publicKey
}
