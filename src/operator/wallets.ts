/** Operator command that reseals the keys of all wallets under the current master key. No key is revealed. */
import { wireId } from '../core/ids.ts'
import { factsOf } from '../domain/wallets/credentials/credential.ts'
import { listAuthCredentials } from '../domain/wallets/credentials/queries.ts'
import { type Resealed, resealKeys } from '../domain/wallets/wallet-keys.ts'
import type { Custodian } from '../providers/custodian/port.ts'
import type { Operator } from './operator.ts'

export interface ResealReport {
  /** Wallets read. */
  readonly wallets: number
  /** Wallets that were sealed under the current master key by this run. */
  readonly resealed: number
}

export interface ResealOptions {
  /** Number of keys per batch. */
  readonly batch?: number
  /** Called after each committed batch. */
  readonly onProgress?: (report: ResealReport) => void
}

interface Key {
  readonly platformId: string
  readonly id: string
  readonly holderId: string
  readonly sealedKey: string
}

/**
 * Seals the key of every wallet of all platforms under the current master key. A key in an older form is converted to the
 * current one together with the wallet's credentials, as the database states them. Each batch is committed by itself, and
 * keys that are already sealed so are skipped: the command can be interrupted and repeated while a service runs.
 * @throws Error after the last batch, if no configured master key opens some of the keys
 */
export async function resealWallets(
  { store, engine }: Pick<Operator, 'store' | 'engine'>,
  custodian: Keeper,
  { batch = 200, onProgress }: ResealOptions = {},
): Promise<ResealReport> {
  let report: ResealReport = { wallets: 0, resealed: 0 }
  const unopened: string[] = []
  for (let last: Key | undefined; ; ) {
    const keys = await store.query<Key>(NEXT, [last?.platformId ?? LOWEST, last?.id ?? LOWEST, batch])
    if (keys.length === 0) break
    let resealed = 0
    for (const [platformId, changes] of await planReseal(store, custodian, keys, unopened))
      resealed += await engine.run(platformId, (rows) => resealKeys(rows, changes))
    report = { wallets: report.wallets + keys.length, resealed: report.resealed + resealed }
    onProgress?.(report)
    last = keys.at(-1)
  }
  if (unopened.length > 0)
    throw new Error(
      `${unopened.length} of ${report.wallets} wallets do not open under any configured master key, the first is ${unopened[0]}. Of the others ${report.resealed} were resealed. Add the missing key to CAUSEWAY_FORMER_CUSTODY_KEYS and repeat`,
    )
  return report
}

const LOWEST = '00000000-0000-0000-0000-000000000000'
const NEXT = `
  select k.platform_id as "platformId", k.id, a.customer_id as "holderId", k.sealed_key as "sealedKey" from wallet_keys k
    join accounts a on a.platform_id = k.platform_id and a.id = k.id
  where (k.platform_id, k.id) > ($1::uuid, $2::uuid) order by k.platform_id, k.id limit $3::int`

/** The keys to write, by platform. @param unopened receives the ids of wallets that do not open */
async function planReseal(
  store: Operator['store'],
  custodian: Keeper,
  keys: readonly Key[],
  unopened: string[],
): Promise<Map<string, Resealed[]>> {
  const byPlatform = new Map<string, Resealed[]>()
  for (const key of keys) {
    const change = await resealKey(store, custodian, key).catch(() => {
      unopened.push(wireId('InternalAccount', key.id))
    })
    if (change) byPlatform.set(key.platformId, [...(byPlatform.get(key.platformId) ?? []), change])
  }
  return byPlatform
}

type Keeper = Pick<Custodian, 'reseal' | 'adopt'>

/** @returns undefined if the key needs no change. @throws Error if it does not open */
async function resealKey(
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
