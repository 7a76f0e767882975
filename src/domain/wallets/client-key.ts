/** Client key rule: a client key serves one wallet. Its holder could otherwise open what was sealed for another wallet. */
import { refuseField } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import type { Custodian } from '../../providers/custodian/port.ts'
import { claims } from '../platform/claim.ts'

/** The key, if it must serve one wallet only; undefined where the custodian allows keys to be shared. */
export const exclusiveKey = (
  { sharesClientKeys }: Pick<Custodian, 'sharesClientKeys'>,
  key: string,
): string | undefined => (sharesClientKeys ? undefined : key)

/** The row that `claimClientKey` reads. */
export const clientKeyReads = (key: string | undefined): readonly (readonly [typeof claims, string])[] =>
  key === undefined ? [] : [[claims, claimNameOf(key)]]

/** Claims the key for a wallet. Reuse by the same wallet is allowed and logged, because clients should generate a new key each time. @throws Refusal INVALID_INPUT when another wallet has used it */
export function claimClientKey(rows: Rows, accountId: string, key: string | undefined): void {
  if (key === undefined) return
  const held = rows.find(claims, claimNameOf(key))
  if (held && held.holder !== accountId) refuseUsed('was used for another wallet')
  if (held) enqueue(rows, 'noteReusedKey', rows.now, accountId)
  else rows.add(claims, { name: claimNameOf(key), holder: accountId })
}

/** Claims a key that was never used. @throws Refusal INVALID_INPUT */
export function claimUnusedClientKey(rows: Rows, accountId: string, key: string | undefined): void {
  if (key === undefined) return
  if (rows.find(claims, claimNameOf(key))) refuseUsed('was used before')
  rows.add(claims, { name: claimNameOf(key), holder: accountId })
}

const claimNameOf = (key: string) => `client-key/${key.toLowerCase()}`

const refuseUsed = (how: string) => refuseField('INVALID_INPUT', 'clientPublicKey', `${how}; generate a new key pair`)
