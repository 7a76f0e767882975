/** Owns names that one object of a platform holds at a time: the key of the row makes it so, whoever else is at it. */
import type { ErrorCode } from '../../../contract/error-codes.ts'
import { type RefusalDetails, refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { claims } from './tables.ts'

/**
 * Takes a name for an object.
 * @param details of the refusal, where the caller may know who holds it. @throws Refusal with the given code when another one does
 */
export function claim(
  rows: Rows,
  name: string,
  holder: string,
  code: ErrorCode,
  message: string,
  details?: (held: string) => RefusalDetails,
): void {
  const held = rows.find(claims, name)
  if (held && held.holder !== holder) refuse(code, message, details?.(held.holder))
  if (!held) rows.add(claims, { name, holder })
}

/** Takes a name that was made from a fresh id. Nobody can hold it yet, so nobody looks. */
export const claimMade = (rows: Rows, name: string, holder: string): void => void rows.add(claims, { name, holder })

/** Gives a name up, so that another object can take it. */
export function unclaim(rows: Rows, name: string, holder: string): void {
  const held = rows.find(claims, name)
  if (held?.holder === holder) rows.remove(claims, held)
}
