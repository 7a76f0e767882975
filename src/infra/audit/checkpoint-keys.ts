/**
 * Checkpoint keys: Ed25519 (RFC 8032), private keys sealed in the database. A key is named by its thumbprint (RFC
 * 7638), and endorsed by the key before it, so a verifier that knows one key can verify all later ones.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { type SecretKeys, seal, unseal } from '../crypto/secrets.ts'
import type { Store } from '../db/store.ts'

/** The first fault that a verification found. */
export class BrokenChain extends Error {
  override name = 'BrokenChain'
}

/** A key in an export. */
export interface PublicCheckpointKey {
  /** Thumbprint of the public key. */
  readonly id: string
  /** The 32 bytes of the public key, base64url. */
  readonly publicKey: string
  /** Signature of the previous key over `endorsementText`, base64; null for the first key. */
  readonly endorsement: string | null
}

export interface CheckpointSigner {
  readonly keyId: string
  /** 1 for the first key of the installation. */
  readonly keyNumber: number
  /** Ed25519 signature, base64. */
  sign(text: string): string
}

const PURPOSE = 'checkpoint key'
const FIND = 'select number, id, private_key as "privateKey" from checkpoint_keys order by number desc limit 1'
const ADD = `
  insert into checkpoint_keys (number, id, private_key, public_key, endorsement) values ($1, $2, $3, $4, $5)
  on conflict do nothing`

/** The text that an endorsement signs. */
const endorsementText = (keyId: string): string => `causeway checkpoint key ${keyId}`

const jwkOf = (publicKey: string): JsonWebKey => ({ crv: 'Ed25519', kty: 'OKP', x: publicKey })
const thumbprint = (publicKey: string): string =>
  createHash('sha256')
    .update(JSON.stringify(jwkOf(publicKey)))
    .digest('base64url')
const keyOf = (publicKey: string): KeyObject => createPublicKey({ key: jwkOf(publicKey), format: 'jwk' })

type Sealing = Pick<SecretKeys, 'sealing'>
type Queries = Pick<Store, 'query'>

/** The newest key; the first call makes the first one. @throws Error when it was sealed with another installation secret */
export async function checkpointSigner(store: Queries, keys: Sealing): Promise<CheckpointSigner> {
  return (await newestSigner(store, keys)) ?? addKey(store, keys, undefined)
}

/** Makes a key that signs from now on, endorsed by the current one. Checkpoints of earlier keys stay valid. */
export async function rotateCheckpointKey(store: Queries, keys: Sealing): Promise<CheckpointSigner> {
  return addKey(store, keys, await checkpointSigner(store, keys))
}

async function newestSigner({ query }: Queries, { sealing }: Sealing): Promise<CheckpointSigner | undefined> {
  const [found] = await query<{ number: number; id: string; privateKey: string }>(FIND)
  if (!found) return undefined
  const key = openKey(sealing, found)
  return {
    keyId: found.id,
    keyNumber: found.number,
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  }
}

function openKey(sealing: KeyObject, { id, privateKey }: { id: string; privateKey: string }): KeyObject {
  try {
    return createPrivateKey(unseal(sealing, privateKey, PURPOSE))
  } catch {
    throw new Error(`The secret of this installation does not open the checkpoint key ${id}`)
  }
}

/** Processes that add a key after the same one at the same time all get the one that was added first. */
async function addKey(store: Queries, keys: Sealing, before: CheckpointSigner | undefined): Promise<CheckpointSigner> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const x = publicKey.export({ format: 'jwk' }).x as string
  const id = thumbprint(x)
  const sealed = seal(keys.sealing, privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, PURPOSE)
  const endorsement = before ? before.sign(endorsementText(id)) : null
  await store.query(ADD, [(before?.keyNumber ?? 0) + 1, id, sealed, x, endorsement])
  return (await newestSigner(store, keys)) as CheckpointSigner
}

/** All keys, oldest first. */
export const checkpointKeys = ({ query }: Queries): Promise<PublicCheckpointKey[]> =>
  query('select id, public_key as "publicKey", endorsement from checkpoint_keys order by number')

/**
 * A function that checks signatures of these keys.
 * @throws BrokenChain when a key is not what its id says, or is not endorsed by the one before it
 */
export function checkpointVerifier(
  keys: readonly PublicCheckpointKey[],
): (keyId: string, text: string, signature: string) => boolean {
  const known = new Map<string, KeyObject>()
  let before: KeyObject | undefined
  for (const { id, publicKey, endorsement } of keys) {
    if (thumbprint(publicKey) !== id) throw new BrokenChain(`The checkpoint key ${id} was changed`)
    if (before && !isSigned(before, endorsementText(id), endorsement ?? ''))
      throw new BrokenChain(`The checkpoint key ${id} is not endorsed by the one before it`)
    before = keyOf(publicKey)
    known.set(id, before)
  }
  return (keyId, text, signature) => {
    const key = known.get(keyId)
    return key !== undefined && isSigned(key, text, signature)
  }
}

const isSigned = (key: KeyObject, text: string, signature: string): boolean =>
  verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
