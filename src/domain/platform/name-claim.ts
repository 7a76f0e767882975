/** Claim: a name that one object of a platform holds at a time. The row's key enforces it between concurrent requests. */
import type { ErrorCode } from '../../../contract/error-codes.ts'
import { type RefusalDetails, refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { table, text, uuid } from '../../engine/table.ts'

/** `holder` is the object that holds the name. */
export const claims = table('claims', { name: text(), holder: uuid }, { key: 'name', changing: ['holder'] })

/**
 * Claims a name for an object. Idempotent.
 * @param details of the refusal, from the id of the holder, where the caller may know it
 * @throws Refusal with the given code when another object holds the name
 */
export function claim(
  rows: Rows,
  name: string,
  holder: string,
  code: ErrorCode,
  message: string,
  details?: (holderId: string) => RefusalDetails,
): void {
  const held = rows.find(claims, name)
  if (held && held.holder !== holder) refuse(code, message, details?.(held.holder))
  if (!held) rows.add(claims, { name, holder })
}

/** Claims a name that contains a fresh id. No object can hold it, so no row is read. */
export const claimFresh = (rows: Rows, name: string, holder: string): void => void rows.add(claims, { name, holder })

/** Releases a name, if this object holds it. */
export function releaseClaim(rows: Rows, name: string, holder: string): void {
  const held = rows.find(claims, name)
  if (held?.holder === holder) rows.remove(claims, held)
}
