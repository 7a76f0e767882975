/** Owns what an operator does with the keys of all wallets: never seeing one. */
import { wireId } from '../core/ids.ts'
import { factsOf } from '../domain/wallets/credentials/credential.ts'
import { listAuthCredentials } from '../domain/wallets/credentials/queries.ts'
import { type Resealed, resealKeys } from '../domain/wallets/wallet-keys.ts'
import type { Custodian } from '../providers/custodian/port.ts'
import type { Operator } from './operator.ts'

export interface ResealReport {
  /** Looked at. */
  readonly wallets: number
  /** Sealed under the present master key now, and were not before. */
  readonly resealed: number
}

export interface ResealOptions {
  /** Keys that are read, and written, at a time. */
  readonly batch?: number
  /** Hears of each batch that is committed. */
  readonly onProgress?: (report: ResealReport) => void
}

interface Key {
  readonly platformId: string
  readonly id: string
  readonly holderId: string
  readonly sealedKey: string
}

/**
 * Seals the key of every wallet, of all platforms, under the present master key. A wallet whose key has an older form is
 * brought to the present one with its credentials, and the database is believed whose they are. Each batch is committed by itself, and
 * what is so sealed already is left alone: it can be broken off and done again, while a service runs.
 * @throws Error after the last batch, when there are keys that no configured master key opens
 */
export async function resealWallets(
  { store, engine }: Pick<Operator, 'store' | 'engine'>,
  custodian: Keeper,
  { batch = 200, onProgress }: ResealOptions = {},
): Promise<ResealReport> {
  let report: ResealReport = { wallets: 0, resealed: 0 }
  const shut: string[] = []
  for (let last: Key | undefined; ; ) {
    const keys = await store.query<Key>(NEXT, [last?.platformId ?? LOWEST, last?.id ?? LOWEST, batch])
    if (keys.length === 0) break
    let resealed = 0
    for (const [platformId, changes] of await resealedOf(store, custodian, keys, shut))
      resealed += await engine.run(platformId, (rows) => resealKeys(rows, changes))
    report = { wallets: report.wallets + keys.length, resealed: report.resealed + resealed }
    onProgress?.(report)
    last = keys.at(-1)
  }
  if (shut.length > 0)
    throw new Error(
      `${shut.length} of ${report.wallets} wallets do not open under any configured master key, the first is ${shut[0]}. Of the others ${report.resealed} were resealed. Add the missing key to CAUSEWAY_FORMER_CUSTODY_KEYS and repeat`,
    )
  return report
}

const LOWEST = '00000000-0000-0000-0000-000000000000'
const NEXT = `
  select k.platform_id as "platformId", k.id, a.customer_id as "holderId", k.sealed_key as "sealedKey" from wallet_keys k
    join accounts a on a.platform_id = k.platform_id and a.id = k.id
  where (k.platform_id, k.id) > ($1::uuid, $2::uuid) order by k.platform_id, k.id limit $3::int`

/** What is to be written, by platform. @param shut is told of the wallets that do not open */
async function resealedOf(
  store: Operator['store'],
  custodian: Keeper,
  keys: readonly Key[],
  shut: string[],
): Promise<Map<string, Resealed[]>> {
  const byPlatform = new Map<string, Resealed[]>()
  for (const key of keys) {
    const change = await resealedKey(store, custodian, key).catch(() => {
      shut.push(wireId('InternalAccount', key.id))
    })
    if (change) byPlatform.set(key.platformId, [...(byPlatform.get(key.platformId) ?? []), change])
  }
  return byPlatform
}

type Keeper = Pick<Custodian, 'reseal' | 'adopt'>

/** @returns undefined when nothing is to be done @throws Error when the key does not open */
async function resealedKey(
  store: Operator['store'],
  custodian: Keeper,
  { platformId, holderId, id, sealedKey: before }: Key,
): Promise<Resealed | undefined> {
  const wallet = { platformId, holderId, walletId: id, sealedKey: before }
  const credentials = await listAuthCredentials(store, platformId, id)
  const adopted = await custodian.adopt(
    wallet,
    credentials.map(({ proof }) => factsOf(proof)),
  )
  if (!adopted) {
    const after = await custodian.reseal(wallet)
    return after === undefined ? undefined : { id, before, after }
  }
  const certificates = new Map(
    credentials.map((credential, place) => [credential.id, adopted.certificates[place] as string]),
  )
  return { id, before, after: adopted.sealedKey, certificates }
}
