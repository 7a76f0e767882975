/** Wallet session of the command line: kept in a file that only its user can read, until it ends. */
import { createECDH } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { clientKeysOf } from '../../../client/keys.ts'
import type { AuthSession } from '../../../client/operations.generated.ts'
import { openSession, type WalletSession } from '../../../client/sign-in.ts'

/** A key pair of the client, as hexadecimal text. */
export interface KeyPair {
  /** `clientPublicKey` of the API: SEC1 uncompressed. */
  readonly publicKey: string
  readonly privateKey: string
}

/** What the file contains: the session as the API returned it, its key still sealed, and the private key that opens it. */
interface Stored {
  readonly session: AuthSession
  readonly privateKey: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** Beside the credentials of the sandbox. */
export const usualSessionFile = ({ CAUSEWAY_DATA_DIR }: Environment): string =>
  join(CAUSEWAY_DATA_DIR || './data', 'wallet-session.json')

export function newKeyPair(): KeyPair {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys('hex')
  return { publicKey, privateKey: pair.getPrivateKey('hex').padStart(64, '0') }
}

/** Writes the file for its user alone. */
export function writeSecret(file: string, content: object): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, '', { mode: 0o600, flag: 'a' })
  // An existing file would keep its mode.
  chmodSync(file, 0o600)
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}

export const storeSession = (file: string, stored: Stored): void => writeSecret(file, stored)

/** @throws Error that explains how to open a session */
export async function readSession(file: string): Promise<WalletSession> {
  let stored: Stored
  try {
    stored = JSON.parse(readFileSync(file, 'utf8')) as Stored
  } catch (cause) {
    throw new Error(`There is no wallet session in ${file}: causeway wallet open <account-id>`, { cause })
  }
  return openSession(stored.session, await clientKeysOf(stored.privateKey))
}
