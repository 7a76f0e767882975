/** Client key rule: a client key serves one wallet. Its holder could otherwise open what was sealed for another wallet. */
import { refuseField } from '../../core/refusal.ts'
import type { Read } from '../../engine/command.ts'
import type { Rows } from '../../engine/rows.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import type { Custodian } from '../../providers/custodian/port.ts'
import { claims } from '../platform/name-claim.ts'

/** The key, if it must serve one wallet only; undefined where the custodian allows keys to be shared. */
export const exclusiveKey = (
  { sharesClientKeys }: Pick<Custodian, 'sharesClientKeys'>,
  key: string,
): string | undefined => (sharesClientKeys ? undefined : key)

/** The row that the functions below read. */
export const clientKeyReads = (key: string | undefined): Read[] =>
  key === undefined ? [] : [[claims, claimNameOf(key)]]

/** @throws Refusal INVALID_INPUT when another wallet has used the key */
export function refuseForeignClientKey(rows: Rows, accountId: string, key: string | undefined): void {
  const held = key === undefined ? undefined : rows.find(claims, claimNameOf(key))
  if (held && held.holder !== accountId) refuseUsed('was used for another wallet')
}

/** Claims the key for a wallet. Reuse by the same wallet is allowed and logged, because clients should generate a new key each time. @throws as `refuseForeignClientKey` */
export function claimClientKey(rows: Rows, accountId: string, key: string | undefined): void {
  refuseForeignClientKey(rows, accountId, key)
  if (key === undefined) return
  if (rows.find(claims, claimNameOf(key))) enqueue(rows, 'noteReusedKey', rows.now, accountId)
  else rows.add(claims, { name: claimNameOf(key), holder: accountId })
}

/** @throws Refusal INVALID_INPUT when any wallet has used the key */
export function refuseUsedClientKey(rows: Rows, key: string | undefined): void {
  if (key !== undefined && rows.find(claims, claimNameOf(key))) refuseUsed('was used before')
}

const claimNameOf = (key: string) => `client-key/${key.toLowerCase()}`

const refuseUsed = (how: string) => refuseField('INVALID_INPUT', 'clientPublicKey', `${how}; generate a new key pair`)
