/**
 * Keys of the installation: derived from its secret at the first start, and from then on stored sealed under it. So the
 * secret can be changed while processes run: only the row is sealed again, and token hashes and sealed texts stay valid.
 */
import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { loadSigningKeys } from '../domain/events/signing-keys.ts'
import { derivedKeys, keysFrom, type SecretKeys, seal, unseal } from '../infra/crypto/secrets.ts'
import type { Store } from '../infra/db/store.ts'

export interface Secrets {
  /** At least 32 bytes. */
  readonly current: Buffer
  /** Earlier secrets, under one of which the keys may still be sealed. */
  readonly former: readonly Buffer[]
}

interface SealedKeys {
  readonly sealed: string
  readonly secretId: string
}

const PURPOSE = 'installation keys'
const FIND = 'select sealed, secret_id as "secretId" from installation_keys'
const ADD = 'insert into installation_keys (sealed, secret_id) values ($1, $2) on conflict do nothing'
/** Another process may have sealed them again in the meantime. */
const RESEAL = 'update installation_keys set sealed = $1, secret_id = $2 where secret_id = $3'

/** @throws Error when no secret opens them */
export async function openKeys(store: Store, secrets: Secrets): Promise<SecretKeys> {
  const [found] = await store.query<SealedKeys>(FIND)
  if (found) return keysFrom(JSON.parse(openText(found, secrets)))
  const keys = derivedKeys(secrets.current)
  // In a database of an earlier version, another secret is refused before its keys are stored.
  await loadSigningKeys(store, keysFrom(keys))
  await store.query(ADD, sealText(JSON.stringify(keys), secrets.current))
  // Of several processes that start at the same time, the keys of the first stay.
  return openKeys(store, secrets)
}

/** Seals the keys under the current secret. @returns false: they already were. @throws Error when no secret opens them */
export async function resealKeys(store: Store, secrets: Secrets): Promise<boolean> {
  const [found] = await store.query<SealedKeys>(FIND)
  if (!found || found.secretId === idFrom(secrets.current)) return false
  const text = openText(found, secrets)
  await store.query(RESEAL, [...sealText(text, secrets.current), found.secretId])
  return true
}

function openText({ sealed, secretId }: SealedKeys, { current, former }: Secrets): string {
  const secret = [current, ...former].find((one) => idFrom(one) === secretId)
  if (!secret)
    throw new Error(
      'CAUSEWAY_SECRET_KEY is not the secret of this installation. Start with the one that it had before; while the secret is changed, name that one in CAUSEWAY_FORMER_SECRET_KEYS',
    )
  return unseal(keyFrom(secret), sealed, PURPOSE)
}

const sealText = (text: string, secret: Buffer): [sealed: string, secretId: string] => [
  seal(keyFrom(secret), text, PURPOSE),
  idFrom(secret),
]

const ID_BYTES = 8
const derive = (secret: Buffer, use: string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, '', `causeway ${use}`, bytes))
const keyFrom = (secret: Buffer): KeyObject => createSecretKey(derive(secret, PURPOSE, 32))
const idFrom = (secret: Buffer): string => derive(secret, 'id of the secret', ID_BYTES).toString('hex')
