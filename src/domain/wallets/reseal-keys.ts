/** Exchange of a wallet's sealed key for the same key under another master key, or in the present form. */
import type { Rows } from '../../engine/rows.ts'
import { walletKeys } from '../accounts/tables.ts'
import { credentials } from './credentials/tables.ts'

export interface Resealed {
  /** The wallet. */
  readonly id: string
  /** As it was read. What was written meanwhile is not overwritten. */
  readonly before: string
  readonly after: string
  /** Certificates of its credentials, by id, where the older form had none. */
  readonly certificates?: ReadonlyMap<string, string>
}

/** @returns how many were exchanged */
export function resealKeys(rows: Rows, resealed: readonly Resealed[]): number {
  rows.together(...resealed.map(({ id }) => [walletKeys, id] as const))
  const current = resealed.filter(({ id, before }) => rows.find(walletKeys, id)?.sealedKey === before)
  for (const { id, after, certificates } of current) {
    rows.change(walletKeys, rows.get(walletKeys, id), { sealedKey: after })
    for (const [credentialId, certificate] of certificates ?? [])
      rows.change(credentials, rows.get(credentials, credentialId), { certificate })
  }
  return current.length
}
