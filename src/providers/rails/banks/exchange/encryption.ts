/** Encryption of bank files with OpenPGP: for the bank and signed by us; of the bank only what it has signed. */
import type * as OpenPgp from 'openpgp'
import { UnreadableFile } from '../messages.ts'

export interface Encryption {
  /** Ends the names of files for the bank. */
  readonly suffix: string
  /** Encrypts to the bank's key, and signs with ours. */
  seal(bytes: Buffer): Promise<Buffer>
  /** Decrypts with our key, and verifies the bank's signature. @throws UnreadableFile */
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

/** Banks send binary or armored messages. */
const messageIn = (pgp: typeof OpenPgp, bytes: Buffer) =>
  bytes.subarray(0, 10).toString('latin1') === '-----BEGIN'
    ? pgp.readMessage({ armoredMessage: bytes.toString('utf8') })
    : pgp.readMessage({ binaryMessage: new Uint8Array(bytes) })
