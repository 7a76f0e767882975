/**
 * UMA key pairs (secp256k1) that identify this installation to other institutions: one for signing, one for encryption.
 * Private keys are stored sealed. Both are rotated together.
 */
import { createECDH, type KeyObject } from 'node:crypto'
import { elapsed, wallClock } from '../../../core/clock.ts'
import { type SecretKeys, seal, unseal } from '../../../infra/crypto/secrets.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { UmaKeys } from '../../../providers/uma/port.ts'

type Use = 'SIGNING' | 'ENCRYPTION'
type Sealing = Pick<SecretKeys, 'sealing'>

/** Both pairs of one number. */
interface KeySet extends Pick<UmaKeys, 'signing' | 'encryption'> {
  readonly number: number
  readonly usedFrom: number
}

const PURPOSE = 'UMA key'
const SCALAR_HEX = 64
/** How late a process may learn of a rotation: rotations are planned longer ahead. */
const RELOAD_MS = 60_000
/** How long other institutions may cache the published keys. */
const PUBLISHED_MS = 3_600_000
/** How long before its use a new key is stored, so that caches of the keys before it have expired then. */
export const PLANNED_AHEAD_SECONDS = 7_200

/** Loads the keys, or generates them at the first start. @throws Error when the installation's secret is not the one they were sealed with */
export async function loadUmaKeys(store: Store, { sealing }: Sealing): Promise<UmaKeys> {
  let known = await load(store, sealing)
  if (known.length === 0) {
    await addKeys(store, sealing, 1, 0)
    known = await load(store, sealing)
  }
  let loadedAt = elapsed()
  const reload = async () => {
    loadedAt = elapsed()
    known = await load(store, sealing)
  }
  /** The set in use, and those before it. */
  const used = (): readonly [KeySet, ...KeySet[]] => {
    if (elapsed() - loadedAt > RELOAD_MS) reload().catch(() => {}) // retried at the next use: the loaded keys are still valid
    const begun = known.filter(({ usedFrom }) => usedFrom <= wallClock())
    // The clock of this process may be behind that of the one which has just stored the first keys.
    return (begun.length > 0 ? begun : known.slice(-1)) as unknown as readonly [KeySet, ...KeySet[]]
  }
  return {
    get signing() {
      return used()[0].signing
    },
    get encryption() {
      return used()[0].encryption
    },
    get readable() {
      return used()
        .slice(0, 2)
        .map(({ encryption }) => encryption)
    },
    get cacheableUntil() {
      const now = wallClock()
      return Math.min(now + PUBLISHED_MS, ...known.map(({ usedFrom }) => usedFrom).filter((from) => from > now))
    },
  }
}

/** Stores new keys, to be used after some seconds. @returns from when, in milliseconds since 1970 */
export async function rotateUmaKeys(store: Store, { sealing }: Sealing, inSeconds: number): Promise<number> {
  const [newest] = await load(store, sealing)
  const number = (newest?.number ?? 0) + 1
  await addKeys(store, sealing, number, inSeconds)
  const added = (await load(store, sealing)).find((set) => set.number === number)
  return (added as KeySet).usedFrom
}

interface StoredKey {
  readonly use: Use
  readonly number: number
  readonly sealed: string
  readonly publicKey: string
  readonly usedFrom: number
}

/** Newest first. */
async function load(store: Store, sealing: KeyObject): Promise<readonly KeySet[]> {
  const rows = await store.query<StoredKey>(LOAD)
  const pair = (wanted: Use, of: number) => {
    const { sealed, publicKey } = rows.find(({ use, number }) => use === wanted && number === of) as StoredKey
    return { privateKey: openKey(sealing, sealed), publicKey: Buffer.from(publicKey, 'hex') }
  }
  return rows
    .filter(({ use }) => use === 'SIGNING')
    .map(({ number, usedFrom }) => ({
      number,
      usedFrom,
      signing: pair('SIGNING', number),
      encryption: pair('ENCRYPTION', number),
    }))
}

function openKey(sealing: KeyObject, sealed: string): Buffer {
  try {
    return Buffer.from(unseal(sealing, sealed, PURPOSE), 'hex')
  } catch {
    throw new Error(
      'The UMA keys were sealed with another secret: start with the secret that this installation had before',
    )
  }
}

/** Of processes that add keys of the same number at the same time, those of the first stay. */
async function addKeys(store: Store, sealing: KeyObject, number: number, inSeconds: number): Promise<void> {
  const pair = () => {
    const made = createECDH('secp256k1')
    const publicKey = made.generateKeys('hex')
    return [seal(sealing, made.getPrivateKey('hex').padStart(SCALAR_HEX, '0'), PURPOSE), publicKey]
  }
  await store.query(ADD, [number, inSeconds, ...pair(), ...pair()])
}

const LOAD = `select use, number, private_key as sealed, public_key as "publicKey", used_from as "usedFrom"
  from uma_keys order by number desc`
const ADD = `
  insert into uma_keys (use, number, private_key, public_key, used_from)
  select use, $1::int, private_key, public_key, now() + $2::int * interval '1 second'
  from (values ('SIGNING', $3, $4), ('ENCRYPTION', $5, $6)) made (use, private_key, public_key)
  on conflict do nothing`
