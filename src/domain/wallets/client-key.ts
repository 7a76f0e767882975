/** Owns the rule that a client's key serves one wallet: whoever has it could otherwise open what was meant for another one. */

import { refuseField } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import type { Custodian } from '../../providers/custodian/port.ts'
import { claims } from '../platform/tables.ts'

/** The key as far as its use is watched over; undefined where the custodian lets keys be shared. */
export const exclusiveKey = (
  { sharesClientKeys }: Pick<Custodian, 'sharesClientKeys'>,
  key: string,
): string | undefined => (sharesClientKeys ? undefined : key)

/** Whose key it is, as a row to be named ahead. */
export const clientKeyReads = (key: string | undefined): readonly (readonly [typeof claims, string])[] =>
  key === undefined ? [] : [[claims, claimNameOf(key)]]

/** Takes the key for a wallet, which may use it again; that is noted in the log, for a key is meant for one use. @throws Refusal INVALID_INPUT when another wallet has used it */
export function claimClientKey(rows: Rows, accountId: string, key: string | undefined): void {
  if (key === undefined) return
  const held = rows.find(claims, claimNameOf(key))
  if (held && held.holder !== accountId) refuseUsed('was used for another wallet')
  if (held) enqueue(rows, 'noteReusedKey', rows.now, accountId)
  else rows.add(claims, { name: claimNameOf(key), holder: accountId })
}

/** Takes a key that nobody has used for anything. @throws Refusal INVALID_INPUT */
export function claimUnusedClientKey(rows: Rows, accountId: string, key: string | undefined): void {
  if (key === undefined) return
  if (rows.find(claims, claimNameOf(key))) refuseUsed('was used before')
  rows.add(claims, { name: claimNameOf(key), holder: accountId })
}

const claimNameOf = (key: string) => `client-key/${key.toLowerCase()}`

const refuseUsed = (how: string) => refuseField('INVALID_INPUT', 'clientPublicKey', `${how}; make a fresh key pair`)
