/** UMA key pairs (secp256k1) that identify this installation to other institutions. Private keys are stored sealed. */
import { createECDH, type KeyObject } from 'node:crypto'
import { type SecretKeys, seal, unseal } from '../../../infra/crypto/secrets.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { UmaKeys } from '../../../providers/uma/port.ts'

type Use = 'SIGNING' | 'ENCRYPTION'

const PURPOSE = 'UMA key'
const SCALAR_HEX = 64

/** Loads the keys, or generates them at the first start. @throws Error when the installation's secret is not the one they were sealed with */
export async function loadUmaKeys(store: Store, { sealing }: Pick<SecretKeys, 'sealing'>): Promise<UmaKeys> {
  const known = await load(store, sealing)
  if (known.SIGNING && known.ENCRYPTION) return { signing: known.SIGNING, encryption: known.ENCRYPTION }
  await addKey(store, sealing, 'SIGNING')
  await addKey(store, sealing, 'ENCRYPTION')
  return loadUmaKeys(store, { sealing })
}

async function load(store: Store, sealing: KeyObject): Promise<Partial<Record<Use, UmaKeys['signing']>>> {
  const rows = await store.query<{ use: Use; sealed: string; publicKey: string }>(LOAD)
  const open = ({ use, sealed, publicKey }: (typeof rows)[number]) => {
    try {
      const privateKey = Buffer.from(unseal(sealing, sealed, PURPOSE), 'hex')
      return [use, { privateKey, publicKey: Buffer.from(publicKey, 'hex') }] as const
    } catch {
      throw new Error(
        'The UMA keys were sealed with another secret: start with the secret that this installation had before',
      )
    }
  }
  return Object.fromEntries(rows.map(open))
}

/** If several processes start at the same time, the first pair stays. */
async function addKey(store: Store, sealing: KeyObject, use: Use): Promise<void> {
  const pair = createECDH('secp256k1')
  const publicKey = pair.generateKeys('hex')
  const scalar = pair.getPrivateKey('hex').padStart(SCALAR_HEX, '0')
  await store.query(ADD, [use, seal(sealing, scalar, PURPOSE), publicKey])
}

const LOAD = 'select use, private_key as sealed, public_key as "publicKey" from uma_keys'
const ADD = 'insert into uma_keys (use, private_key, public_key) values ($1, $2, $3) on conflict do nothing'
