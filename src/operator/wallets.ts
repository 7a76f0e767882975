/** Owns what an operator does with the keys of all wallets: never seeing one. */
import { wireId } from '../core/ids.ts'
import { type Resealed, resealKeys } from '../domain/wallets/reseal-keys.ts'
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
  readonly sealedKey: string
}

/**
 * Seals the key of every wallet, of all platforms, under the present master key. Each batch is committed by itself, and
 * what is so sealed already is left alone: it can be broken off and done again, while a service runs.
 * @throws Error after the last batch, when there are keys that no configured master key opens
 */
export async function resealWallets(
  { store, engine }: Pick<Operator, 'store' | 'engine'>,
  custodian: Pick<Custodian, 'reseal'>,
  { batch = 200, onProgress }: ResealOptions = {},
): Promise<ResealReport> {
  let report: ResealReport = { wallets: 0, resealed: 0 }
  const shut: string[] = []
  for (let last: Key | undefined; ; ) {
    const keys = await store.query<Key>(NEXT, [last?.platformId ?? LOWEST, last?.id ?? LOWEST, batch])
    if (keys.length === 0) break
    let resealed = 0
    for (const [platformId, changes] of await resealedOf(custodian, keys, shut))
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
  select platform_id as "platformId", id, sealed_key as "sealedKey" from wallet_keys
  where (platform_id, id) > ($1::uuid, $2::uuid) order by platform_id, id limit $3::int`

/** What is to be written, by platform. @param shut is told of the wallets that do not open */
async function resealedOf(
  custodian: Pick<Custodian, 'reseal'>,
  keys: readonly Key[],
  shut: string[],
): Promise<Map<string, Resealed[]>> {
  const byPlatform = new Map<string, Resealed[]>()
  for (const { platformId, id, sealedKey } of keys) {
    const after = await custodian.reseal({ platformId, sealedKey }).catch(() => {
      shut.push(wireId('InternalAccount', id))
    })
    if (after === undefined) continue
    const changes = byPlatform.get(platformId) ?? []
    byPlatform.set(platformId, [...changes, { id, before: sealedKey, after }])
  }
  return byPlatform
}
