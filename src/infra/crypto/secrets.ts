/** Secrets: generated with 256 bits, stored as HMAC or sealed, compared in constant time. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Keys for the separate uses of the installation's one secret. */
export interface SecretKeys {
  readonly tokens: KeyObject
  readonly cursors: KeyObject
  readonly signIn: KeyObject
  readonly sealing: KeyObject
  readonly codes: KeyObject
}

/** The same keys as hex, to be stored sealed. */
export type KeyTexts = Readonly<Record<keyof SecretKeys, string>>

/** @param secret at least 32 bytes, from the environment or a 0600 file; HKDF (RFC 5869) derives a key for each use */
export function derivedKeys(secret: Buffer): KeyTexts {
  if (secret.length < 32) throw new Error('The installation secret must have at least 32 bytes')
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `causeway ${use}`, 32)).toString('hex')
  return {
    tokens: derive('tokens'),
    cursors: derive('cursors'),
    signIn: derive('sign-in'),
    sealing: derive('sealing'),
    codes: derive('one-time codes'),
  }
}

export const keysFrom = (texts: KeyTexts): SecretKeys =>
  Object.fromEntries(
    Object.entries(texts).map(([use, text]) => [use, createSecretKey(Buffer.from(text, 'hex'))]),
  ) as unknown as SecretKeys

/** Keys of a fresh installation. */
export const secretKeys = (secret: Buffer): SecretKeys => keysFrom(derivedKeys(secret))

/** 256 random bits as 64 hex characters. */
export const newSecret = (): string => randomBytes(32).toString('hex')

/** HMAC-SHA256 as hex. */
export const hashSecret = (key: KeyObject, secret: string): string =>
  createHmac('sha256', key).update(secret).digest('hex')

/** Whether a secret matches a stored hash, in constant time. */
export const isSecret = (key: KeyObject, secret: string, hash: string): boolean =>
  matchSecret(key, secret, [hash])[0] === true

/** Which of some stored hashes a secret matches: each compared in constant time, also after one that matches. */
export function matchSecret(key: KeyObject, secret: string, hashes: readonly string[]): boolean[] {
  const given = Buffer.from(hashSecret(key, secret), 'hex')
  return hashes.map((hash) => {
    const stored = Buffer.from(hash, 'hex')
    return given.length === stored.length && timingSafeEqual(given, stored)
  })
}

/** AES-256-GCM; base64 of nonce, tag and ciphertext. `purpose` must be the same when it is opened. */
export function seal(key: KeyObject, plaintext: string, purpose: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** @throws Error when the key or purpose differ from those at sealing, or the text was changed */
export function unseal(key: KeyObject, sealed: string, purpose: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(purpose))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/** Vault for text that must be readable again, but not by a reader of the database. */
export interface Vault {
  seal(text: string): string
  /** @throws Error for text that this vault has not sealed */
  open(sealed: string): string
}

export const vaultFor = (key: KeyObject, purpose: string): Vault => ({
  seal: (text) => seal(key, text, purpose),
  open: (sealed) => unseal(key, sealed, purpose),
})
