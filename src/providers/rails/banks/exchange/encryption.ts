/**
 * Encryption of bank files. OpenPGP: files for the bank are encrypted to its key and signed with ours; files from the
 * bank must be signed with its key. age has no signatures: files from the bank must be encrypted to our key.
 */
import type * as OpenPgp from 'openpgp'
import { UnreadableFile } from '../messages.ts'

export interface Encryption {
  /** Ends the names of files for the bank. */
  readonly suffix: string
  /** Encrypts to the bank's key, and signs with ours where the format has signatures. */
  seal(bytes: Buffer): Promise<Buffer>
  /** Decrypts with our key, and verifies the bank's signature where the format has one. @throws UnreadableFile */
  open(bytes: Buffer): Promise<Buffer>
}

export interface PgpKeys {
  /** The bank's public key, armored. */
  readonly bank: string
  /** Our private key, armored, without a passphrase. */
  readonly own: string
}

/** @param keys are read at the first file; wrong ones make `seal` and `open` throw */
export function pgpEncryption(keys: PgpKeys): Encryption {
  let loaded: ReturnType<typeof load> | undefined
  const parts = () => {
    loaded ??= load(keys)
    return loaded
  }
  return {
    suffix: '.pgp',
    async seal(bytes) {
      const { pgp, bank, own } = await parts()
      const message = await pgp.createMessage({ binary: new Uint8Array(bytes) })
      const options = { message, encryptionKeys: bank, signingKeys: own, format: 'binary' } as const
      return Buffer.from((await pgp.encrypt(options)) as Uint8Array)
    },
    async open(bytes) {
      const { pgp, bank, own } = await parts()
      try {
        const message = await messageIn(pgp, bytes)
        const options = {
          message,
          decryptionKeys: own,
          verificationKeys: bank,
          expectSigned: true,
          format: 'binary',
        } as const
        const { data } = await pgp.decrypt(options)
        return Buffer.from(data as Uint8Array)
      } catch (error) {
        throw new UnreadableFile(`It is not encrypted for us and signed by the bank: ${(error as Error).message}`)
      }
    },
  }
}

async function load({ bank, own }: PgpKeys) {
  const pgp = await import('openpgp')
  return {
    pgp,
    bank: await pgp.readKey({ armoredKey: bank }),
    own: await pgp.readPrivateKey({ armoredKey: own }),
  }
}

export interface AgeKeys {
  /** Public key of the bank: `age1…`. */
  readonly bank: string
  /** Our private key, as `age-keygen` writes it: a line `AGE-SECRET-KEY-1…`, and comments. */
  readonly own: string
}

/** @param keys are read at the first file; wrong ones make `seal` and `open` throw */
export function ageEncryption({ bank, own }: AgeKeys): Encryption {
  const isIdentity = (line: string) => line !== '' && !line.startsWith('#')
  const identities = own.split(/\r?\n/).filter(isIdentity)
  return {
    suffix: '.age',
    async seal(bytes) {
      const { Encrypter } = await import('age-encryption')
      const encrypter = new Encrypter()
      encrypter.addRecipient(bank)
      return Buffer.from(await encrypter.encrypt(new Uint8Array(bytes)))
    },
    async open(bytes) {
      const { armor, Decrypter } = await import('age-encryption')
      const decrypter = new Decrypter()
      for (const identity of identities) decrypter.addIdentity(identity)
      try {
        const text = isArmored(bytes) ? armor.decode(bytes.toString('utf8')) : new Uint8Array(bytes)
        return Buffer.from(await decrypter.decrypt(text))
      } catch (error) {
        throw new UnreadableFile(`It is not encrypted for us with age: ${(error as Error).message}`)
      }
    },
  }
}

const isArmored = (bytes: Buffer): boolean => bytes.subarray(0, 10).toString('latin1') === '-----BEGIN'

/** Banks send binary or armored messages. */
const messageIn = (pgp: typeof OpenPgp, bytes: Buffer) =>
  isArmored(bytes)
    ? pgp.readMessage({ armoredMessage: bytes.toString('utf8') })
    : pgp.readMessage({ binaryMessage: new Uint8Array(bytes) })
