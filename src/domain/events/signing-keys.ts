/** Webhook signing keys: ECDSA on P-256 (ES256). Private keys are stored sealed, public keys are published. */
import { createPrivateKey, generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto'
import { elapsed } from '../../core/clock.ts'
import { type SecretKeys, seal, unseal } from '../../infra/crypto/secrets.ts'
import type { Store } from '../../infra/db/store.ts'

export interface WebhookSigner {
  /** Signature over SHA-256 of the bytes with the newest active key: DER, in base64. */
  sign(bytes: Uint8Array): string
  /** The public keys of all live keys (RFC 7517), newest first, read from the database. */
  jwks(): Promise<{ readonly keys: readonly JsonWebKey[] }>
  /**
   * Creates a key that is published immediately and signs after a number of seconds of real time. The previous key
   * stays published, because receivers verify earlier events with it; older keys are retired.
   */
  rotate(signsInSeconds: number): Promise<{ readonly id: string; readonly signsFrom: number }>
}

const PURPOSE = 'webhook signing key'
/**
 * How long this process may sign with the previous key after another process has rotated it. This is safe, because that
 * key stays published.
 */
const RELOAD_MS = 60_000

interface LiveKey {
  readonly id: string
  readonly privateKey: KeyObject
  readonly publicKey: JsonWebKey
  readonly signs: boolean
}

/** Loads the keys; creates one if there is none. @throws Error when they were sealed with another installation secret */
export async function loadSigningKeys(store: Store, { sealing }: Pick<SecretKeys, 'sealing'>): Promise<WebhookSigner> {
  let known = await load(store, sealing)
  let loadedAt = elapsed()
  const reload = async () => {
    loadedAt = elapsed()
    known = await load(store, sealing)
  }
  if (known.live.length === 0) {
    await addKey(store, sealing, known.count + 1, 0)
    await reload()
  }
  return {
    sign(bytes) {
      if (elapsed() - loadedAt > RELOAD_MS) reload().catch(() => {}) // retried at the next signature: the loaded key is still valid
      const key = known.live.find(({ signs }) => signs) ?? (known.live.at(-1) as LiveKey)
      return sign('sha256', bytes, key.privateKey).toString('base64')
    },
    async jwks() {
      await reload()
      return { keys: known.live.map(({ id, publicKey }) => ({ ...publicKey, kid: id, alg: 'ES256', use: 'sig' })) }
    },
    async rotate(signsInSeconds) {
      await reload()
      const added = await addKey(store, sealing, known.count + 1, signsInSeconds)
      await store.query(RETIRE)
      await reload()
      return added
    },
  }
}

/** Content of `/.well-known/jwks.json`. */
export const webhookPublicKeys = (signer: WebhookSigner) => signer.jwks()

interface StoredKey {
  readonly id: string
  readonly privateKey: string
  readonly publicKey: JsonWebKey
  readonly isRetired: boolean
  readonly signs: boolean
}

/** The live keys, newest first, and the number of keys ever created. */
async function load(store: Store, sealing: KeyObject): Promise<{ live: LiveKey[]; count: number }> {
  const all = await store.query<StoredKey>(LOAD)
  const live = all
    .filter(({ isRetired }) => !isRetired)
    .map(({ id, privateKey, publicKey, signs }) => {
      try {
        return { id, privateKey: createPrivateKey(unseal(sealing, privateKey, PURPOSE)), publicKey, signs }
      } catch {
        throw new Error(
          `The secret of this installation does not open the signing key ${id}: start with the secret that it was created with`,
        )
      }
    })
  return { live, count: all.length }
}

/** Processes that create a key at the same time use the same number, so only one key is created. */
async function addKey(store: Store, sealing: KeyObject, number: number, signsInSeconds: number) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const sealed = seal(sealing, privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, PURPOSE)
  const id = `whk_${number}`
  const shown = JSON.stringify(publicKey.export({ format: 'jwk' }))
  await store.query(ADD, [id, sealed, shown, signsInSeconds])
  const [added] = await store.query<{ signsFrom: number }>(SIGNS_FROM, [id])
  return { id, signsFrom: (added as { signsFrom: number }).signsFrom }
}

const LOAD = `
  select id, private_key as "privateKey", public_key as "publicKey", retired_at is not null as "isRetired", signs_from <= now() as "signs"
  from signing_keys order by created_at desc, id desc`
const ADD = `
  insert into signing_keys (id, private_key, public_key, created_at, signs_from)
  values ($1, $2, $3, now(), now() + $4::int * interval '1 second') on conflict (id) do nothing`
const SIGNS_FROM = 'select signs_from as "signsFrom" from signing_keys where id = $1'
const RETIRE = `
  update signing_keys set retired_at = now()
  where retired_at is null and id not in (select id from signing_keys where retired_at is null order by created_at desc, id desc limit 2)`
